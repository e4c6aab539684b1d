import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Encodable, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { findMethod, type Handlers } from '#shared/rpc/index.ts'
import { ccOne } from '../../conditions/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import { blockHash, COIN, computeTxid } from '../../primitives/index.ts'
import type { Block, Transaction } from '../../primitives/types.ts'
import {
  callContext,
  createWalletTestNode,
  viewDeps,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { ccScript, encodeAddress, p2pkhScript } from '../../script/index.ts'
import { nightly, testKey } from '../../testing/index.ts'
import { equal, fromDisplayHex, toDisplayHex } from '../../util/index.ts'
import { createWalletHandlers } from './basics.ts'
import { createWalletViewHandlers } from './views.ts'

let test: WalletTestNode
let handlers: Partial<Handlers>
/** new views without cached data */
let fresh: () => Partial<Handlers>
const addressOfHash = (hash: Uint8Array) => encodeAddress({ type: 1, hash })
const ownAddress = () => addressOfHash(test.owner.hash)
const COMMENTS = { comment: '', commentTo: '' }

/** Calls a method as a client does, with conversion and encoding. */
async function call<T>(name: string, ...given: readonly Encodable[]): Promise<T> {
  const method = findMethod(name) as Method
  const json = parseJson(stringifyJson(given)) as JsonValue[]
  const values = parseParams(method, json, { maxMoney: test.node.params.maxMoney })
  const handler = handlers[name as keyof Handlers] as (values: unknown, context: unknown) => unknown
  return JSON.parse(method.result.encode(await handler(values, callContext))) as T
}

interface Row {
  readonly txid: string
  readonly kind: string
  readonly amount: number
  readonly fee: number | null
  readonly addresses: readonly string[]
  readonly addresscount: number
  readonly payers: readonly string[]
  readonly payercount: number
  readonly label: string | null
  readonly comment: string
  readonly time: number
  readonly height: number
  readonly confirmations: number
  readonly state: string
}
interface CoinRow {
  readonly txid: string
  readonly vout: number
  readonly amount: number
  readonly confirmations: number
  readonly state: string
  readonly reason: string | null
}
interface Page<R> {
  readonly rows: readonly R[]
  readonly next: string | null
  readonly total: number | null
}
type Options = Readonly<Record<string, Encodable>>

async function pages<R>(name: string, options: Options): Promise<R[]> {
  const rows: R[] = []
  let cursor: string | null = null
  do {
    const page: Page<R> = await call<Page<R>>(name, { ...options, cursor })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== null)
  return rows
}
const history = async (options: Options = {}) => (await call<Page<Row>>('listwallethistory', options)).rows

const MATURITY = 3
const SAMPLES = nightly() ? { numRuns: 500, seed: Date.now() % 1_000_000_000 } : { numRuns: 4, seed: 7 }
/** Change goes to fresh keys, and rewards mature after some blocks. */
function open(): void {
  test = createWalletTestNode({ identity: false, args: [`-ac_cbmaturity=${MATURITY}`] })
  const { node } = test
  const deps = viewDeps(test)
  fresh = () => ({ ...createWalletViewHandlers(deps), ...createWalletHandlers(deps) })
  handlers = fresh()
  node.mine(8)
}
beforeEach(open)
afterEach(() => test.close())

function accept(tx: Transaction): Transaction {
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false }).ok).toBe(true)
  return tx
}
function submit(block: Block): void {
  test.node.clock.set(Math.max(test.node.clock.now(), block.header.time))
  test.node.submit(block)
}
const waiting = () => [...test.mempool.entries()].map(({ tx }) => tx)
const confirm = () => {
  const txs = waiting()
  submit(test.node.buildBlock({ txs, script: test.owner.p2pk }))
}
/** Pays the script from another wallet. */
function receive(script = test.owner.p2pkh, value = COIN / 2n): Transaction {
  const coin = test.node.coins(testKey(0)).find(({ outpoint }) => !test.mempool.spender(outpoint))
  if (!coin) throw new Error('the stranger has no coins')
  const outputs = [
    { value, scriptPubKey: script },
    { value: coin.value - value, scriptPubKey: testKey(0).p2pk },
  ]
  return accept(test.node.build({ inputs: [coin], outputs }))
}
const send = (script = testKey(5).p2pkh, value = COIN / 4n, comment = '') =>
  test.wallet.sender.send([{ script, value, subtractFee: false }], { ...COMMENTS, comment })
