import { generatorPoint, PEDERSEN_GENERATORS } from './generators.ts'
import type { Jubjub, JubjubPoint, PreparedTable } from './jubjub.ts'

/** Hash of two nodes of the Sapling tree, 32 bytes each; bit 255 of either is ignored. */
export type PedersenHash = (depth: number, left: Uint8Array, right: Uint8Array) => Uint8Array

/** The input has 6 + 255 + 255 bits: 172 chunks of three bits. Each table lookup covers two chunks. */
const CHUNKS = 172
const WINDOWS = CHUNKS / 2
const WINDOW_BITS = 6
const ENTRIES = 1 << WINDOW_BITS
/** Number of chunks that share a generator. */
const SEGMENT = 63
/** Number of bits before the input, so that the left node begins with a byte. */
const LEAD = 2

/** Creates the hash, see shielded.md §4. This takes about 10 ms and 700 kB. */
export function createPedersenHash(jubjub: Jubjub): PedersenHash {
  const table = windowTable(jubjub)
  const sum = jubjub.newPoint()
  const input = new Uint8Array(67)
  return (depth, left, right) => {
    layOut(input, depth, left, right)
    jubjub.setNeutral(sum)
    for (let window = 0; window < WINDOWS; window++) {
      const at = LEAD + window * WINDOW_BITS
      const pair = input[at >> 3]! | (input[(at >> 3) + 1]! << 8)
      jubjub.addEntry(sum, table, window * ENTRIES + ((pair >> (at & 7)) & (ENTRIES - 1)))
    }
    return jubjub.affineU(sum)
  }
}

/** Writes the bits in order, least significant first: depth from bit 2, left from bit 8, right from bit 263. */
function layOut(input: Uint8Array, depth: number, left: Uint8Array, right: Uint8Array): void {
  input.fill(0)
  input[0] = depth << LEAD
  input.set(left, 1)
  input[32]! &= 0x7f
  for (let i = 0; i < 32; i++) {
    const byte = i === 31 ? right[i]! & 0x7f : right[i]!
    input[32 + i]! |= (byte & 1) << 7
    input[33 + i] = byte >> 1
  }
}

/** Builds, for each window, the sum of its two chunks' points for every value of six bits. */
function windowTable(jubjub: Jubjub): PreparedTable {
  const table = jubjub.newTable(WINDOWS * ENTRIES)
  const room = () => Array.from({ length: 8 }, jubjub.newPoint)
  const [low, high] = [room(), room()]
  const sum = jubjub.newPoint()
  let base = jubjub.newPoint()
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    if (chunk % SEGMENT === 0) base = generatorPoint(jubjub, PEDERSEN_GENERATORS[chunk / SEGMENT]!)
    writeChunk(jubjub, chunk % 2 === 0 ? low : high, base)
    for (let i = 0; i < 4; i++) jubjub.add(base, base, base)
    if (chunk % 2 === 0) continue
    for (let bits = 0; bits < ENTRIES; bits++) {
      jubjub.add(sum, low[bits & 7]!, high[bits >> 3]!)
      jubjub.setEntry(table, (chunk >> 1) * ENTRIES + bits, sum)
    }
  }
  return table
}

/** Computes the point of each value of a chunk: the base times one to four, negated if the third bit is set. */
function writeChunk(jubjub: Jubjub, out: readonly JubjubPoint[], base: JubjubPoint): void {
  for (let bits = 0; bits < 4; bits++) {
    const [positive, negative] = [out[bits]!, out[bits + 4]!]
    jubjub.setNeutral(positive)
    jubjub.setNeutral(negative)
    for (let times = 0; times <= bits; times++) {
      jubjub.add(positive, positive, base)
      jubjub.subtract(negative, negative, base)
    }
  }
}
