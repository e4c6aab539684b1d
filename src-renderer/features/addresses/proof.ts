import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { groupDigits } from '../../ui/format.ts'

type Audit = MethodResult<'auditaddressindex'>

/** What the check of one address found, in a sentence. */
export function proofVerdict({ ok, height, sums }: Pick<Audit, 'ok' | 'height' | 'sums'>): string {
  const at = { height: groupDigits(height) }
  if (ok) return t('addresses:proof.equal', at)
  return sums && sums.balance === sums.deltas && sums.balance === sums.unspent
    ? t('addresses:proof.rows', at)
    : t('addresses:proof.differ', at)
}
