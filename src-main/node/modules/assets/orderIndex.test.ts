import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockEntry } from '../../interfaces.ts'
import type { Transaction } from '../../primitives/index.ts'
import { createIndexStates, type Database, reconcileIndex } from '../../storage/index.ts'
import { createMarketNode, type MarketNode, nightly, silentLogger, type TestKey, testKey } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import { BuildError } from '../transactionBuilder/buildError.ts'
import { buildAsk, buildBid, buildCancelAsk, buildCancelBid, buildFillAsk, buildFillBid } from './build.ts'
import { askScript, BID_SCRIPT } from './scripts.ts'
import { scanOrders } from './testing/scan.ts'

/** Reorganisations in a run; the issue asks for five hundred. */
const REORGANISATIONS = nightly() ? 500 : 40
const SEED = nightly() ? Date.now() % 1_000_000_000 : 14
/** Higher chains are cut back: each check reads all blocks. */
const HIGHEST = 260
const people = [1, 2, 3].map(testKey)

type Action = 'ask' | 'bid' | 'fill' | 'cancel' | 'mine' | 'reorganise'

interface Step {
  readonly action: Action
  readonly person: number
  readonly pick: number
  readonly units: bigint
  readonly price: number
}

const step: fc.Arbitrary<Step> = fc.record({
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

/** Tables of the index, to be compared. */
const dump = (db: Database): unknown[] =>
  ['order_outputs', 'orders', 'order_events'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).safeIntegers(true).raw().all(),
  )

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each))

/** What unspent outputs of the chain hold at the places of the module. */
function locked({ node }: MarketNode, script: Uint8Array): bigint {
  const sum = node.storage.db
    .prepare<[Uint8Array], bigint>('SELECT coalesce(sum(value), 0) FROM outputs WHERE script = ? AND spent_by IS NULL')
    .pluck()
    .safeIntegers(true)
  return sum.get(script) ?? 0n
}

function openTrade(site: MarketNode, tokens: readonly Uint8Array[], each: Step): Transaction | undefined {
  const { action, person, pick, units, price } = each
  const context = site.context(people[person]!)
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
  const owner = people.find(({ pub }) => hashKey(pub) === hashKey(order.owner)) as TestKey
  return (order.side === 'ask' ? buildCancelAsk : buildCancelBid)(reference, site.context(owner))
}

function play(site: MarketNode, tokens: readonly Uint8Array[], each: Step, cut: BlockEntry[], base: number): boolean {
  const { chain } = site.node
  const { height } = chain.tip()
  if (each.action === 'mine') site.mine()
  if (each.action === 'reorganise' && height > base) {
    const depth = height > HIGHEST ? height - base - 1 : each.pick % Math.min(height - base, 12)
    const again =
      each.pick % 3 === 0 && height <= HIGHEST ? cut.splice(each.pick % Math.max(cut.length, 1), 1)[0] : undefined
    if (again) chain.reconsiderBlock(again)
    else {
      const target = chain.byHeight(height - depth)!
      chain.invalidateBlock(target)
      if (height <= HIGHEST) cut.push(target)
    }
    return true
  }
  if (each.action === 'mine' || each.action === 'reorganise') return false
  try {
    const tx = openTrade(site, tokens, each)
    if (tx) site.send(tx)
  } catch (error) {
    // Somebody was quicker, or lacks what it takes; a chain of unconfirmed transactions has a longest length.
    if (!(error instanceof BuildError) && !/chain|dust|missing-inputs/.test(String(error))) throw error
  }
  return false
}

function check(site: MarketNode, tokens: readonly Uint8Array[], where: string): void {
  const { assets } = site.indexes
  const { orders, trades } = scanOrders(site.node.chain)
  const all = assets.page({ limit: 10_000, sort: 'newest', descending: false })
  const indexed = all.items.map(({ txid, side, owner, current, state, unitsLeft, coinsLeft }) => ({
    ...{ placed: hashKey(txid), side, owner: hashKey(owner), current: hashKey(current), state },
    ...(state === 'open' && { units: unitsLeft, coins: coinsLeft }),
  }))
  const scanned = orders.map(({ units, coins, ...order }) => ({
    ...order,
    ...(order.state === 'open' && { units, coins }),
  }))
  const sorted = (rows: readonly { readonly placed: string }[]) =>
    text([...rows].sort((a, b) => (a.placed < b.placed ? -1 : 1)).map((row) => Object.entries(row).sort()))
  expect(sorted(indexed), where).toBe(sorted(scanned))
  const traded = assets.trades({ limit: 10_000 }).map(({ txid, tokenId, units, coins, height }) => ({
    ...{ txid: hashKey(txid), token: hashKey(tokenId), units, coins, height },
  }))
  expect(text(traded.reverse()), where).toBe(text(trades))
  const open = all.items.filter(({ state }) => state === 'open')
  const sum = (side: string, of: 'unitsLeft' | 'coinsLeft') =>
    open.filter((order) => order.side === side).reduce((total, order) => total + order[of], 0n)
  expect(sum('ask', 'unitsLeft'), where).toBe(locked(site, askScript(0)))
  expect(sum('bid', 'coinsLeft'), where).toBe(locked(site, BID_SCRIPT))
  checkMarkets(site, tokens, { open, trades, where })
}