const satoshis = (coins: number) => Math.round(coins * 1e8)
const total = (rows: readonly { readonly amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + satoshis(amount), 0)

const TOKENS = ccScript(ccOne(EVAL_CODES.tokens, testKey(1).pub))
const ownTokens = () => ccScript(ccOne(EVAL_CODES.tokens, test.owner.pub))

const ACTIONS: Readonly<Record<string, () => void>> = {
  mine: () => confirm(),
  mineEmpty: () => submit(test.node.buildBlock()),
  receive: () => void receive(),
  receiveTokens: () => void receive(ownTokens(), 100n),
  receiveAtNewKey: () => void receive(p2pkhScript(test.wallet.keys.next('new').hash)),
  send: () => void send(),
  sendToSelf: () => void send(test.owner.p2pkh),
  lockOne: () => {
    const coin = test.wallet.ledger.coins()[0]
    if (coin) test.wallet.locks.lock(coin.outpoint)
  },
  tokens: () => void test.wallet.sender.send([{ script: TOKENS, value: 1000n, subtractFee: false }], COMMENTS),
  unlockAll: () => test.wallet.locks.unlockAll(),
  /** imports the key that the wallet has paid */
  importKey: () => void test.wallet.keys.import(testKey(5).priv, true, 'theirs'),
  watch: () => void test.wallet.scripts.watch(testKey(7).p2pkh, 'watched'),
  reorganise: () => {
    const { prev } = test.node.chain.tip()
    if (prev) replace(prev, 2)
  },
}

/** Builds a branch of `length` empty blocks on `prev`. */
function replace(prev: BlockEntry, length: number): void {
  let top = prev
  for (let i = 0; i < length; i++) {
    const block = test.node.buildBlock({ prev: top })
    submit(block)
    top = test.node.chain.byHash(blockHash(block.header)) as BlockEntry
  }
}

/** Returns the ids of transactions in the chain and the mempool that pay tokens to the owner. */
function tokenPayments(): readonly string[] {
  const { chain } = test.node
  const blocks = Array.from({ length: chain.tip().height }, (_, index) => chain.byHeight(index + 1) as BlockEntry)
  const txs = [...blocks.flatMap((entry) => chain.block(entry)?.txs ?? []), ...waiting()]
  return txs
    .filter(({ vout }) => vout.some(({ scriptPubKey }) => equal(scriptPubKey, ownTokens())))
    .map((tx) => toDisplayHex(computeTxid(tx)))
}

async function checkFigures(): Promise<void> {
  const summary = await call<Record<string, number>>('getwalletsummary')
  const info = await call<Record<string, number>>('getwalletinfo')
  const { confirmed = 0, pending = 0, immature = 0, tokens = 0 } = summary
  expect([confirmed, pending, immature]).toEqual([
    info['balance'],
    info['unconfirmed_balance'],
    info['immature_balance'],
  ])
  expect(confirmed).toBe(await call('getbalance'))

  const rows = await pages<Row>('listwallethistory', { limit: 3 })
  expect(rows).toEqual(await history({ limit: 1000 }))
  const expected = [...test.wallet.ledger.transactions().map(({ txidHex }) => txidHex), ...tokenPayments()]
  expect(rows.map(({ txid }) => txid).sort()).toEqual([...new Set(expected)].sort())
  expect(rows.map(({ time }) => time)).toEqual(rows.map(({ time }) => time).sort((a, b) => b - a))
  for (const row of rows) {
    if (!test.wallet.ledger.get(fromDisplayHex(row.txid))) {
      expect(row).toMatchObject({ kind: 'module', amount: 0, fee: null, payercount: 1 })
      continue
    }
    const known = await call<{ amount: number; fee?: number; confirmations: number }>('gettransaction', row.txid)
    expect(satoshis(row.amount)).toBe(satoshis(known.amount) + satoshis(known.fee ?? 0))
    expect(row.fee ?? 0).toBe(Math.abs(known.fee ?? 0))
    expect(row.confirmations).toBe(known.confirmations)
  }
  const kinds = ['sent', 'received', 'mined', 'self', 'module']
  const filtered = await Promise.all(kinds.map((kind) => pages<Row>('listwallethistory', { limit: 2, kind })))
  expect(filtered.map((list) => list.length)).toEqual(
    kinds.map((kind) => rows.filter((row) => row.kind === kind).length),
  )

  for (const sort of ['amount', 'age']) {
    const coins = await pages<CoinRow>('listwalletcoins', { limit: 2, sort })
    expect(coins.toReversed()).toEqual(await pages<CoinRow>('listwalletcoins', { limit: 3, sort, descending: false }))
    const before = handlers
    handlers = fresh()
    // Updated views must equal new ones.
    expect(coins).toEqual(await pages<CoinRow>('listwalletcoins', { limit: 1000, sort }))
    handlers = before
    expect(new Set(coins.map(({ txid, vout }) => `${txid} ${vout}`)).size).toBe(coins.length)
    const own = coins.filter(({ state }) => state !== 'protected')
    expect(total(own)).toBe(satoshis(confirmed) + satoshis(pending) + satoshis(immature))
    expect(total(coins) - total(own)).toBe(satoshis(tokens))
    const locked = coins.filter(({ state }) => state === 'locked')
    expect(locked).toHaveLength(test.wallet.ledger.coins().filter((c) => test.wallet.locks.isLocked(c.outpoint)).length)
    const listed = await call<readonly unknown[]>('listunspent', 0)
    expect(
      coins.filter(({ state, confirmations }) => state === 'spendable' || (state === 'pending' && confirmations > 0)),
    ).toHaveLength(listed.length)
  }
  const addresses = await call<{ balance: number }[]>('listreceiveaddresses')
  expect(addresses.reduce((sum, { balance }) => sum + satoshis(balance), 0)).toBe(
    satoshis(confirmed) + satoshis(pending) + satoshis(immature),
  )
}

describe('wallet views', () => {
  it('equal the reference methods after random actions and reorganisations', async () => {
    const actions = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 8, maxLength: 14 })
    for (const sequence of fc.sample(actions, SAMPLES)) {
      test.close()
      open()
      test.fund(2)
      for (const action of sequence) {
        try {
          ACTIONS[action]?.()
        } catch (error) {
          // The wallet may have no spendable coins.
          expect(String(error)).toMatch(/Insufficient|transaction fee|coins/)
        }
        await checkFigures()
      }
    }
  })
})

