/** Token orders created over RPC with two keys of one node, and fake replies for markets too large to create. */
import type { RpcClient } from '../support/rpcClient.ts'
import type { Answers } from './faultInjector.ts'

interface Built {
  readonly result: string
  readonly hex: string
  readonly error?: string
}

/** Sends a transaction that an order method has built; it stays unconfirmed. */
export async function sendBuilt(rpc: RpcClient, method: string, ...params: readonly string[]): Promise<string> {
  const built = await rpc.call<Built>(method, ...params)
  if (built.result !== 'success') throw new Error(`${method} refused: ${built.error}`)
  return rpc.call<string>('sendrawtransaction', built.hex)
}

/** Returns two token keys of the wallet, each with coins, so that orders of one are foreign to the other. */
export async function createTwoTokenKeys(rpc: RpcClient): Promise<{ readonly first: string; readonly second: string }> {
  const { pubkey: first } = await rpc.call<{ pubkey: string }>('getinfo')
  const address = await rpc.call<string>('getnewaddress')
  const { pubkey: second } = await rpc.call<{ pubkey: string }>('validateaddress', address)
  await rpc.call('sendtoaddress', address, 1000)
  await rpc.call('generate', 1)
  return { first, second }
}

const id = (n: number) => n.toString(16).padStart(64, '0')
const COIN = 100_000_000
const coins = (satoshis: number) => (satoshis / COIN).toFixed(8)
/** Returns a deterministic pseudo-random number below `limit`. */
const jitter = (n: number, limit: number) => {
  const mixed = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 77, 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % limit
}

export const HOSTILE_NAME = `<b>x</b>\u202e${'W'.repeat(26)}`
const NAMES = ['GOLD', 'Café crème', '東京ポイント', 'مرحبا', HOSTILE_NAME, 'loyalty', 'Deed 17'] as const
const NOW = Math.floor(Date.now() / 1000)
const KEY = `02${'ab'.repeat(32)}`
const TIP = `"height":5000,"hash":"${id(77)}"`
export const FULL_TOKEN = id(1)

function marketRow(n: number): string {
  const price = n === 1 ? 777_000_000 : 50_000_000 + jitter(n, 900_000_000)
  const nft = n % 50 === 7
  const traded = n % 3 !== 2 && !nft
  const last = `{"price":"${coins(price)}","units":5,"coins":${coins(price * 5)},"height":${4000 - n},"time":${NOW - n * 600}}`
  const before = n % 4 === 1 ? 'null' : `"${coins(price + 20_000_000 - jitter(n + 3, 40_000_000))}"`
  return `{"tokenid":"${id(n)}","name":${JSON.stringify(n <= NAMES.length ? NAMES[n - 1] : `SERIES-${n}`)},"nft":${nft},"movable":${!nft},"supply":100000000,
    "bestask":${n % 5 === 3 ? 'null' : `"${coins(price + 1_000_000)}"`},"bestbid":${n % 7 === 3 ? 'null' : `"${coins(price - 1_000_000)}"`},
    "asks":${jitter(n, 90)},"bids":${jitter(n + 1, 70)},"last":${traded ? last : 'null'},"before":${traded ? before : 'null'},
    "volume":{"units":${traded ? 50 + n : 0},"coins":${traded ? coins(price * 20) : '0.00000000'},"trades":${traded ? 1 + (n % 20) : 0}}}`
}

function levels(side: 1 | -1, count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const price = 777_000_000 + side * (1_000_000 + n * 900_000 + jitter(n, n === 0 ? 1 : 500_000))
    const units = 20 + jitter(n * 3 + side + 5, 400)
    return `{"price":"${coins(price)}","units":${units},"coins":${coins(price * units)},"orders":${1 + (n % 4)}}`
  }).join()
}

const fullBook = () =>
  `{${marketRow(1)
    .slice(1, -1)
    .replace(
      /"asks":\d+,"bids":\d+/,
      '"asks":60000,"bids":40000',
    )},"spread":"0.02000000","book":{"asks":[${levels(1, 100)}],"bids":[${levels(-1, 100)}]},${TIP}}`

function order(n: number, mine: boolean): string {
  const price = coins(700_000_000 + jitter(n, 150_000_000))
  const state = mine || n % 4 > 0 ? 'open' : 'filled'
  const left = state === 'open' ? 100 - (n % 3) * 20 : 0
  const pending = n % 9 === 5 ? `{"txid":"${id(90_000 + n)}","action":"fill","mine":false}` : 'null'
  return `{"order":"${id(10_000 + n)}","current":"${id(10_000 + n)}","tokenid":"${FULL_TOKEN}","name":${JSON.stringify(NAMES[n % NAMES.length])},"nft":false,"movable":true,
    "side":"${n % 2 === 0 ? 'ask' : 'bid'}","state":"${state}","units":100,"coins":777.00000000,"unitsleft":${left},"coinsleft":${coins(left * 777_000_000)},
    "price":"${price}","owner":"${KEY}","mine":${mine},"height":4000,"time":${NOW - n * 61},"pending":${state === 'open' ? pending : 'null'}}`
}

