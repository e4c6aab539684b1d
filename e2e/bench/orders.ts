/**
 * Measures the cost and the latency of the token order index, on a generated chain of 20,000 orders: `node
 * e2e/bench/orders.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressIndexMigrations, createAddressIndex } from '../../src-main/node/addressIndex/index.ts'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import {
  buildAsk,
  buildBid,
  buildFillAsk,
  buildFillBid,
  type OrderContext,
} from '../../src-main/node/contracts/assets/index.ts'
import { createOrderListHandlers } from '../../src-main/node/contracts/assets/rpc/lists.ts'
import { createMarketHandlers } from '../../src-main/node/contracts/assets/rpc/market.ts'
import { createOrderPageHandlers } from '../../src-main/node/contracts/assets/rpc/pages.ts'
import {
  ContractEvaluator,
  type ContractIndexes,
  contractMigrations,
  createContractIndexes,
} from '../../src-main/node/contracts/index.ts'
import type { AddressIndexView } from '../../src-main/node/core/index.ts'
import { type Block, computeTxid, serializeBlock, type Transaction } from '../../src-main/node/primitives/index.ts'
import {
  createMarketNode,
  createTestNode,
  type MarketNode,
  TEST_ARGS,
  type TestKey,
  type TestNode,
  testKey,
} from '../../src-main/node/testing/index.ts'
import { concat, equal, hashKey, toDisplayHex } from '../../src-main/node/util/index.ts'
import { stringifyJson } from '../../src-shared/json.ts'
import { type MethodName, type MethodResult, methods } from '../../src-shared/rpc/index.ts'
import { createFigures, type Figure, type Record } from './figures.ts'
import { importCpu } from './importCpu.ts'

const ORDERS = 20_000
/** Open orders of the queried token. */
const BUSY = 1_000
const TOKENS = 8
const A_BLOCK = 250
/** Every FILLED-th order is filled, by half. */
const FILLED = 4
const SAMPLES = 200

type Coin = ReturnType<OrderContext['coins']['coins']> extends Iterable<infer C> ? C : never

/** Trader whose coins and units are tracked from transaction to transaction, without a mempool. */
interface Trader {
  readonly key: TestKey
  readonly tokenId: Uint8Array
  coin: Coin
  held: Coin
}

interface OpenOrder {
  readonly side: 'ask' | 'bid'
  readonly txid: Uint8Array
  readonly tokenId: Uint8Array
}

function openTraders(site: MarketNode): Trader[] {
  return Array.from({ length: TOKENS }, (_, number): Trader => {
    const key = testKey(number + 1)
    site.fund(key, 2, 2_000_000_000n)
    const tokenId = site.createToken(key, { supply: 100_000_000n })
    const [held] = site.indexes.tokens.coins(tokenId, key.pub)
    const [coin] = site.node.coins(key).sort((a, b) => Number(b.value - a.value))
    return { key, tokenId, coin: coin!, held: held! }
  })
}

interface MadeChain {
  readonly blocks: Block[]
  readonly traders: readonly Trader[]
  /** adds one more order of the queried token, in a block */
  readonly placeMore: () => void
}

