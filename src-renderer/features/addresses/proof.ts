import type { MethodResult } from '#shared/rpc/index.ts'
import { groupDigits } from '../../ui/format.ts'

type Audit = MethodResult<'auditaddressindex'>

/** What the check of one address found, in a sentence. */
export function proofVerdict({ ok, height, sums }: Pick<Audit, 'ok' | 'height' | 'sums'>): string {
  const at = `at block ${groupDigits(height)}`
  if (ok) return `All three are equal ${at}`
  return sums && sums.balance === sums.deltas && sums.balance === sums.unspent
    ? `The sums are equal ${at}, but the row count of the index is wrong: rebuild it`
    : `They differ ${at}: rebuild the index`
}
