import { compressIndices } from './indexPacking.ts'
import { type EquihashParameters, equihashSizes } from './parameters.ts'
import { hashGroups } from './rows.ts'

/** Rows of one stage of the search: `width` leaf indices each, and the hash bits that are not zero yet. */
interface Stage {
  readonly width: number
  /** width indices per row, in solution order */
  readonly indices: number[]
  /** leading 32 bits of the row (rounds of 8 bits each; matched rounds are zero) */
  readonly high: number[]
  /** trailing 16 bits */
  readonly low: number[]
}

const ROUNDS = 5
const ROWS = 512

/**
 * Finds all solutions of Equihash 48,5 for a header, encoded (36 bytes each), for regtest miners. About two headers of
 * three have at least one. Takes about a millisecond.
 * @param header140 the header before its solution
 */
export function solveEquihash48x5(
  header140: Uint8Array,
  personal: NonNullable<EquihashParameters['personal']> = 'ZcashPoW',
): Uint8Array[] {
  const parameters: EquihashParameters = { n: 48, k: ROUNDS, personal }
  let stage = leaves(parameters, header140)
  for (let round = 0; round < ROUNDS; round++) stage = join(stage, round)
  const { indexBits } = equihashSizes(parameters)
  // Several pairs of equal rows can give the same indices, always in the same order.
  const found = new Map<string, Uint8Array>()
  for (let at = 0; at < stage.indices.length; at += stage.width) {
    const indices = stage.indices.slice(at, at + stage.width)
    found.set(indices.join(), compressIndices(indices, indexBits))
  }
  return [...found.values()]
}

function leaves(parameters: EquihashParameters, header140: Uint8Array): Stage {
  const { rowBytes, rowsPerHash } = equihashSizes(parameters)
  const hashGroup = hashGroups(parameters, header140)
  const stage: Stage = { width: 1, indices: [], high: [], low: [] }
  for (let index = 0; index < ROWS; ) {
    const output = hashGroup(index / rowsPerHash)
    const view = new DataView(output.buffer, output.byteOffset, output.byteLength)
    for (let row = 0; row < rowsPerHash && index < ROWS; row++, index++) {
      stage.indices.push(index)
      stage.high.push(view.getUint32(row * rowBytes))
      stage.low.push(view.getUint16(row * rowBytes + 4))
    }
  }
  return stage
}

/** Pairs all rows that agree in this round's bits (in the last round: in all remaining bits) and share no index. */
function join(from: Stage, round: number): Stage {
  const { width, high, low } = from
  const last = round === ROUNDS - 1
  const to: Stage = { width: 2 * width, indices: [], high: [], low: [] }
  const buckets = new Map<number, number[]>()
  for (let b = 0; b < high.length; b++) {
    const key = last ? (low[b] as number) : ((high[b] as number) >>> (24 - 8 * round)) & 0xff
    const bucket = buckets.get(key)
    if (!bucket) {
      buckets.set(key, [b])
      continue
    }
    for (const a of bucket) {
      if (shareAnIndex(from.indices, a * width, b * width, width)) continue
      pushPair(to.indices, from.indices, a * width, b * width, width)
      to.high.push(((high[a] as number) ^ (high[b] as number)) >>> 0)
      to.low.push((low[a] as number) ^ (low[b] as number))
    }
    bucket.push(b)
  }
  return to
}

function shareAnIndex(indices: readonly number[], a: number, b: number, width: number): boolean {
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) if (indices[a + i] === indices[b + j]) return true
  }
  return false
}

/** Appends the indices of both rows, starting with the row whose first index is smaller. */
function pushPair(to: number[], indices: readonly number[], a: number, b: number, width: number): void {
  const aFirst = (indices[a] as number) < (indices[b] as number)
  const [first, second] = aFirst ? [a, b] : [b, a]
  for (let i = 0; i < width; i++) to.push(indices[first + i] as number)
  for (let i = 0; i < width; i++) to.push(indices[second + i] as number)
}
