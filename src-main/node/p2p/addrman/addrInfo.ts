import type { KnownAddress } from './types.ts'

const MINUTE = 60
const DAY = 86_400

/** A known address as the address manager holds it. */
export interface AddrInfo extends Writable<KnownAddress> {
  readonly key: string
  /** who sent it first, 16 bytes */
  readonly source: Uint8Array
  /** its buckets in the new table; empty when tried */
  readonly buckets: number[]
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Returns true if the address is not worth a position that a new address could have (IsTerrible). */
export function isTerrible(entry: KnownAddress, now: number): boolean {
  // An attempt may be under way.
  if (entry.lastTry > 0 && entry.lastTry >= now - MINUTE) return false
  if (entry.time > now + 10 * MINUTE) return true
  if (entry.time === 0 || now - entry.time > 30 * DAY) return true
  if (entry.lastSuccess === 0) return entry.attempts >= 3
  return now - entry.lastSuccess > 7 * DAY && entry.attempts >= 10
}

/** Computes the relative chance of being selected, 0 … 1: close to 0 for ten minutes after an attempt, and lower after each failure (GetChance). */
export function selectionChance(entry: KnownAddress, now: number): number {
  const recent = now - entry.lastTry < 10 * MINUTE ? 0.01 : 1
  return recent * 0.66 ** Math.min(entry.attempts, 8)
}
