import fc from 'fast-check'
import type { BlockEntry } from '../../../core/index.ts'
import type { Transaction } from '../../../primitives/index.ts'
import { type MarketNode, type TestKey, testKey } from '../../../testing/index.ts'
import { BuildError } from '../../../transactions/index.ts'
import { hashKey } from '../../../util/index.ts'
import { buildAsk, buildBid, buildCancelAsk, buildCancelBid, buildFillAsk, buildFillBid } from '../build.ts'

/** Chains above this height are cut back, because each check reads all blocks. */
const MAX_HEIGHT = 260
const STEPS_PER_PART = 1_000
/** Keys that trade with each other. */
export const traders = [1, 2, 3].map(testKey)

type Action = 'ask' | 'bid' | 'fill' | 'cancel' | 'mine' | 'reorganise'

/** A random step. Its numbers are reduced modulo the available choices. */
export interface TradeStep {
  readonly action: Action
  readonly person: number
  readonly pick: number
  readonly units: bigint
  readonly price: number
}

const tradeStep: fc.Arbitrary<TradeStep> = fc.record({
  action: fc.constantFrom<Action>(
    'ask',
    'ask',
    'bid',
    'bid',
    'fill',
    'fill',
    'fill',
    'cancel',
    'mine',
    'mine',
    'reorganise',
  ),
  person: fc.nat(2),
  pick: fc.nat(10_000),
  units: fc.bigInt(1n, 40n),
  price: fc.nat(5000),
})

/** Generates an endless sequence of steps, deterministic for a seed. How many steps a test needs depends on chance. */
export function* tradeSteps(seed: number): Generator<TradeStep> {
  for (let part = 0; ; part++) yield* fc.sample(tradeStep, { numRuns: STEPS_PER_PART, seed: seed + part })
}

function openTrade(site: MarketNode, tokens: readonly Uint8Array[], each: TradeStep): Transaction | undefined {
  const { action, person, pick, units, price } = each
  const context = site.context(traders[person]!)
  const tokenId = tokens[pick % tokens.length]!
  const total = units * 20_000n + BigInt(price)
  if (action === 'ask') return buildAsk({ tokenId, units, total }, context)
  if (action === 'bid') return buildBid({ tokenId, units, total }, context)
  const { items } = site.indexes.assets.page({ limit: 1000, sort: 'newest', descending: true, state: 'open' })
  const order = items[pick % Math.max(items.length, 1)]
  if (order === undefined) return undefined
  const reference = { tokenId: order.tokenId, txid: order.current }
  if (action === 'fill') {
    return order.side === 'ask'
      ? buildFillAsk({ ...reference, units }, context)
      : buildFillBid({ ...reference, units }, context)
  }
  const owner = traders.find(({ pub }) => hashKey(pub) === hashKey(order.owner)) as TestKey
  return (order.side === 'ask' ? buildCancelAsk : buildCancelBid)(reference, site.context(owner))
}

/**
 * Performs one step on a chain with these tokens: trades, mines, disconnects blocks above `base`, or reconnects them.
 * @param cut first blocks of the branches that were disconnected
 * @returns true if the chain was reorganised
 */
export function playTrade(
  site: MarketNode,
  tokens: readonly Uint8Array[],
  each: TradeStep,
  cut: BlockEntry[],
  base: number,
): boolean {
  if (each.action === 'mine') site.mine()
  if (each.action === 'reorganise' && site.node.chain.tip().height > base) {
    reorganise(site, each.pick, cut, base)
    return true
  }
  if (each.action === 'mine' || each.action === 'reorganise') return false
  try {
    const tx = openTrade(site, tokens, each)
    if (tx) site.send(tx)
  } catch (error) {
    // Expected failures: another trader was faster, funds are insufficient, or the chain of unconfirmed transactions is
    // too long.
    if (!(error instanceof BuildError) && !/chain|dust|missing-inputs/.test(String(error))) throw error
  }
  return false
}

function reorganise({ node: { chain } }: MarketNode, pick: number, cut: BlockEntry[], base: number): void {
  const { height } = chain.tip()
  const depth = height > MAX_HEIGHT ? height - base - 1 : pick % Math.min(height - base, 12)
  const again = pick % 3 === 0 && height <= MAX_HEIGHT ? cut.splice(pick % Math.max(cut.length, 1), 1)[0] : undefined
  if (again) {
    chain.reconsiderBlock(again)
    return
  }
  const target = chain.byHeight(height - depth)!
  chain.invalidateBlock(target)
  if (height <= MAX_HEIGHT) cut.push(target)
}
