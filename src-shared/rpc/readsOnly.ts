import type { Method } from './define.ts'

/**
 * Whether a method only reads, by what its definition says: even a page that nobody trusts may call it without a word
 * (`consent`), it gives out neither signed transactions nor secrets, and is not long work of its own, which nothing that happens
 * would make stale. What a definition does not say counts against it.
 */
export function readsOnly({ consent, signed, changesWith, flags }: Method): boolean {
  if (consent !== 'none' || signed !== undefined || flags.secretResult) return false
  return !(flags.longRunning && changesWith === 'never')
}
