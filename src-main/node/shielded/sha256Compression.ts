/**
 * Round constants and initial state: first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4
 * §4.2.2, §5.3.3).
 */
const PRIMES = firstPrimes(64)
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes
}

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/**
 * SHA-256 without its padding: one run of the compression function from the initial state over two values of 32 bytes,
 * as the Sprout tree is hashed (shielded.md §7). No library used here exports it.
 */
export function sha256Compress(left: Uint8Array, right: Uint8Array): Uint8Array {
  const words = schedule(left, right)
  let [a, b, c, d, e, f, g, h] = INITIAL as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum1 + choice + ROUND_CONSTANTS[i]! + words[i]!) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
  }
  const out = new Uint8Array(32)
  const view = new DataView(out.buffer)
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) view.setInt32(i * 4, (word + INITIAL[i]!) | 0)
  return out
}

function schedule(left: Uint8Array, right: Uint8Array): Int32Array {
  const words = new Int32Array(64)
  for (const [half, bytes] of [left, right].entries()) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < 8; i++) words[half * 8 + i] = view.getInt32(i * 4)
  }
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!]
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = (words[i - 16]! + sigma0 + words[i - 7]! + sigma1) | 0
  }
  return words
}
