import { priceText } from '#shared/price.ts'
import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { type CoinText, isOwn, isSpendableHere, type TransactionFacts, tokenUnitsText } from '../sentences.ts'
import { tokenDataOf } from '../tokens/reader.ts'
import type { TokenEventKind } from '../tokens/schema.ts'
import { orderOf } from './codec.ts'

const ACTIONS: Readonly<Partial<Record<TokenEventKind, ActionOf<'assets'>>>> = {
  ...{ ask: 'ask', bid: 'bid', fillask: 'fill-ask', fillbid: 'fill-bid' },
  ...{ cancelask: 'cancel-ask', cancelbid: 'cancel-bid' },
}

/** These lock what is offered in their first output. */
const OFFERS: readonly ActionOf<'assets'>[] = ['ask', 'bid', 'fill-ask', 'fill-bid']
const FIRST: ReadonlySet<number> = new Set([0])
const NONE: ReadonlySet<number> = new Set()

/** The output by which the rules pay coins: the price of a fill, or what a cancelled bid gives back. */
const PAID_OUTPUT: Readonly<Record<string, number>> = { 'fill-ask': 2, 'fill-bid': 1, 'cancel-bid': 0 }
/** The marker that a fill makes for who placed the order. */
const OWNER_MARKER = 3

/** What a fill leaves of its order: units and coins change places between asks and bids. */
function leftOf({ tx }: ExplainContext, name: ActionOf<'assets'>) {
  if (name !== 'fill-ask' && name !== 'fill-bid') return undefined
  const data = tokenDataOf(tx)
  const wanted = (data && orderOf(data)?.price) ?? 0n
  const locked = tx.vout[0]?.value ?? 0n
  return name === 'fill-ask' ? { units: locked, coins: wanted } : { units: wanted, coins: locked }
}

type Order = NonNullable<ModuleAction['order']>

const each = ({ units, coins }: Order): string =>
  units > 0n && coins > 0n ? ` (${priceText(coins, units)} a unit)` : ''

/** How a fill leaves the order. */
function rest({ left }: Order, more: string): string {
  if (left === undefined) return ''
  return left.units === 0n || left.coins === 0n ? ', all that is left' : `; ${tokenUnitsText(left.units)} ${more}`
}

export const assetsExplainer: ModuleExplainer<'assets'> = {
  actionOf(context) {
    const { event } = context.tokens
    const name = event && ACTIONS[event.kind]
    if (event === undefined || name === undefined) return undefined
    const left = leftOf(context, name)
    const order = { units: event.amount, coins: event.coins ?? 0n, ...(left && { left }) }
    return { name, locked: OFFERS.includes(name) ? FIRST : NONE, order }
  },
  keysOf(tx) {
    const data = tokenDataOf(tx)
    const order = data && orderOf(data)
    return order ? [order.owner] : []
  },
  marksKeys: true,
  sentence: (facts, coins, { order }) => sentenceOf(facts, coins, order ?? { units: 0n, coins: 0n }),
  covers: ({ action }, { n }) => action !== null && PAID_OUTPUT[action] === n,
  warnings: warningsOf,
}

function sentenceOf({ tokens, action }: TransactionFacts, coins: CoinText, order: Order): string {
  const units = `${tokenUnitsText(order.units)} of ${tokens[0]?.name ?? 'a token'}`
  const price = coins(order.coins)
  switch (action) {
    case 'ask':
      return `Offers ${units} for ${price}${each(order)}.`
    case 'bid':
      return `Offers ${price} for ${units}${each(order)}.`
    case 'fill-ask':
      return `Buys ${units} for ${price}${each(order)}${rest(order, 'stay on offer')}.`
    case 'fill-bid':
      return `Sells ${units} for ${price}${each(order)}${rest(order, 'are still wanted')}.`
    case 'cancel-ask':
      return `Takes back an offer to sell ${units}.`
    default:
      return `Takes back an offer of ${price} for ${tokens[0]?.name ?? 'a token'}.`
  }
}

/** What the rules let others do with an order (tokens.md §4), and what makes no sense. */
function warningsOf({ action, order, tokens, outputs, inputs }: TransactionFacts): string[] {
  if (order === null) return []
  const { units, coins } = order
  const places = action === 'ask' || action === 'bid'
  const own = outputs[OWNER_MARKER]
  const fillsOwn =
    (action === 'fill-ask' || action === 'fill-bid') && own !== undefined && isOwn(own) && inputs.some(isSpendableHere)
  return [
    ...(places && tokens[0]?.nft ? ['Nobody can move this token, so the order can never be filled.'] : []),
    ...(action === 'ask' && units > 0n && coins % units !== 0n
      ? [
          `The price of a unit is not whole satoshis: the rules let a buyer pay only ${priceText(coins / units, 1n)} a unit.`,
        ]
      : []),
    ...(action === 'bid'
      ? ['The rules do not hold sellers to the price of a bid: one may take all its coins for a single unit.']
      : []),
    ...(fillsOwn ? ['The order is this wallet’s own: it trades with itself.'] : []),
  ]
}
