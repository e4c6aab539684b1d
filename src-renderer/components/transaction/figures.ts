import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { plainAmount } from '../../ui/format.ts'
import type { BuiltTransaction } from './built.ts'

/** Amounts of a cost: the total, then its parts. `received` is subtracted; the sum of the parts equals the total. */
export const COST_AMOUNTS = ['total', 'paid', 'locked', 'units', 'markers', 'fee', 'received'] as const
type CostAmounts = Pick<NonNullable<Explanation['cost']>, (typeof COST_AMOUNTS)[number]>

/** Satoshis that a transaction costs the wallet, as computed by `explaintransaction`. */
export interface CostFigures extends CostAmounts {
  /** True if the markers are an order fee, not a listing deposit. */
  readonly order: boolean
}

/** Returns the total cost of the transaction and its preceding move, or null if an input is unknown. */
export function builtFigures({
  told: txExplanation,
  move,
}: Pick<BuiltTransaction, 'told' | 'move'>): CostFigures | null {
  const { cost } = txExplanation
  const moved = move?.told.cost
  if (cost === null || moved === null) return null
  const sums = COST_AMOUNTS.map((name) => [name, cost[name] + (moved?.[name] ?? 0n)])
  return { ...(Object.fromEntries(sums) as unknown as CostAmounts), order: txExplanation.module === 'assets' }
}

const partText = (name: Exclude<(typeof COST_AMOUNTS)[number], 'total'>, satoshis: bigint, order: boolean) =>
  t(`parts:confirm.part.${name === 'markers' && order ? 'orderFee' : name}`, { amount: plainAmount(satoshis) })

/** Formats the parts of a cost or of a gain as a sum. */
function formatSum({ total, order, ...figures }: CostFigures): string {
  const parts = COST_AMOUNTS.flatMap((name) => {
    if (name === 'total' || figures[name] === 0n) return []
    const added = (name === 'received') === total < 0n ? figures[name] : -figures[name]
    // An amount locked in a contract is labelled only next to a payment.
    const named = name === 'locked' && figures.paid === 0n ? 'paid' : name
    return [{ added, text: partText(named, added < 0n ? -added : added, order) }]
  })
  const [first, ...others] = [...parts.filter(({ added }) => added > 0n), ...parts.filter(({ added }) => added < 0n)]
  return (first?.text ?? '') + others.map(({ added, text }) => ` ${added < 0n ? '−' : '+'} ${text}`).join('')
}

/** `sent` is the past tense; `order` means that the rest of the deal follows later. */
export type CostTense = 'sent' | 'order'

/** Returns the label before a total, such as "You pay". */
const costLabel = (gains: boolean, tense?: CostTense): string =>
  tense === 'sent'
    ? t(gains ? 'parts:confirm.received' : 'parts:confirm.paid')
    : t(gains ? 'parts:confirm.receive' : tense === 'order' ? 'parts:confirm.payNow' : 'parts:confirm.pay')

/** Returns the label of a form's total, with the wording of the confirmation. */
export function totalLabel(gains: boolean, exact: boolean, tense?: CostTense): string {
  const label = costLabel(gains, tense)
  return exact ? label : t('parts:confirm.about', { label })
}

/**
 * Formats the cost of a transaction with parts that add up to the total. Form, confirmation, notification, task and
 * history all use this sentence.
 */
export function formatCost(figures: CostFigures, coin: string, tense?: CostTense): string {
  const { total, fee } = figures
  if (total === 0n) return t('parts:confirm.free')
  if (total === fee) return t('parts:confirm.fee', { fee: plainAmount(fee), coin })
  const all = `${costLabel(total < 0n, tense)} ${plainAmount(total < 0n ? -total : total)} ${coin}`
  const parts = COST_AMOUNTS.filter((name) => name !== 'total' && figures[name] !== 0n)
  return parts.length > 1 ? `${all}: ${formatSum(figures)}.` : `${all}.`
}

/**
 * Returns what a sent transaction cost or earned the wallet. Returns null if the amount is unknown or zero, or only the
 * network fee.
 */
export function formatOwnCost(txExplanation: Explanation, coin: string): string | null {
  const cost = builtFigures({ told: txExplanation })
  return cost === null || cost.total === 0n || cost.total === cost.fee ? null : formatCost(cost, coin, 'sent')
}

/** Returns the cost text of a confirmation, including later proceeds of an offer. */
export function formatConfirmedCost(built: Pick<BuiltTransaction, 'told' | 'move'>, coin: string): string {
  const figures = builtFigures(built)
  if (!figures) return t('parts:confirm.unknown')
  const { action, order } = built.told
  const now = formatCost(figures, coin, action === 'ask' || action === 'bid' ? 'order' : undefined)
  if (action !== 'ask' || order === null) return now
  return `${now} ${t('parts:confirm.later', { amount: plainAmount(order.coins), coin })}`
}

/**
 * Returns true if the fee or the total differs from the amounts shown. Amounts that were not shown count as unchanged.
 */
export function figuresChanged(shown: Partial<Pick<CostFigures, 'total' | 'fee'>>, now: CostFigures): boolean {
  const differs = (before: bigint | undefined, after: bigint) => before !== undefined && before !== after
  return differs(shown.fee, now.fee) || differs(shown.total, now.total)
}
