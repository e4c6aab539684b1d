import type { MethodResult } from '#shared/rpc/index.ts'

type Audit = MethodResult<'auditaddressindex'>

/**
 * Classifies the result of the check of one address. Returns 'rows' if the sums are equal but the counts of rows
 * differ.
 */
export function proofVerdict({ ok, sums }: Pick<Audit, 'ok' | 'sums'>): 'equal' | 'rows' | 'differ' {
  if (ok) return 'equal'
  return sums && sums.balance === sums.deltas && sums.balance === sums.unspent ? 'rows' : 'differ'
}
