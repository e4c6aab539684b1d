import type { KnownAddress } from './types.ts'

const MINUTE = 60
const DAY = 86_400

/** A known address while the book works on it. */
export interface Entry extends Writable<KnownAddress> {
  readonly key: string
  /** who told us first, 16 bytes */
  readonly source: Uint8Array
  /** buckets of the new table it stands in; empty when tried */
  readonly buckets: Set<number>
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Not worth a place that a fresh address could have. */
export function looksDead(entry: KnownAddress, now: number): boolean {
  // What is being tried at this moment is not judged.
  if (entry.lastTry > 0 && entry.lastTry >= now - MINUTE) return false
  if (entry.time > now + 10 * MINUTE) return true
  if (entry.time === 0 || now - entry.time > 30 * DAY) return true
  if (entry.lastSuccess === 0) return entry.attempts >= 3
  return now - entry.lastSuccess > 7 * DAY && entry.attempts >= 10
}

/** How readily it is chosen, 0 … 1: hardly within ten minutes of the last attempt, and less with each failure. */
export function chanceOf(entry: KnownAddress, now: number): number {
  const recent = now - entry.lastTry < 10 * MINUTE ? 0.01 : 1
  return recent * 0.66 ** Math.min(entry.attempts, 8)
}
