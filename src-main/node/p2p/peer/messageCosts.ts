import { LIMITS } from '../wire/index.ts'

/** size of an inv entry */
const INV_BYTES = 36
/** Memory of lists of small entries as objects, in multiples of their serialised size. */
const OBJECT_FACTORS: Readonly<Record<string, number>> = { inv: 6, getdata: 6, addr: 6 }

/** Estimates the memory in bytes that a message takes while it is handled. */
export function estimateMemory(command: string, { length }: Uint8Array): number {
  return length * (OBJECT_FACTORS[command] ?? 1)
}

/**
 * Counts the entries of an inv. Returns 0 for a list longer than the protocol allows, which is not decoded but adds to
 * the ban score.
 */
export function countAnnouncements({ length }: Uint8Array): number {
  const count = Math.floor(length / INV_BYTES)
  return count > LIMITS.inv ? 0 : count
}