describe('listwallethistory', () => {
  beforeEach(() => {
    test.node.mine(3)
    test.fund(1)
  })

  it('returns kind, amounts and addresses of each transaction as a whole', async () => {
    receive()
    confirm()
    send(undefined, COIN / 4n, 'for the archive')
    test.wallet.sender.send([{ script: TOKENS, value: 1000n, subtractFee: false }], COMMENTS)
    send(test.owner.p2pkh)
    const rows = await history()
    const byKind = new Map(rows.map((row) => [row.kind, row]))
    expect(byKind.get('sent')).toMatchObject({
      amount: -0.25005,
      fee: 0.00005,
      addresses: [addressOfHash(testKey(5).hash)],
      payers: [],
      payercount: 0,
      comment: 'for the archive',
      height: -1,
      state: 'pending',
    })
    expect(byKind.get('self')).toMatchObject({ amount: -0.00005, addresses: [ownAddress()] })
    expect(byKind.get('module')).toMatchObject({ amount: -0.00006, fee: 0.00005 })
    expect(byKind.get('received')).toMatchObject({
      amount: 0.5,
      fee: null,
      addresses: [ownAddress()],
      payers: [addressOfHash(testKey(0).hash)],
      payercount: 1,
      state: 'confirmed',
    })
    expect(rows.filter(({ kind }) => kind === 'mined').map(({ payers }) => payers)).toEqual([[], []])
    expect(rows.filter(({ kind }) => kind === 'mined').map(({ state }) => state)).toEqual(['immature', 'confirmed'])
  })

  it('finds parts of ids, addresses, labels and comments, ignoring case', async () => {
    const friend = test.wallet.keys.next('Änne’s rent')
    receive(test.owner.p2pkh)
    receive(p2pkhScript(friend.hash))
    confirm()
    const sent = send(undefined, COIN / 4n, 'Two Books')
    const ids = async (search: string) => (await history({ search })).map(({ txid }) => txid)
    expect(await ids('two books')).toEqual([sent.txidHex])
    expect(await ids(sent.txidHex.slice(10, 30).toUpperCase())).toEqual([sent.txidHex])
    expect(await ids(addressOfHash(testKey(5).hash).slice(0, 20))).toEqual([sent.txidHex])
    expect(await ids('änne')).toHaveLength(1)
    expect(await ids('nobody has this')).toEqual([])
    await call('setaddresslabel', addressOfHash(friend.hash), 'landlord')
    expect(await ids('änne')).toEqual([])
    expect(await ids('landlord')).toHaveLength(1)
    expect((await history({ search: 'landlord' }))[0]).toMatchObject({ label: 'landlord' })
  })

  it('lists disconnected transactions as pending or conflicted, and as confirmed when reconnected', async () => {
    receive()
    confirm()
    const find = async (kind: string) => (await history({ kind }))[0]
    expect(await find('received')).toMatchObject({ state: 'confirmed', confirmations: 1 })
    const mined = (await find('mined'))?.txid
    ACTIONS['reorganise']?.()
    expect(await find('received')).toMatchObject({ state: 'pending', height: -1, confirmations: 0 })
    expect((await history()).find(({ txid }) => txid === mined)).toMatchObject({ state: 'conflicted' })
    confirm()
    expect(await find('received')).toMatchObject({ state: 'confirmed', confirmations: 1 })
  })

  it('sorts old payments to a later imported key by their time', async () => {
    const late = testKey(6)
    const stranger = test.node.pay(testKey(0), [{ value: COIN / 4n, scriptPubKey: late.p2pkh }])
    test.node.mineBlock({ txs: [stranger] })
    const { time } = test.node.chain.tip()
    test.node.mine(2)
    receive()
    confirm()
    test.wallet.keys.import(late.priv, true, 'late')
    await test.wallet.rescan(0)
    const rows = await history()
    const at = rows.findIndex(({ label }) => label === 'late')
    expect(rows[at]).toMatchObject({ kind: 'received', amount: 0.25, time })
    expect(rows.map((row) => row.time)).toEqual(rows.map((row) => row.time).sort((a, b) => b - a))
    expect(at).toBeGreaterThan(0)
    expect(test.wallet.ledger.transactions().at(-1)?.txidHex).toBe(rows[at]?.txid)
  })

  it('omits transactions that concern only watch-only addresses', async () => {
    test.wallet.scripts.watch(testKey(7).p2pkh, 'theirs')
    const before = await history()
    receive(testKey(7).p2pkh)
    confirm()
    expect((await history()).filter(({ kind }) => kind !== 'mined')).toEqual(
      before.filter(({ kind }) => kind !== 'mined'),
    )
    expect(await call('getwalletsummary')).toMatchObject({ watchonly: 0.5 })
  })

  it('lists tokens received without coins, in the mempool, in a block and after a reorganisation', async () => {
    const find = async (tx: Transaction) =>
      (await history()).filter(({ txid }) => txid === toDisplayHex(computeTxid(tx)))
    const received = { kind: 'module', amount: 0, fee: null, payers: [addressOfHash(testKey(0).hash)] }
    const tokens = receive(ownTokens(), 100n)
    expect(await find(tokens)).toMatchObject([{ ...received, state: 'pending', height: -1 }])
    confirm()
    const { height, prev } = test.node.chain.tip()
    expect(await find(tokens)).toMatchObject([{ ...received, state: 'confirmed', height, confirmations: 1 }])
    expect(await history({ kind: 'module' })).toHaveLength(1)
    handlers = fresh()
    expect(await find(tokens)).toMatchObject([{ height }])
    replace(prev as BlockEntry, 2)
    expect(await find(tokens)).toMatchObject([{ state: 'pending', height: -1 }])
  })

  it('lists tokens received together with coins for a watched address', async () => {
    test.wallet.scripts.watch(testKey(0).p2pk, 'theirs')
    const tokens = receive(ownTokens(), 100n)
    expect(test.wallet.ledger.get(computeTxid(tokens))).toBeDefined()
    expect((await history()).map(({ txid }) => txid)).toContain(toDisplayHex(computeTxid(tokens)))
  })

  it('continues at the right row when transactions arrive between two pages', async () => {
    for (let i = 0; i < 4; i++) receive(undefined, COIN / 4n + BigInt(i))
    confirm()
    const before = await history()
    const first = await call<Page<Row>>('listwallethistory', { limit: 2 })
    receive()
    const second = await call<Page<Row>>('listwallethistory', { limit: 100, cursor: first.next })
    expect([...first.rows, ...second.rows].map(({ txid }) => txid)).toEqual(before.map(({ txid }) => txid))
    expect(second.total).toBe(before.length + 1)
  })

  it.each([
    ['no rows', { limit: 0 }, 'limit must be'],
    ['too many rows', { limit: 1001 }, 'limit must be'],
    ['a cursor of something else', { cursor: 'x' }, 'Invalid cursor'],
    ['a long cursor', { cursor: '1.1'.repeat(90) }, 'Invalid cursor'],
    ['an unknown kind', { kind: 'stolen' }, 'kind must be'],
    ['a long search', { search: 'x'.repeat(101) }, 'search must have'],
    ['an unknown option', { wrong: 1 }, 'unknown option'],
  ])('rejects a query with %s', async (_, options, text) => {
    await expect(call('listwallethistory', options)).rejects.toThrow(text)
  })
})

