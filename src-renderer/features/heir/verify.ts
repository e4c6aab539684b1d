import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { isOurs } from '../../components/transaction/describe.ts'
import { t } from '../../i18n/texts.ts'
import type { PlanOrder } from './order.ts'

const ACTIONS = { plan: 'heir-plan', add: 'heir-add', claim: 'heir-claim' } as const

type Output = Explanation['outputs'][number]

/**
 * Returns why the built transaction differs from the order, or undefined if it matches. A mismatch must never be
 * confirmed.
 * @param shared the address shared by owner and heir
 */
export function orderMismatch(txExplanation: Explanation, order: PlanOrder, shared: string): string | undefined {
  const [first, ...others] = txExplanation.outputs
  if (txExplanation.action !== ACTIONS[order.kind] || first === undefined) return t('heir:mismatch.other')
  const right = order.kind === 'claim' ? isOurs(first) : first.address === shared
  if (!right) return t('heir:mismatch.receiver')
  if (first.amount !== order.amount) return t('heir:mismatch.amount')
  if (others.some((output) => !isHarmless(output, shared))) return t('heir:mismatch.alsoOther')
  if (order.kind === 'plan' && !waitsFor(txExplanation, order.days)) return t('heir:mismatch.time')
  if (txExplanation.fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('heir:mismatch.gone')
  return txExplanation.fee < CONTRACT_FEE_BOUND ? undefined : t('heir:mismatch.fee')
}

/** Returns true for change, the marker of the inheritance, its data, and the amount that stays in it. */
function isHarmless(output: Output, shared: string): boolean {
  if (output.role === 'marker') return output.amount <= CONTRACT_FEE
  return output.role === 'data' || output.change || isOurs(output) || output.address === shared
}

/** Returns true if the node decoded the same waiting time from the transaction. */
function waitsFor({ said }: Explanation, days: number): boolean {
  const time = said.summary.find(({ key }) => key === 'heir.sets')?.values.get('time')
  if (typeof time !== 'object' || time.key !== 'phrase.days') return false
  return time.values.get('count')?.replaceAll(',', '') === String(days)
}
