import { expandIndices } from './indexPacking.ts'
import { type EquihashParameters, equihashSizes } from './parameters.ts'
import { hashGroups } from './rows.ts'

/**
 * Returns true if an encoded solution proves the work for a header (chain-params.md §7). The length must be exact and
 * all indices different. At each node of the tree, the first index of the left half must be below that of the right
 * half. Each round's join must clear another group of leading bits, and all n bits at the root.
 * @param headerInput the 140 bytes of the header before its solution
 * @throws RangeError if the parameters or the input's size are impossible, never because of the solution
 */
export function verifyEquihash(parameters: EquihashParameters, headerInput: Uint8Array, solution: Uint8Array): boolean {
  const sizes = equihashSizes(parameters)
  const hashGroup = hashGroups(parameters, headerInput)
  if (solution.length !== sizes.solutionBytes) return false
  const indices = expandIndices(solution, sizes.indexBits)
  // Check the cheap rules first: most wrong solutions then cost no hashing.
  if (!areOrdered(indices) || !areDistinct(indices)) return false

  const { rowBytes, rowsPerHash } = sizes
  const rows = new Uint8Array(indices.length * rowBytes)
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] as number
    const output = hashGroup(Math.floor(index / rowsPerHash))
    const start = (index % rowsPerHash) * rowBytes
    rows.set(output.subarray(start, start + rowBytes), i * rowBytes)
  }
  return collide(rows, rowBytes, parameters.k, sizes.collisionBits)
}

/**
 * Returns true if at every node of the tree over the list, the first index of the left subtree is below that of the
 * right subtree.
 */
function areOrdered(indices: Uint32Array): boolean {
  for (let half = 1; half < indices.length; half *= 2) {
    for (let i = 0; i < indices.length; i += 2 * half) {
      if ((indices[i] as number) >= (indices[i + half] as number)) return false
    }
  }
  return true
}

function areDistinct(indices: Uint32Array): boolean {
  const sorted = indices.slice().sort()
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) return false
  return true
}

/** Joins neighbours round by round, in place. Returns false as soon as leading bits are not zero. */
function collide(rows: Uint8Array, rowBytes: number, k: number, collisionBits: number): boolean {
  for (let round = 1; round <= k; round++) {
    // The last join must clear two groups at once, so that the complete row is zero.
    const zeroBits = round === k ? rowBytes * 8 : collisionBits * round
    const joined = 2 ** (k - round)
    for (let i = 0; i < joined; i++) {
      const left = 2 * i * rowBytes
      const right = left + rowBytes
      const target = i * rowBytes
      for (let j = 0; j < rowBytes; j++) rows[target + j] = (rows[left + j] as number) ^ (rows[right + j] as number)
      if (!startsWithZeroBits(rows, target, zeroBits)) return false
    }
  }
  return true
}

function startsWithZeroBits(rows: Uint8Array, start: number, bits: number): boolean {
  const whole = start + (bits >> 3)
  for (let i = start; i < whole; i++) if (rows[i] !== 0) return false
  return (bits & 7) === 0 || (rows[whole] as number) >> (8 - (bits & 7)) === 0
}
