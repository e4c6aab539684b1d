import { priceText } from '#shared/price.ts'
import { isMovableToken } from '#shared/protocol/contractRules.ts'
import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { type Phrase, type Sentence, say } from '#shared/sentences/sentence.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { type CoinText, isOwn, isSpendableHere, type TransactionFacts, unitsPhrase } from '../framework/sentences.ts'
import { findOrderData } from '../tokens/orderData.ts'
import { findTokenData } from '../tokens/reader.ts'
import type { TokenEventKind } from '../tokens/schema.ts'

const ACTIONS: Readonly<Partial<Record<TokenEventKind, ActionOf<'assets'>>>> = {
  ...{ ask: 'ask', bid: 'bid', fillask: 'fill-ask', fillbid: 'fill-bid' },
  ...{ cancelask: 'cancel-ask', cancelbid: 'cancel-bid' },
}

/** Actions whose first output locks the offered units or coins. */
const OFFERS: readonly ActionOf<'assets'>[] = ['ask', 'bid', 'fill-ask', 'fill-bid']
const FIRST: ReadonlySet<number> = new Set([0])
const NONE: ReadonlySet<number> = new Set()

/** Index of the output that pays coins by the rules: the price of a fill, or the refund of a cancelled bid. */
const PAID_OUTPUT: Readonly<Record<string, number>> = { 'fill-ask': 2, 'fill-bid': 1, 'cancel-bid': 0 }
/** Index of the marker that a fill makes for the order's owner. */
const OWNER_MARKER = 3

/** Computes the amounts that a fill leaves of its order. Units and coins swap roles between asks and bids. */
function computeRemainder({ tx }: ExplainContext, name: ActionOf<'assets'>) {
  if (name !== 'fill-ask' && name !== 'fill-bid') return undefined
  const data = findTokenData(tx)
  const wanted = (data && findOrderData(data)?.price) ?? 0n
  const locked = tx.vout[0]?.value ?? 0n
  return name === 'fill-ask' ? { units: locked, coins: wanted } : { units: wanted, coins: locked }
}

type Order = NonNullable<ContractAction['order']>

const each = ({ units, coins }: Order): string | Phrase =>
  units > 0n && coins > 0n ? say('assets.each', { price: priceText(coins, units) }) : ''

/** Describes the remainder of the order after a fill. */
function rest({ left }: Order, key: 'assets.restAsk' | 'assets.restBid'): string | Phrase {
  if (left === undefined) return ''
  if (left.units === 0n || left.coins === 0n) return say('assets.restNone')
  return { key, values: unitsPhrase(left.units).values }
}

export const assetsExplainer: ContractExplainer<'assets'> = {
  actionOf(context) {
    const { event } = context.tokens
    const name = event && ACTIONS[event.kind]
    if (event === undefined || name === undefined) return undefined
    const left = computeRemainder(context, name)
    const order = { units: event.amount, coins: event.coins ?? 0n, ...(left && { left }) }
    const unmovable = !isMovableToken(context.tokens.subject?.nftData?.[0])
    return { name, locked: OFFERS.includes(name) ? FIRST : NONE, order, unmovable }
  },
  keysOf(tx) {
    const data = findTokenData(tx)
    const order = data && findOrderData(data)
    return order ? [order.owner] : []
  },
  marksKeys: true,
  sentence: (facts, coins, { order }) => buildSentence(facts, coins, order ?? { units: 0n, coins: 0n }),
  covers: ({ action }, { n }) => action !== null && PAID_OUTPUT[action] === n,
  warnings: buildWarnings,
}

function buildSentence({ tokens, action }: TransactionFacts, coins: CoinText, order: Order): Sentence {
  const name = tokens[0]?.name ?? say('assets.someToken')
  const units = unitsPhrase(order.units)
  const price = coins(order.coins)
  switch (action) {
    case 'ask':
      return say('assets.ask', { units, name, price, each: each(order) })
    case 'bid':
      return say('assets.bid', { units, name, price, each: each(order) })
    case 'fill-ask':
      return say('assets.fillAsk', { units, name, price, each: each(order), rest: rest(order, 'assets.restAsk') })
    case 'fill-bid':
      return say('assets.fillBid', { units, name, price, each: each(order), rest: rest(order, 'assets.restBid') })
    case 'cancel-ask':
      return say('assets.cancelAsk', { units, name })
    default:
      return say('assets.cancelBid', { price, name })
  }
}

/** Warns about actions that the rules allow others on an order (tokens.md §4), and about orders that make no sense. */
function buildWarnings(
  { action, order, outputs, inputs }: TransactionFacts,
  { unmovable }: Pick<ContractAction, 'unmovable'>,
): Sentence[] {
  if (order === null) return []
  const { units, coins } = order
  const places = action === 'ask' || action === 'bid'
  const own = outputs[OWNER_MARKER]
  const fillsOwn =
    (action === 'fill-ask' || action === 'fill-bid') && own !== undefined && isOwn(own) && inputs.some(isSpendableHere)
  const fraction = action === 'ask' && units > 0n && coins % units !== 0n
  return [
    ...(places && unmovable ? [say('assets.nftOrder')] : []),
    ...(fraction ? [say('assets.fraction', { price: priceText(coins / units, 1n) })] : []),
    ...(action === 'bid' ? [say('assets.greedySeller')] : []),
    ...(fillsOwn ? [say('assets.ownOrder')] : []),
  ]
}
