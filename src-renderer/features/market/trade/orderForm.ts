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
  /** coins per unit, as typed */
  readonly price: string
  /** coins for all units, as typed or computed */
  readonly total: string
}

/** Funds of the user, undefined while unknown. */
export interface Means {
  /** in satoshis */
  readonly coins: bigint | undefined
  /** units of the token */
  readonly units: bigint | undefined
}

/** Additional cost of every order transaction in satoshis: the miner's fee, and the marker that lists the order. */
export const ORDER_COST = 2n * CONTRACT_FEE

export type OrderField = 'amount' | 'price' | 'total'

export interface CheckedOrder extends OrderAmounts {
  /** in the format of the RPC methods */
  readonly price: string
}

/** Returns the order of the draft, exact after rounding, or undefined if the draft is incomplete or invalid. */
export function orderOfDraft({ amount, price }: Pick<OrderDraft, 'amount' | 'price'>): CheckedOrder | undefined {
  const [units, rate] = [readTypedUnits(amount), readAmountField(price)]
  if (units === undefined || units === 0n || rate === undefined || rate === 0n) return undefined
  const text = formatAmount(rate)
  const coins = orderCoins(units, Number(text))
  return typeof coins === 'bigint' ? { units, coins, price: text } : undefined
}

/** Returns the total for an amount and a price, or "" if they are not a valid order. */
export function computeTotal(draft: Pick<OrderDraft, 'amount' | 'price'>): string {
  const order = orderOfDraft(draft)
  return order ? plainAmount(order.coins) : ''
}

/**
 * Returns the fields that a typed total changes: the amount if a price is given, else the price if an amount is given.
 */
export function fromTotal(draft: OrderDraft, total: string): Partial<Pick<OrderDraft, 'amount' | 'price'>> {
  const coins = readAmountField(total)
  if (coins === undefined || coins === 0n) return {}
  const [units, rate] = [readTypedUnits(draft.amount), readAmountField(draft.price)]
  if (rate !== undefined && rate > 0n) return { amount: String(coins / rate) }
  return units !== undefined && units > 0n ? { price: fieldOfCoins(formatAmount(coins / units)) } : {}
}

/** Returns the problems for which the node would reject the order, by field. */
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
