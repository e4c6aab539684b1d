import type { MethodResult } from '#shared/rpc/index.ts'

type Audit = MethodResult<'auditaddressindex'>

/** What the check of one address found: the text that says it. */
export function proofVerdict({ ok, sums }: Pick<Audit, 'ok' | 'sums'>) {
  if (ok) return 'addresses:proof.equal'
  return sums && sums.balance === sums.deltas && sums.balance === sums.unspent
    ? 'addresses:proof.rows'
    : 'addresses:proof.differ'
}
