import { randomBytes } from 'node:crypto'

/** Positions of a key that have a table of their own; longer keys begin again, turned. */
const POSITIONS = 16
const BYTES = 256

/** Secret random numbers: without them nobody can choose keys that all fall on one place. */
const random = new Int32Array(new Uint8Array(randomBytes(4 * POSITIONS * BYTES)).buffer)

/** 32 bits that depend on every byte, for tables in memory: another number in each run of the program. */
export function byteHash(key: Uint8Array): number {
  let hash = key.length
  for (let at = 0; at < key.length; at++)
    hash = ((hash << 5) | (hash >>> 27)) ^ random[(at % POSITIONS) * BYTES + key[at]!]!
  return hash
}
