import type { MethodResult } from '#shared/rpc/index.ts'

type Audit = MethodResult<'auditaddressindex'>

/** What the check of one address found. `rows`: the sums are equal, but not what is counted beside them */
export function proofVerdict({ ok, sums }: Pick<Audit, 'ok' | 'sums'>): 'equal' | 'rows' | 'differ' {
  if (ok) return 'equal'
  return sums && sums.balance === sums.deltas && sums.balance === sums.unspent ? 'rows' : 'differ'
}