describe('listwalletcoins', () => {
  it('returns the state of each output, and the reason if it cannot be spent', async () => {
    test.node.mine(3)
    test.fund(3)
    test.wallet.sender.send([{ script: TOKENS, value: 1000n, subtractFee: false }], COMMENTS)
    confirm()
    receive()
    const coin = test.wallet.ledger.coins().find(({ depth }) => depth > 2)
    if (!coin) throw new Error('there is a coin')
    test.wallet.locks.lock(coin.outpoint)
    const rows = await pages<CoinRow>('listwalletcoins', { limit: 1 })
    const states = new Map(rows.map(({ state, reason }) => [state, reason]))
    expect([...states.keys()].sort()).toEqual(['immature', 'locked', 'pending', 'protected', 'spendable'])
    expect(states.get('spendable')).toBeNull()
    expect(states.get('protected')).toContain('tokens')
    const summary = await call<Record<string, number>>('getwalletsummary')
    expect(summary).toMatchObject({ tokens: 0.00001, locked: 1 })
    // The history sums up to the balance without coins in token outputs.
    const changes = (await history({ limit: 1000 })).map(({ amount }) => satoshis(amount))
    expect(satoshis(summary['total'] ?? 0)).toBe(changes.reduce((sum, amount) => sum + amount, 0))
    await expect(call('listwalletcoins', { cursor: '1.2.3' })).rejects.toThrow('Invalid cursor')
  })
})

