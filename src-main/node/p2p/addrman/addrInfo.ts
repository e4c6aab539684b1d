import type { KnownAddress } from './types.ts'

const MINUTE = 60
const DAY = 86_400

/** Address manager entry of a known address. */
export interface AddrInfo extends Writable<KnownAddress> {
  readonly key: string
  /** 16-byte address of the peer that sent it first */
  readonly source: Uint8Array
  /** its buckets in the new table; empty for a tried address */
  readonly buckets: number[]
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Returns true if the entry may be evicted for a new address (IsTerrible). */
export function isTerrible(entry: KnownAddress, now: number): boolean {
  // An attempt may still be running.
  if (entry.lastTry > 0 && entry.lastTry >= now - MINUTE) return false
  if (entry.time > now + 10 * MINUTE) return true
  if (entry.time === 0 || now - entry.time > 30 * DAY) return true
  if (entry.lastSuccess === 0) return entry.attempts >= 3
  return now - entry.lastSuccess > 7 * DAY && entry.attempts >= 10
}

/**
 * Computes the relative chance of selection, 0 … 1. The chance is close to 0 for ten minutes after an attempt, and
 * lower after each failure (GetChance).
 */
export function selectionChance(entry: KnownAddress, now: number): number {
  const recent = now - entry.lastTry < 10 * MINUTE ? 0.01 : 1
  return recent * 0.66 ** Math.min(entry.attempts, 8)
}
