/**
 * Indices of a solution are packed without gaps, each most significant bit first (chain-params.md §7).
 */

/**
 * The `count` indices of `bits` bits each. The caller has checked that the packed bytes hold exactly that.
 */
export function expandIndices(packed: Uint8Array, bits: number): Uint32Array {
  const count = Math.floor((packed.length * 8) / bits)
  const indices = new Uint32Array(count)
  // Up to 31 + 7 bits wait at a time: more than the bit operators hold, so the accumulator is arithmetic.
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

/** The inverse of `expandIndices`; the last byte is filled up with zero bits. */
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
