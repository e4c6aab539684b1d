/** Computes MurmurHash3 (32 bits, x86 variant), as required by BIP37. Returns a u32. */
export function murmur3(seed: number, data: Uint8Array): number {
  let hash = seed | 0
  const blocks = data.length >> 2
  for (let i = 0; i < blocks; i++) {
    const at = 4 * i
    const word = byte(data, at) | (byte(data, at + 1) << 8) | (byte(data, at + 2) << 16) | (byte(data, at + 3) << 24)
    hash ^= scramble(word)
    hash = (hash << 13) | (hash >>> 19)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  let tail = 0
  for (let i = data.length - 1; i >= 4 * blocks; i--) tail = (tail << 8) | byte(data, i)
  return finish(hash ^ scramble(tail) ^ data.length)
}

const byte = (data: Uint8Array, at: number) => data[at] ?? 0

function scramble(word: number): number {
  const product = Math.imul(word, 0xcc9e2d51)
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593)
}

function finish(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