describe('listwalletcoins after a conflicting payment was confirmed', () => {
  it('lists the coins of the confirmed payment only', async () => {
    test.fund(1)
    test.node.mine(3)
    await checkFigures()
    send()
    await checkFigures()
    const [coin] = test.node.coins(test.owner)
    if (!coin) throw new Error('there is a coin')
    const outputs = [{ value: coin.value, scriptPubKey: test.owner.p2pkh }]
    submit(test.node.buildBlock({ txs: [test.node.build({ inputs: [coin], outputs })] }))
    await checkFigures()
    const rows = await pages<CoinRow>('listwalletcoins', { limit: 10 })
    expect(rows).toMatchObject([{ amount: Number(coin.value) / 1e8, state: 'spendable', confirmations: 1 }])
  })
})

describe('listreceiveaddresses', () => {
  it('sums received and mined coins separately, without change and payments to itself', async () => {
    test.fund(2)
    test.node.mine(2)
    const sums = async () => {
      const lines = await call<{ received: number; mined: number }[]>('listreceiveaddresses')
      const sum = (field: 'received' | 'mined') => lines.reduce((all, line) => all + satoshis(line[field]), 0)
      return { received: sum('received'), mined: sum('mined') }
    }
    const before = await sums()
    expect(before.received).toBe(0)
    send()
    send(test.owner.p2pkh)
    expect(await sums()).toEqual(before)
    confirm()
    // The block pays its miner, which is this wallet.
    const mined = before.mined + Number(COIN)
    expect(await sums()).toEqual({ received: 0, mined })
    receive()
    expect(await sums()).toEqual({ received: 50_000_000, mined })
    replace(test.node.chain.tip().prev ?? test.node.chain.tip(), 2)
    expect(await sums()).toEqual({ received: 50_000_000, mined: before.mined })
  })

  it('marks the address of the token key', async () => {
    test.fund(1)
    const views = createWalletViewHandlers({ ...viewDeps(test), pubkey: () => test.owner.pub })
    const lines = await views.listreceiveaddresses({}, callContext)
    expect(lines.filter(({ tokenkey }) => tokenkey).map(({ address }) => address)).toEqual([ownAddress()])
  })

  it('lists sums per address, and accepts new labels', async () => {
    test.fund(2)
    test.node.mine(2)
    receive()
    send()
    const find = async (address: string) =>
      (await call<{ address: string }[]>('listreceiveaddresses')).find((line) => line.address === address)
    expect(await find(ownAddress())).toMatchObject({
      label: '',
      received: 0.5,
      mined: 2,
      balance: 1.5,
      transactions: 3,
      change: false,
    })
    const lines = await call<{ address: string; change: boolean }[]>('listreceiveaddresses')
    const change = lines.find((line) => line.change)?.address ?? ''
    expect(await call('setaddresslabel', ownAddress(), '  rent ')).toEqual({ address: ownAddress(), label: 'rent' })
    expect(await find(ownAddress())).toMatchObject({ label: 'rent' })
    await expect(call('setaddresslabel', change, 'x')).rejects.toThrow('a change address')
    await expect(call('setaddresslabel', addressOfHash(testKey(9).hash), 'x')).rejects.toThrow(
      'The address is not in this wallet',
    )
    await expect(call('setaddresslabel', 'nonsense', 'x')).rejects.toThrow('Invalid address')
    await expect(call('setaddresslabel', ownAddress(), 'a\u202eb')).rejects.toThrow('all of them visible')
  })
})