/** Places and fills orders in blocks; returns these blocks and the ones before them. */
function makeChain(site: MarketNode): MadeChain {
  const traders = openTraders(site)
  const known = new Map<string, Transaction>()
  const chain = site.node.chain
  const find = (txid: Uint8Array) => known.get(hashKey(txid)) ?? chain.transaction(txid)?.tx
  const contextFor = (trader: Trader): OrderContext => ({
    ...site.context(trader.key),
    coins: { coins: () => [trader.coin] },
    tokens: { token: site.indexes.tokens.token, coins: () => [{ ...trader.held, height: 1 }] },
    find,
    isUnspent: () => true,
  })
  const spendOn = (trader: Trader, tx: Transaction, units: boolean) => {
    const hash = computeTxid(tx)
    known.set(hashKey(hash), tx)
    const index = tx.vout.findLastIndex(({ scriptPubKey }) => equal(scriptPubKey, trader.key.p2pk))
    trader.coin = { ...tx.vout[index]!, outpoint: { hash, index } }
    const at = units ? tx.vout.findLastIndex(({ scriptPubKey }) => equal(scriptPubKey, trader.held.scriptPubKey)) : -1
    if (at >= 0) trader.held = { ...tx.vout[at]!, outpoint: { hash, index: at } }
    return tx
  }
  const place = (number: number): OpenOrder & { readonly tx: Transaction } => {
    // The first token gets the open orders that are queried; the other tokens share the rest.
    const busy = number % (ORDERS / BUSY) === 0
    const token = traders[busy ? 0 : 1 + (number % (TOKENS - 1))]!
    const side = number % 2 === (busy ? Math.floor(number / (ORDERS / BUSY)) % 2 : 0) ? 'ask' : 'bid'
    const trader = side === 'ask' ? token : traders[1 + ((number * 7) % (TOKENS - 1))]!
    const order = { tokenId: token.tokenId, units: 10n, total: BigInt(100_000 + ((number * 7919) % 50_000)) }
    const tx = spendOn(trader, (side === 'ask' ? buildAsk : buildBid)(order, contextFor(trader)), side === 'ask')
    return { side, tx, txid: computeTxid(tx), tokenId: token.tokenId }
  }
  for (let number = 0; number < ORDERS; number += A_BLOCK) {
    const txs: Transaction[] = []
    for (let at = number; at < number + A_BLOCK; at++) {
      const order = place(at)
      txs.push(order.tx)
      if (at % FILLED !== 1) continue
      const holder = traders.find(({ tokenId }) => equal(tokenId, order.tokenId))!
      const fill = { tokenId: order.tokenId, txid: order.txid, units: 5n }
      const build = order.side === 'ask' ? buildFillAsk : buildFillBid
      txs.push(spendOn(holder, build(fill, contextFor(holder)), order.side === 'bid'))
    }
    site.node.mineBlock({ txs })
    known.clear()
  }
  const heights = Array.from({ length: chain.tip().height }, (_, at) => at + 1)
  let next = ORDERS
  return {
    blocks: heights.map((height) => chain.block(chain.byHeight(height)!)!),
    traders,
    placeMore() {
      const { tx } = place(next)
      next += ORDERS / BUSY
      site.node.mineBlock({ txs: [tx] })
      known.clear()
    },
  }
}

/**
 * Returns the processor seconds of importing the blocks with the token indexes, with or without the index of orders.
 */
async function importSeconds(file: string, dataDir: string, orders: boolean): Promise<number> {
  let addresses: AddressIndexView | undefined
  const node: TestNode = createTestNode({
    dataDir,
    time: Math.floor(Date.now() / 1000),
    evaluator: new ContractEvaluator(chainParamsFromArgs(TEST_ARGS)),
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers(db) {
      const index = createAddressIndex({ db, ledger: () => node.storage.ledger })
      addresses = index
      const { tokens, assets }: ContractIndexes = createContractIndexes({
        db,
        transaction: (txid) => node.forIndexes.transaction(txid)?.tx,
      })
      return [index.observer, tokens.observer, ...(orders ? [assets.observer] : [])]
    },
    addressIndex: () => addresses!,
  })
  return importCpu(node, file)
}

const encodeLength = (size: number): Uint8Array => new Uint8Array(Uint32Array.of(size).buffer)