interface PageOptions {
  readonly cursor?: string
  readonly limit?: number
  readonly mine?: boolean
}

function buildPage(total: number, { cursor, limit = 100 }: PageOptions, row: (n: number) => string): string {
  const from = Number(cursor ?? 0)
  const rows = Array.from({ length: Math.min(limit, total - from) }, (_, n) => row(from + n))
  const next = from + rows.length < total ? `"${from + rows.length}"` : 'null'
  return `"rows":[${rows.join()}],"next":${next}`
}

/** Open orders of the token. */
export const MANY_ORDERS = 100_000

function candles(seconds: number): string {
  return Array.from({ length: 90 }, (_, n) => {
    const at = (step: number) => 700_000_000 + Math.round(60_000_000 * Math.sin(step / 9)) + jitter(step, 20_000_000)
    const [open, close] = [at(n), at(n + 1)]
    const [high, low] = [Math.max(open, close) + jitter(n, 9_000_000), Math.min(open, close) - jitter(n + 5, 9_000_000)]
    return `{"time":${NOW - (NOW % seconds) - (90 - n) * seconds},"open":"${coins(open)}","high":"${coins(high)}","low":"${coins(low)}","close":"${coins(close)}","units":9,"coins":${coins(jitter(n, 900) * COIN)},"trades":2}`
  })
    .filter((_, n) => n % 11 !== 4)
    .join()
}

function trade(n: number): string {
  const price = 700_000_000 + jitter(n, 90_000_000)
  const mine = n % 12 === 2 ? '"bought"' : 'null'
  return `{"txid":"${id(50_000 + n)}","tokenid":"${FULL_TOKEN}","name":"GOLD","height":${4000 - n},"time":${NOW - n * 431},"side":"${n % 3 === 0 ? 'bid' : 'ask'}","order":"${id(10_000)}","units":${1 + (n % 40)},"coins":${coins(price * (1 + (n % 40)))},"price":"${coins(price)}","seller":"${KEY}","buyer":"${KEY}","mine":${mine}}`
}

/** Fake replies for a chain of hundreds of markets, one with a hundred thousand orders. */
export const fullMarket: Answers = {
  listmarkets: () => `{"total":400,"rows":[${Array.from({ length: 400 }, (_, n) => marketRow(n + 1)).join()}],${TIP}}`,
  tokenmarket: () => fullBook(),
  tokencandles: ([, seconds]) => `{"rows":[${candles(Number(seconds ?? 3600))}],${TIP}}`,
  tokentrades: ([, options]) => `{${buildPage(2000, (options ?? {}) as PageOptions, trade)},${TIP}}`,
  listorders([options]) {
    const asked = (options ?? {}) as PageOptions
    const total = asked.mine ? 12 : MANY_ORDERS
    return `{${buildPage(total, asked, (n) => order(n, asked.mine === true))},"total":${total},${TIP}}`
  },
  orderhistory: ([asked]) =>
    `{"order":${order(Number.parseInt(String(asked).slice(-6), 16) - 10_000, false)},"events":[${[
      'placed',
      'fill',
      'fill',
    ]
      .map(
        (type, n) =>
          `{"type":"${type}","txid":"${id(60_000 + n)}","height":${4000 + n},"time":${NOW - 9000 + n * 600},"units":${n === 0 ? 100 : 10},"coins":${coins(777_000_000)},"price":"7.77000000","party":"${KEY}"}`,
      )
      .join()}],${TIP}}`,
  pendingorders: () =>
    `[${['ask', 'fill-bid', 'cancel-ask'].map((action, n) => `{"txid":"${id(95_000 + n)}","tokenid":"${FULL_TOKEN}","name":"GOLD","action":"${action}","order":"${id(10_000 + n)}","units":12,"coins":${n === 2 ? '0.00000000' : '93.24000000'},"mine":${n === 0},"touchesmine":${n === 1},"time":${NOW}}`).join()}]`,
}

/** Fake replies for the market of a token that cannot be moved. */
export const nftMarket: Answers = {
  tokenmarket: () =>
    `{${marketRow(7).slice(1, -1)},"spread":null,"book":{"asks":[{"price":"12.00000000","units":1,"coins":12.00000000,"orders":1}],"bids":[]},${TIP}}`,
  tokencandles: () => `{"rows":[],${TIP}}`,
  tokentrades: () => `{"rows":[],"next":null,${TIP}}`,
  listorders: () => `{"rows":[],"next":null,"total":0,${TIP}}`,
}
