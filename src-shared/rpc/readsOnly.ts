import type { Method } from './define.ts'

/**
 * Returns true if the definition of a method shows that it only reads. An untrusted page may call it without approval
 * (`consent`), and it returns neither signed transactions nor secrets. Also, it is not a long-running call whose result
 * never becomes stale. Anything that the definition does not state counts against it.
 */
export function readsOnly({ consent, signed, changesWith, flags }: Method): boolean {
  if (consent !== 'none' || signed !== undefined || flags.secretResult) return false
  return !(flags.longRunning && changesWith === 'never')
}
