import { describe, expect, it } from 'vitest'
import type { BlockEntry } from '../../core/index.ts'
import { type Database, IndexStates, reconcileIndex } from '../../storage/index.ts'
import { createMarketNode, type MarketNode, nightly, silentLogger } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import { playTrade, traders, tradeSteps } from './testing/randomTrades.ts'
import { scanOrders } from './testing/scan.ts'

/** Reorganisations per run. */
const REORGANISATIONS = nightly() ? 500 : 40
const SEED = nightly() ? Date.now() % 1_000_000_000 : 14
/** Returns all rows of the index tables, for comparison. */
const dump = (db: Database): unknown[] =>
  ['order_outputs', 'orders', 'order_events'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).safeIntegers(true).raw().all(),
  )

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each))

/** Sums the unspent outputs of the chain that have this contract script. */
function locked({ node }: MarketNode, script: Uint8Array): bigint {
  const sum = node.storage.db
    .prepare<[Uint8Array], bigint>('SELECT coalesce(sum(value), 0) FROM outputs WHERE script = ? AND spent_by IS NULL')
    .pluck()
    .safeIntegers(true)
  return sum.get(script) ?? 0n
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

/** Rebuilds the index from the first block, interrupted and restarted many times. */
async function rebuild({ node, rebuilds }: MarketNode): Promise<void> {
  const deps = { db: node.storage.db, logger: silentLogger }
  const states = new IndexStates(deps.db)
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

describe('the order index', () => {
  it(`matches a scan of the chain and the locked amounts after each of ${REORGANISATIONS} reorganisations; seed ${SEED}`, async () => {
    const site = createMarketNode()
    try {
      for (const person of traders) site.fund(person, 40, 30_000_000n)
      const tokens = traders.map((person) => site.createToken(person))
      const base = site.node.chain.tip().height
      const cut: BlockEntry[] = []
      let reorganisations = 0
      const seen = new Set<string>()
      for (const each of tradeSteps(SEED)) {
        const reorganised = playTrade(site, tokens, each, cut, base)
        if (reorganised) check(site, tokens, `reorganisation ${reorganisations}`)
        if (reorganised && ++reorganisations === REORGANISATIONS) break
        for (const { state } of site.indexes.assets.page({ limit: 20, sort: 'newest', descending: true }).items)
          seen.add(state)
      }
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
