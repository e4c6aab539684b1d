import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { plainAmount } from '../ui/format.ts'

type Summary = Pick<MethodResult<'getwalletsummary'>, 'confirmed' | 'pending' | 'immature' | 'tokenkey'>

/** Returns the parts of the balance, as part of a sentence; empty if the balance is 0. */
export function balanceBreakdown({ confirmed, pending, immature, tokenkey }: Summary): string {
  const elsewhere = confirmed - tokenkey
  const parts = [
    [tokenkey, t('parts:spread.tokenKey')],
    [elsewhere, tokenkey > 0n ? t('parts:spread.elsewhere') : t('parts:spread.own')],
    [pending, t('parts:spread.pending')],
    [immature, t('parts:spread.immature')],
  ] as const
  const held = parts.filter(([amount]) => amount > 0n)
  const [only] = held
  if (!only) return ''
  if (held.length === 1) return t('parts:spread.all', { where: only[1] })
  return held.map(([amount, where]) => t('parts:spread.part', { amount: plainAmount(amount), where })).join('\u00a0· ')
}
