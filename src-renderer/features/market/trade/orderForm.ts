import { readTypedUnits } from '#shared/figures.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type OrderAmounts, orderCoins } from '#shared/protocol/orderAmounts.ts'
import { formatAmount } from '#shared/units.ts'
import { typedAmountProblem } from '../../../components/typedAmount.ts'
import { t } from '../../../i18n/texts.ts'
import { amountAlone, fieldOfCoins, groupDigits, plainAmount, readAmountField } from '../../../ui/format.ts'

export interface OrderDraft {
  readonly side: 'ask' | 'bid'
  /** whole units, as typed */
  readonly amount: string
  /** coins for a unit, as typed */
  readonly price: string
  /** coins for all of them, as typed or computed */
  readonly total: string
}

/** What the person has; undefined while not known. */
export interface Means {
  /** satoshis */
  readonly coins: bigint | undefined
  /** of the token */
  readonly units: bigint | undefined
}

/** Satoshis that every transaction of an order takes besides: the miner's fee, and the marker that lists it. */
export const ORDER_COST = 2n * CONTRACT_FEE

export type OrderField = 'amount' | 'price' | 'total'

export interface CheckedOrder extends OrderAmounts {
  /** as the methods take it */
  readonly price: string
}

/** What the draft would place, exact after rounding; undefined while it is no order. */
export function orderOfDraft({ amount, price }: Pick<OrderDraft, 'amount' | 'price'>): CheckedOrder | undefined {
  const [units, rate] = [readTypedUnits(amount), readAmountField(price)]
  if (units === undefined || units === 0n || rate === undefined || rate === 0n) return undefined
  const text = formatAmount(rate)
  const coins = orderCoins(units, Number(text))
  return typeof coins === 'bigint' ? { units, coins, price: text } : undefined
}

/** The total that belongs to an amount and a price; "" while there is none. */
export function totalOf(draft: Pick<OrderDraft, 'amount' | 'price'>): string {
  const order = orderOfDraft(draft)
  return order ? plainAmount(order.coins) : ''
}

/** What a total that was typed changes: the amount at the price that stands there, else the price of the amount that does. */
export function fromTotal(draft: OrderDraft, total: string): Partial<Pick<OrderDraft, 'amount' | 'price'>> {
  const coins = readAmountField(total)
  if (coins === undefined || coins === 0n) return {}
  const [units, rate] = [readTypedUnits(draft.amount), readAmountField(draft.price)]
  if (rate !== undefined && rate > 0n) return { amount: String(coins / rate) }
  return units !== undefined && units > 0n ? { price: fieldOfCoins(formatAmount(coins / units)) } : {}
}

/** Everything that the node would refuse, before it is asked. */
export function orderProblems(draft: OrderDraft, means: Means): Partial<Record<OrderField, string>> {
  const amount = amountProblem(draft, means)
  const price = priceProblem(draft.price)
  if (amount || price) return { ...(amount && { amount }), ...(price && { price }) }
  const order = orderOfDraft(draft)
  const total = order ? fundsProblem(draft.side, order.coins, means.coins) : t('trade:problem.totalTooLarge')
  return total ? { total } : {}
}

function amountProblem({ side, amount }: OrderDraft, { units: held }: Means): string | undefined {
  if (amount.trim() === '') return t('trade:problem.howMany')
  const units = readTypedUnits(amount)
  if (units === undefined) return t('trade:problem.wholeUnits')
  if (units === 0n) return t('trade:problem.atLeastOne')
  if (side === 'ask' && held !== undefined && units > held) {
    return t('trade:problem.moreThanHeld', { held: groupDigits(held) })
  }
  return undefined
}

function priceProblem(price: string): string | undefined {
  if (price.trim() === '') return t('trade:problem.whatPrice')
  const rate = readAmountField(price)
  if (rate === undefined) return typedAmountProblem(price) ?? t('trade:problem.whatPrice')
  return rate === 0n ? t('trade:problem.noPrice', { least: amountAlone(1n) }) : undefined
}

function fundsProblem(side: OrderDraft['side'], coins: bigint, spendable: bigint | undefined): string | undefined {
  const needed = (side === 'bid' ? coins : 0n) + ORDER_COST
  if (spendable === undefined || needed <= spendable) return undefined
  return t('trade:problem.moreCoins', { needed: amountAlone(needed), spendable: amountAlone(spendable) })
}
