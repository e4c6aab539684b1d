import { afterEach, describe, expect, it } from 'vitest'
import { parseJson } from '#shared/json.ts'
import { asObject } from '#shared/rpc/convert.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { parseTransaction, type Transaction } from '../../../primitives/index.ts'
import { createExplainHandlers } from '../../../rpc/handlers/rawTransactions/explain.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../../../testing/index.ts'
import { fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { buildTokenCreate } from '../../tokens/index.ts'
import { createOrderListHandlers } from './lists.ts'
import { createMarketHandlers } from './market.ts'
import { createOrderHandlers } from './orders.ts'
import { createOrderPageHandlers } from './pages.ts'
import { createPendingOrderHandlers } from './pending.ts'

const [ann, ben] = [testKey(1), testKey(2)]
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
type Members = Record<string, string | number | boolean>
const options = (members: Members) => asObject(parseJson(JSON.stringify(members)))

let site: MarketNode | undefined
afterEach(() => {
  site?.close()
  site = undefined
})

/** Creates the RPC handlers of one trader's key on the shared node. */
function createHandlers(market: MarketNode, person: TestKey) {
  const { node, mempool, addressIndex, indexes } = market
  const deps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes },
    pubkey: () => person.pub,
    buildContext: () => market.context(person),
    walletCoins: { coins: () => node.coins(person) },
  }
  const handlers = {
    ...createMarketHandlers(deps),
    ...createOrderHandlers(deps),
    ...createOrderListHandlers(deps),
    ...createOrderPageHandlers(deps),
    ...createPendingOrderHandlers(deps),
  }
  const list = (members: Members = {}) => handlers.listorders({ options: options(members) }, context)
  return { ...handlers, list: async (members?: Members) => list(members) }
}

function open() {
  const market = createMarketNode()
  site = market
  for (const person of [ann, ben]) market.fund(person, 30, 300_000_000n)
  const tokenid = toDisplayHex(market.createToken(ann))
  return { market, tokenid, asAnn: createHandlers(market, ann), asBen: createHandlers(market, ben) }
}

type Reply = { readonly hex: string } | { readonly error: string }

function expectHex(reply: unknown): string {
  const { hex, error } = reply as { hex?: string; error?: string }
  if (hex === undefined) throw new Error(`refused: ${error}`)
  return hex
}
const toTransaction = async (reply: Promise<Reply> | Reply): Promise<Transaction> =>
  parseTransaction(fromHex(expectHex(await reply)))
const getError = async (reply: Promise<unknown> | unknown) => ((await reply) as { error?: string }).error

/** Sends the transaction that a method built. Returns its id. */
async function send(market: MarketNode, reply: Promise<Reply> | Reply): Promise<string> {
  return toDisplayHex(market.send(await toTransaction(reply)))
}

