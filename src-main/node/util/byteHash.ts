import { randomBytes } from 'node:crypto'

/** Number of key positions that have their own table. Longer keys reuse the tables, rotated. */
const POSITIONS = 16
const BYTES = 256

/** Secret random numbers, so that attackers cannot choose keys that all collide. */
const random = new Int32Array(new Uint8Array(randomBytes(4 * POSITIONS * BYTES)).buffer)

/** Computes a 32-bit hash of all bytes, for tables in memory. The result differs in each run of the program. */
export function byteHash(key: Uint8Array): number {
  let hash = key.length
  for (let at = 0; at < key.length; at++)
    hash = ((hash << 5) | (hash >>> 27)) ^ random[(at % POSITIONS) * BYTES + key[at]!]!
  return hash
}
