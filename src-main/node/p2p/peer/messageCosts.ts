import { LIMITS } from '../wire/index.ts'

/** bytes of one entry of an inv */
const INV_BYTES = 36
/** Memory that lists of small things take as objects, in multiples of their bytes. */
const OBJECT_FACTORS: Readonly<Record<string, number>> = { inv: 6, getdata: 6, addr: 6 }

/** Estimates the memory that a message takes while it is handled, in bytes. */
export function estimateMemory(command: string, { length }: Uint8Array): number {
  return length * (OBJECT_FACTORS[command] ?? 1)
}

/** Counts the entries of an inv. A list that is longer than the protocol allows is not decoded, and has a score instead: 0. */
export function countAnnouncements({ length }: Uint8Array): number {
  const count = Math.floor(length / INV_BYTES)
  return count > LIMITS.inv ? 0 : count
}