describe('order RPC methods', () => {
  it('place, fill and cancel orders on both sides, in the mempool and in blocks', async () => {
    const { market, tokenid, asAnn, asBen } = open()
    const ask = await send(market, asAnn.tokenask({ numtokens: '1000', tokenid, price: '0.01' }, context))
    // Fill the ask while it is unconfirmed: the next block contains both.
    const part = await send(market, asBen.tokenfillask({ tokenid, asktxid: ask, fillunits: '300' }, context))
    expect(await asAnn.pendingorders({ tokenid: undefined }, context)).toMatchObject([
      { txid: ask, action: 'ask', order: ask, units: 1000n, coins: 1_000_000_000n, mine: true, touchesmine: false },
      { txid: part, action: 'fill-ask', order: ask, units: 300n, coins: 300_000_000n, mine: false },
    ])
    market.mine()
    expect(await asBen.list()).toMatchObject({
      total: 1,
      rows: [
        {
          order: ask,
          current: part,
          side: 'ask',
          state: 'open',
          unitsleft: 700n,
          coinsleft: 700_000_000n,
          price: '0.01000000',
          mine: false,
          pending: null,
        },
      ],
    })
    expect(await getError(asBen.tokenfillask({ tokenid, asktxid: ask, fillunits: '1' }, context))).toContain(
      'already filled or cancelled',
    )
    const bid = await send(market, asBen.tokenbid({ numtokens: '50', tokenid, price: '0.008' }, context))
    market.mine()
    const sold = await send(market, asAnn.tokenfillbid({ tokenid, bidtxid: bid, fillamount: '20' }, context))
    expect((await asBen.list({ side: 'bid' })).rows).toMatchObject([
      { order: bid, pending: { txid: sold, action: 'fill', mine: false } },
    ])
    expect((await asAnn.list({ side: 'bid' })).rows).toMatchObject([
      { order: bid, pending: { txid: sold, action: 'fill', mine: true } },
    ])
    expect(await getError(asBen.tokencancelbid({ tokenid, bidtxid: bid }, context))).toContain(
      'by an unconfirmed transaction',
    )
    market.mine()
    await send(market, asBen.tokencancelbid({ tokenid, bidtxid: sold }, context))
    await send(market, asAnn.tokencancelask({ tokenid, asktxid: part }, context))
    market.mine()
    expect(await asAnn.list()).toMatchObject({ total: 0 })
    expect(await asAnn.list({ state: 'cancelled', mine: true })).toMatchObject({
      total: 1,
      rows: [{ order: ask, ended: market.node.chain.tip().height }],
    })
    const { assets } = market.indexes
    expect(await asAnn.orderhistory({ order: part }, context)).toMatchObject({
      order: { order: ask, state: 'cancelled' },
      events: [
        { type: 'placed', units: 1000n },
        { type: 'fill', units: 300n, party: toHex(ben.pub) },
        { type: 'cancelled', units: 700n },
      ],
    })
    expect(await asBen.tokentrades({ tokenid, options: undefined }, context)).toMatchObject({
      rows: [
        { txid: sold, units: 20n, coins: 16_000_000n, seller: toHex(ann.pub), buyer: toHex(ben.pub), mine: 'bought' },
        { txid: part, units: 300n, coins: 300_000_000n, mine: 'bought' },
      ],
      next: null,
    })
    expect(assets.openOrders(fromHex(tokenid).reverse())).toEqual({ asks: 0, bids: 0 })
    const { tokens } = market.indexes
    const id = fromHex(tokenid).reverse()
    expect([ann, ben].map(({ pub }) => tokens.balance(id, pub))).toEqual([99_680n, 320n])
  })

  it('accept one of two fills of the same order in the same block, in either order of arrival', async () => {
    const { market, tokenid, asAnn, asBen } = open()
    const carl = testKey(3)
    market.fund(carl, 5, 300_000_000n)
    const asCarl = createHandlers(market, carl)
    for (const first of [asBen, asCarl]) {
      const ask = await send(market, asAnn.tokenask({ numtokens: '10', tokenid, price: '0.001' }, context))
      market.mine()
      const second = first === asBen ? asCarl : asBen
      const fill = (who: typeof asBen) => who.tokenfillask({ tokenid, asktxid: ask, fillunits: '10' }, context)
      const [won, lost] = [await toTransaction(fill(first)), await toTransaction(fill(second))]
      market.send(won)
      expect(() => market.send(lost)).toThrow()
      expect(await getError(fill(second))).toContain('by an unconfirmed transaction')
      // A block with the competing fill evicts the unconfirmed one from the mempool.
      market.node.mineBlock({ txs: [lost] })
      expect(market.mempool.size()).toBe(0)
      const { rows } = await first.list({ state: 'filled' })
      expect(rows[0]).toMatchObject({ order: ask, state: 'filled', unitsleft: 0n })
    }
  })

  it('return transactions that are explained with remainders, and with warnings about the rules', async () => {
    const { market, tokenid, asAnn, asBen } = open()
    const { node, mempool } = market
    const { explaintransaction } = createExplainHandlers({
      ...{ params: node.params, chain: node.chain, mempool, wallet: undefined, pubkey: () => ann.pub },
    })
    const explainReply = async (reply: Promise<Reply> | Reply) => {
      const hex = expectHex(await reply)
      const { action, order, refused, summary, warnings } = await explaintransaction(
        { transaction: hex, before: undefined, payer: undefined },
        context,
      )
      expect(refused).toBeNull()
      return { hex, action, order, summary, warnings }
    }
    const send = ({ hex }: { readonly hex: string }) => {
      const txid = toDisplayHex(market.send(parseTransaction(fromHex(hex))))
      market.mine()
      return txid
    }
    const ask = await explainReply(asAnn.tokenask({ numtokens: '250', tokenid, price: '0.02' }, context))
    expect(ask).toMatchObject({
      action: 'ask',
      order: { units: 250n, coins: 500_000_000n, price: '0.02000000' },
      summary: 'Offers 250 units of GOLD for 5.00000000 TEST (0.02000000 per unit).',
      warnings: [],
    })
    const asktxid = send(ask)
    const fill = await explainReply(asBen.tokenfillask({ tokenid, asktxid, fillunits: '100' }, context))
    expect(fill).toMatchObject({
      order: { units: 100n, coins: 200_000_000n, left: { units: 150n, coins: 300_000_000n } },
      summary: 'Buys 100 units of GOLD for 2.00000000 TEST (0.02000000 per unit); 150 units stay on offer.',
      warnings: [],
    })
    const left = send(fill)
    expect((await explainReply(asAnn.tokencancelask({ tokenid, asktxid: left }, context))).summary).toBe(
      'Cancels an offer to sell 150 units of GOLD.',
    )
    const last = await explainReply(asBen.tokenfillask({ tokenid, asktxid: left, fillunits: '150' }, context))
    expect(last.summary).toBe('Buys 150 units of GOLD for 3.00000000 TEST (0.02000000 per unit), all that is left.')
    const bid = await explainReply(asBen.tokenbid({ numtokens: '10', tokenid, price: '0.01' }, context))
    expect(bid).toMatchObject({
      summary: 'Offers 0.10000000 TEST for 10 units of GOLD (0.01000000 per unit).',
      warnings: [expect.stringContaining('may take all its coins for a single unit')],
    })
    const bidtxid = send(bid)
    expect((await explainReply(asAnn.tokenfillbid({ tokenid, bidtxid, fillamount: '4' }, context))).summary).toBe(
      'Sells 4 units of GOLD for 0.04000000 TEST (0.01000000 per unit); 6 units are still wanted.',
    )
    expect((await explainReply(asBen.tokencancelbid({ tokenid, bidtxid }, context))).summary).toBe(
      'Cancels an offer of 0.10000000 TEST for GOLD.',
    )
    // In doubles, 12 × 1.2 coins is one satoshi short, so the price per unit is not a whole number of satoshis.
    const odd = await explainReply(asAnn.tokenask({ numtokens: '12', tokenid, price: '1.2' }, context))
    expect(odd.warnings).toEqual([expect.stringContaining('let a buyer pay only 1.19999999 per unit')])
  })

  it('return the reason and build nothing for an impossible order', async () => {
    const { market, tokenid, asAnn, asBen } = open()
    const nft = buildTokenCreate(
      { name: Uint8Array.of(0x4e), supply: 1n, description: new Uint8Array(), data: Uint8Array.of(0xf7, 1) },
      market.context(ann),
    )
    market.send(nft)
    market.mine()
    const nftid = toDisplayHex(market.indexes.tokens.newest({ limit: 1, offset: 0 }).items[0]!.tokenId)
    const ask = (numtokens: string, id: string, price: string) =>
      getError(asAnn.tokenask({ numtokens, tokenid: id, price }, context))
    const bid = (numtokens: string, id: string, price: string) =>
      getError(asBen.tokenbid({ numtokens, tokenid: id, price }, context))
    for (const price of ['1abc', '0', '-1', '0.123456789', '']) {
      expect(await ask('1', tokenid, price)).toMatch(/^invalid parameter: price must/)
      expect(await bid('1', tokenid, price)).toMatch(/^price must/)
    }
    expect(await ask('1', nftid, '1')).toContain('couldnt create ask: this NFT cannot be moved')
    expect(await bid('1', nftid, '1')).toContain('couldnt create bid: this NFT cannot be moved')
    expect(await ask('1', 'ab'.repeat(32), '1')).toBe('couldnt create ask: unknown token')
    expect(await ask('200000', tokenid, '0.001')).toBe('couldnt create ask: insufficient token inputs')
    expect(await ask('9223372036854775807', tokenid, '1')).toContain('exceeds the maximum amount of a transaction')
    expect(await bid('100000', tokenid, '1')).toBe('couldnt create bid: insufficient coins')
    const asktxid = await send(market, asAnn.tokenask({ numtokens: '3', tokenid, price: '0.00003334' }, context))
    market.mine()
    expect(await getError(asBen.tokencancelask({ tokenid, asktxid }, context))).toContain('belongs to another key')
    expect(await getError(asBen.tokenfillask({ tokenid: nftid, asktxid, fillunits: '1' }, context))).toContain(
      'for another token',
    )
    expect(await getError(asBen.tokenfillbid({ tokenid, bidtxid: asktxid, fillamount: '1' }, context))).toContain(
      'that transaction neither places nor updates any bid',
    )
    expect(await getError(asBen.tokenfillask({ tokenid, asktxid, fillunits: '0' }, context))).toBe(
      'fillunits must be positive',
    )
    expect(await asBen.tokenfillask({ tokenid: 'x', asktxid, fillunits: '1' }, context)).toEqual({
      error: 'invalid parameter',
    })
    await expect(asBen.tokenorders({ tokenid: 'zz' }, context)).rejects.toThrow('incorrect tokenid\n')
    await expect(asBen.mytokenorders({ evalcode: 'f2' }, context)).rejects.toThrow('evalcode must be a number')
  })

  it('page through orders by age and by price, and reject cursors removed by a reorganisation', async () => {
    const { market, tokenid, asAnn } = open()
    for (let at = 0; at < 12; at++) {
      await send(market, asAnn.tokenask({ numtokens: '10', tokenid, price: `0.00${1 + ((at * 5) % 12)}` }, context))
      market.mine()
    }
    for (const sort of ['newest', 'price']) {
      for (const descending of [true, false]) {
        const whole = (await asAnn.list({ sort, descending, token: tokenid })).rows.map(({ order }) => order)
        const paged: string[] = []
        let cursor: string | null | undefined
        do {
          const page = await asAnn.list({ sort, descending, limit: 5, ...(cursor ? { cursor } : {}) })
          expect(page.total).toBe(12)
          paged.push(...page.rows.map(({ order }) => order))
          cursor = page.next
        } while (cursor)
        expect(paged).toEqual(whole)
      }
    }
    const range = await asAnn.list({ sort: 'price', descending: false, minprice: '0.003', maxprice: '0.005' })
    expect(range.rows.map(({ price }) => price)).toEqual(['0.00300000', '0.00400000', '0.00500000'])
    const { next } = await asAnn.list({ limit: 1 })
    market.node.chain.invalidateBlock(market.node.chain.tip())
    await expect(asAnn.list({ limit: 1, cursor: next! })).rejects.toThrow('Invalid cursor')
    for (const cursor of ['', 'x', '1_2_3', '9'.repeat(300), '1_1_1_00000000'])
      await expect(asAnn.list({ cursor })).rejects.toThrow('Invalid cursor')
  })

  it('return the order book, spread, last price, volume and candles of a market', async () => {
    const { market, tokenid, asAnn, asBen } = open()
    const place = async (side: 'ask' | 'bid', numtokens: string, price: string) => {
      const id = await send(
        market,
        side === 'ask'
          ? asAnn.tokenask({ numtokens, tokenid, price }, context)
          : asBen.tokenbid({ numtokens, tokenid, price }, context),
      )
      market.mine()
      return id
    }
    expect(await asAnn.tokenmarket({ tokenid, levels: 20 }, context)).toMatchObject({
      bestask: null,
      bestbid: null,
      last: null,
      before: null,
      volume: { trades: 0 },
    })
    await place('ask', '5', '0.02')
    const best = await place('ask', '10', '0.01')
    await place('ask', '7', '0.01')
    await place('bid', '4', '0.005')
    await send(market, asBen.tokenfillask({ tokenid, asktxid: best, fillunits: '3' }, context))
    market.mine()
    const expected = {
      ...{ tokenid, name: 'GOLD', nft: false, bestask: '0.01000000', bestbid: '0.00500000', asks: 3, bids: 1 },
      last: { price: '0.01000000', units: 3n, coins: 3_000_000n },
      volume: { units: 3n, coins: 3_000_000n, trades: 1 },
    }
    expect(await asAnn.tokenmarket({ tokenid, levels: 20 }, context)).toMatchObject({
      ...expected,
      spread: '0.00500000',
      book: {
        asks: [
          { price: '0.01000000', units: 14n, coins: 14_000_000n, orders: 2 },
          { price: '0.02000000', units: 5n, orders: 1 },
        ],
        bids: [{ price: '0.00500000', units: 4n, coins: 2_000_000n, orders: 1 }],
      },
    })
    expect(await asAnn.listmarkets({ limit: 10, offset: 0 }, context)).toMatchObject({ total: 1, rows: [expected] })
    expect(await asAnn.tokencandles({ tokenid, seconds: 3600, count: 10 }, context)).toMatchObject({
      rows: [{ open: '0.01000000', high: '0.01000000', low: '0.01000000', close: '0.01000000', units: 3n, trades: 1 }],
    })
    // After a day, the trade's price is `before` and the volume is zero.
    const { clock, chain } = market.node
    for (let block = 0; block < 20; block++) {
      clock.set(clock.now() + 7200)
      market.node.mineBlock({ time: clock.now() })
    }
    expect(chain.tip().time).toBeGreaterThan(86_400)
    expect(await asAnn.tokenmarket({ tokenid, levels: 1 }, context)).toMatchObject({
      before: '0.01000000',
      volume: { units: 0n, coins: 0n, trades: 0 },
    })
  })
})
