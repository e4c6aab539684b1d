/** Packing of solution indices: without gaps, each with its most significant bit first (chain-params.md §7). */

/** Unpacks indices of `bits` bits each. The caller has checked the length of the packed bytes. */
export function expandIndices(packed: Uint8Array, bits: number): Uint32Array {
  const count = Math.floor((packed.length * 8) / bits)
  const indices = new Uint32Array(count)
  // Up to 31 + 7 bits are pending, more than the bit operators hold, so the accumulator uses arithmetic.
  let waiting = 0
  let value = 0
  let at = 0
  for (const byte of packed) {
    value = value * 256 + byte
    waiting += 8
    while (waiting >= bits) {
      waiting -= bits
      const unit = 2 ** waiting
      const index = Math.floor(value / unit)
      indices[at++] = index
      value -= index * unit
    }
  }
  return indices
}

/** Packs indices, the inverse of `expandIndices`. The last byte is padded with zero bits. */
export function compressIndices(indices: ArrayLike<number>, bits: number): Uint8Array {
  const packed = new Uint8Array(Math.ceil((indices.length * bits) / 8))
  let waiting = 0
  let value = 0
  let at = 0
  for (let i = 0; i < indices.length; i++) {
    value = value * 2 ** bits + (indices[i] as number)
    waiting += bits
    while (waiting >= 8) {
      waiting -= 8
      const unit = 2 ** waiting
      const byte = Math.floor(value / unit)
      packed[at++] = byte
      value -= byte * unit
    }
  }
  if (waiting > 0) packed[at] = value * 2 ** (8 - waiting)
  return packed
}
