import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import type { ModuleExplainer } from '../ccModule.ts'
import { tokenUnitsText } from '../sentences.ts'
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

export const assetsExplainer: ModuleExplainer<'assets'> = {
  actionOf({ tokens: { event } }) {
    const name = event && ACTIONS[event.kind]
    if (name === undefined) return undefined
    const order = event?.coins === undefined ? {} : { order: { units: event.amount, coins: event.coins } }
    return { name, locked: OFFERS.includes(name) ? FIRST : NONE, ...order }
  },
  keysOf(tx) {
    const data = tokenDataOf(tx)
    const order = data && orderOf(data)
    return order ? [order.owner] : []
  },
  marksKeys: true,
  sentence(facts, coins) {
    const name = facts.tokens[0]?.name ?? 'a token'
    const units = tokenUnitsText(facts.order?.units ?? 0n)
    const price = coins(facts.order?.coins ?? 0n)
    switch (facts.action) {
      case 'ask':
        return `Offers ${units} of ${name} for ${price}.`
      case 'bid':
        return `Offers ${price} for ${units} of ${name}.`
      case 'fill-ask':
        return `Buys ${units} of ${name} for ${price}.`
      case 'fill-bid':
        return `Sells ${units} of ${name} for ${price}.`
      case 'cancel-ask':
        return `Takes back an offer to sell ${name}.`
      default:
        return `Takes back an offer to buy ${name}.`
    }
  },
  covers: ({ action }, { n }) => action !== null && PAID_OUTPUT[action] === n,
}