function checkMarkets(
  { indexes: { assets }, node }: MarketNode,
  tokens: readonly Uint8Array[],
  {
    open,
    trades,
    where,
  }: Pick<ReturnType<typeof scanOrders>, 'trades'> & {
    open: { tokenId: Uint8Array; side: string; rate: number }[]
    where: string
  },
): void {
  const from = node.chain.tip().height - 20
  for (const token of tokens) {
    const own = trades.filter((trade) => trade.token === hashKey(token))
    const recent = own.filter(({ height }) => height >= from)
    const add = (of: 'units' | 'coins') => recent.reduce((total, trade) => total + trade[of], 0n)
    expect(assets.volume(token, from), where).toEqual({
      units: add('units'),
      coins: add('coins'),
      trades: recent.length,
    })
    expect(assets.last(token)?.coins, where).toBe(own.at(-1)?.coins)
    expect(assets.last(token, from)?.coins, where).toBe(own.filter(({ height }) => height < from).at(-1)?.coins)
    const rates = (side: string) =>
      open.filter((o) => o.side === side && hashKey(o.tokenId) === hashKey(token)).map((o) => o.rate)
    expect(assets.book(token, 'ask', 1)[0]?.rate, where).toBe(rates('ask').sort((a, b) => a - b)[0])
    expect(assets.book(token, 'bid', 1)[0]?.rate, where).toBe(rates('bid').sort((a, b) => b - a)[0])
    expect(assets.openOrders(token), where).toEqual({ asks: rates('ask').length, bids: rates('bid').length })
  }
}

/** Has the index made again from the first block, in many starts. */
async function rebuild({ node, rebuilds }: MarketNode): Promise<void> {
  const deps = { db: node.storage.db, logger: silentLogger }
  const states = createIndexStates(deps.db)
  for (const index of rebuilds) {
    await reconcileIndex(index, true, deps)
    await reconcileIndex(index, false, deps)
    expect(dump(node.storage.db)).toEqual([[], [], []])
    let starts = 0
    for (; starts === 0 || states.read(index.name)?.step !== undefined; starts++) {
      const stop = new AbortController()
      await reconcileIndex(index, true, { ...deps, signal: stop.signal, onProgress: () => stop.abort() })
    }
    expect(starts).toBeGreaterThan(1)
  }
}

describe('the index of orders', () => {
  it(`equals a scan of the chain and holds what is locked, after each of ${REORGANISATIONS} reorganisations; seed ${SEED}`, {
    timeout: 3_000_000,
  }, async () => {
    const site = createMarketNode()
    try {
      for (const person of people) site.fund(person, 40, 30_000_000n)
      const tokens = people.map((person) => site.createToken(person))
      const base = site.node.chain.tip().height
      const cut: BlockEntry[] = []
      let reorganisations = 0
      const seen = new Set<string>()
      for (const [at, each] of fc.sample(step, { numRuns: REORGANISATIONS * 14, seed: SEED }).entries()) {
        const reorganised = play(site, tokens, each, cut, base)
        if (reorganised) check(site, tokens, `step ${at}`)
        if (reorganised && ++reorganisations === REORGANISATIONS) break
        for (const { state } of site.indexes.assets.page({ limit: 20, sort: 'newest', descending: true }).items)
          seen.add(state)
      }
      expect(reorganisations).toBe(REORGANISATIONS)
      expect([...seen].sort()).toEqual(['cancelled', 'filled', 'open'])
      site.mine()
      check(site, tokens, 'at the end')
      const before = dump(site.node.storage.db)
      await rebuild(site)
      expect(dump(site.node.storage.db)).toEqual(before)
    } finally {
      site.close()
    }
  })
})