async function measureCost(site: MarketNode, blocks: readonly Block[], folder: string, record: Record): Promise<void> {
  const file = join(folder, 'bootstrap.dat')
  const { magicBytes } = site.node.params
  const bytes = blocks.map((block) => serializeBlock(block))
  writeFileSync(file, concat(...bytes.flatMap((each) => [magicBytes, encodeLength(each.length), each])))
  const runs = { without: [] as number[], with: [] as number[] }
  // Alternate the two, so that a slow minute of the machine affects both.
  for (let run = 0; run < 3; run++) {
    runs.without.push(await importSeconds(file, join(folder, `without${run}`), false))
    runs.with.push(await importSeconds(file, join(folder, `with${run}`), true))
  }
  const [without, all] = [Math.min(...runs.without), Math.min(...runs.with)]
  record({ name: 'connecting 20,000 orders and 5,000 fills', value: all, unit: 's CPU', note: 'best of 3' })
  record({
    name: '  with the index of orders : without',
    value: all / without,
    unit: '',
    goal: { sense: '<', limit: 1.1 },
  })
}

/**
 * Returns the median duration of a call including its reply as text, in milliseconds, and its processor time, which
 * other processes disturb less.
 */
async function measureTime<N extends MethodName>(
  name: N,
  call: () => MethodResult<N> | Promise<MethodResult<N>>,
  before: () => void = () => {},
): Promise<Pick<Figure, 'value' | 'unit' | 'note'>> {
  const times: number[] = []
  let worked = 0
  for (let sample = 0; sample < SAMPLES; sample++) {
    before()
    const [start, usage] = [performance.now(), process.cpuUsage()]
    stringifyJson(methods[name].result.encode((await call()) as never))
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(usage)
    worked += user + system
  }
  const value = times.sort((a, b) => a - b)[SAMPLES >> 1] ?? 0
  return { value, unit: 'ms', note: `${(worked / 1000 / SAMPLES).toFixed(2)} ms of processor time` }
}

async function measureCalls(site: MarketNode, { traders, placeMore }: MadeChain, record: Record): Promise<void> {
  const { node, mempool, addressIndex, indexes } = site
  const deps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes },
    pubkey: () => traders[0]!.key.pub,
  }
  const handlers = { ...createMarketHandlers(deps), ...createOrderListHandlers(deps), ...createOrderPageHandlers(deps) }
  const context = { signal: new AbortController().signal, transport: 'http' } as const
  const tokenid = toDisplayHex(traders[0]!.tokenId)
  const busiest = toDisplayHex(traders[1]!.tokenId)
  const open = await handlers.tokenorders({ tokenid }, context)
  const least = (limit: number) => ({ sense: '<' as const, limit })
  record({
    name: `tokenorders of a token with ${open.length} open orders, the first time`,
    ...(await measureTime('tokenorders', () => createOrderListHandlers(deps).tokenorders({ tokenid }, context))),
  })
  record({
    name: '  after a block with one more',
    ...(await measureTime('tokenorders', () => handlers.tokenorders({ tokenid }, context), placeMore)),
    goal: least(5),
  })
  record({
    name: '  asked again at the same block',
    ...(await measureTime('tokenorders', () => handlers.tokenorders({ tokenid }, context))),
    goal: least(5),
  })
  for (const [name, id] of [
    ['tokenmarket of that token', tokenid],
    ['tokenmarket of the busiest token', busiest],
  ] as const) {
    const figure = await measureTime('tokenmarket', () => handlers.tokenmarket({ tokenid: id, levels: 20 }, context))
    record({ name, ...figure, goal: least(1) })
  }
  record({
    name: 'a page of 100 open orders of all tokens',
    ...(await measureTime('listorders', () => handlers.listorders({ options: undefined }, context))),
  })
  record({
    name: 'a page of 100 trades of all tokens',
    ...(await measureTime('tokentrades', () =>
      handlers.tokentrades({ tokenid: undefined, options: undefined }, context),
    )),
  })
}

export async function measureOrders(folder: string, record: Record): Promise<void> {
  const site = createMarketNode({ dataDir: join(folder, 'orders') })
  try {
    const made = makeChain(site)
    await measureCalls(site, made, record)
    await measureCost(site, made.blocks, folder, record)
  } finally {
    site.close()
  }
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'orders-bench-'))
  const { record, summarise } = createFigures()
  try {
    await measureOrders(folder, record)
    summarise()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
