import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Encodable } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { MAX_WATCHED } from '#shared/rpc/methods/addressViews.ts'
import { ccOne } from '../../../conditions/index.ts'
import { COIN } from '../../../primitives/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { testKey, turnsDuring } from '../../../testing/index.ts'
import { UnopenedWatchList, WatchListError } from '../../../watchList/index.ts'
import { type AddressTestNode, createAddressTestNode } from '../testing/addressTestNode.ts'
import { createWatchListHandlers } from './watchList.ts'

const MINER = testKey(0)
const PAYEE = testKey(3)
const CC_SCRIPT = ccScript(ccOne(0xe4, PAYEE.pub))
const CC_ADDRESS = encodeAddress(indexedAddress(CC_SCRIPT)!)
const BLOCKS = 24
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

interface Row {
  readonly txid: string
  readonly index: number
  readonly amount: number
  readonly height: number
  readonly balance: number | null
  readonly spentInMempool?: boolean
}
interface Page {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly total: number
}

let node: AddressTestNode

beforeAll(() => {
  node = createAddressTestNode()
  node.mine(4)
  for (let n = 5; n <= BLOCKS; n++) {
    const outputs = [
      { value: BigInt(n) * 1000n, scriptPubKey: PAYEE.p2pkh },
      { value: 7n, scriptPubKey: CC_SCRIPT },
    ]
    node.mineBlock({ txs: n % 2 === 0 ? [node.pay(MINER, outputs)] : [] })
  }
})
afterAll(() => node.close())

const catchError = (name: string, params: readonly Encodable[], off = {}) =>
  node.call(name, params, off).then(
    () => 'an answer',
    (error: { code: number; message: string }) => `${error.code} ${error.message.split('\n')[0]}`,
  )
const page = (method: string, address: string, options: Record<string, Encodable>) =>
  node.call(method, [address, false, options]) as Promise<Page>

async function walk(method: string, address: string, options: Record<string, Encodable>) {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const found: Page = await page(method, address, { ...options, ...(cursor !== null && { cursor }) })
    rows.push(...found.rows)
    cursor = found.next
  } while (cursor !== null)
  return rows
}

describe('paged lists', () => {
  const history = fc.record({
    method: fc.constantFrom('listaddressdeltas', 'listaddresstransactions'),
    limit: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom('all', 'received', 'spent'),
    start: fc.integer({ min: 0, max: 12 }),
    end: fc.integer({ min: 12, max: 30 }),
  })

  it('contain the complete list for every size and filter, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ method, limit, ...filter }) => {
        const whole = (await page(method, MINER.address, { ...filter, limit: 1000, descending: false })).rows
        expect(await walk(method, MINER.address, { ...filter, limit, descending: false })).toEqual(whole)
        expect(await walk(method, MINER.address, { ...filter, limit })).toEqual([...whole].reverse())
      }),
      { numRuns: 30 },
    )
  })

  it('list each unspent output once in every order', async () => {
    const all = (await node.call('getaddressutxos', [PAYEE.address])) as { txid: string; outputIndex: number }[]
    const names = all.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`).toSorted()
    for (const sort of ['txid', 'height', 'amount']) {
      for (const limit of [1, 3, 100]) {
        const down = await walk('listaddressutxos', PAYEE.address, { sort, limit })
        expect(down.map(({ txid, index }) => `${txid}:${index}`).toSorted()).toEqual(names)
        expect(await walk('listaddressutxos', PAYEE.address, { sort, limit, descending: false })).toEqual(
          down.toReversed(),
        )
      }
    }
    const amounts = (await walk('listaddressutxos', PAYEE.address, { sort: 'amount', limit: 4 })).map((r) => r.amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  })

  it('filter unspent outputs by height, and by whether the mempool spends them', async () => {
    const own = createAddressTestNode()
    own.mine(12)
    own.mempool.accept(own.pay(MINER, [{ value: COIN, scriptPubKey: PAYEE.p2pkh }]), { rejectAbsurdFee: false })
    const ask = async (options: Record<string, Encodable>) =>
      (await own.call('listaddressutxos', [MINER.address, false, { limit: 1000, ...options }])) as Page
    const all = await ask({})
    expect((await ask({ start: 5, end: 9 })).rows).toEqual(all.rows.filter((row) => row.height >= 5 && row.height <= 9))
    const spent = await ask({ state: 'spent' })
    expect(spent.rows).toEqual(all.rows.filter((row) => row.spentInMempool))
    expect(spent.total).toBe(1)
    const free = await ask({ state: 'free', sort: 'amount' })
    expect(free.rows.some((row) => row.spentInMempool)).toBe(false)
    expect(await ask({ state: 'free', limit: 2 })).toMatchObject({ total: free.rows.length, next: expect.any(String) })
    expect(free.rows.length).toBe(all.rows.length - 1)
    own.close()
  })

  it('show a running balance that ends at the balance, and none in filtered lists', async () => {
    const { rows, total } = await page('listaddressdeltas', MINER.address, {})
    const { balance } = (await node.call('getaddresssummary', [MINER.address])) as { balance: number }
    expect(rows[0]?.balance).toBe(balance)
    expect(rows).toHaveLength(total)
    const spent = await page('listaddressdeltas', MINER.address, { kind: 'spent' })
    expect(new Set(spent.rows.map((row) => row.balance))).toEqual(new Set([null]))
  })

  it('list transactions with the balance after each, in both directions and for every page size', async () => {
    const { rows } = await page('listaddressdeltas', MINER.address, { descending: false })
    const afterEach = new Map(rows.map(({ txid, balance }) => [txid, balance]))
    for (const limit of [1, 3, 100]) {
      const up = await walk('listaddresstransactions', MINER.address, { limit, descending: false })
      expect(up.map(({ txid, balance }) => [txid, balance])).toEqual([...afterEach])
      expect(await walk('listaddresstransactions', MINER.address, { limit })).toEqual(up.toReversed())
    }
    const spent = await page('listaddresstransactions', MINER.address, { kind: 'spent' })
    expect(new Set(spent.rows.map((row) => row.balance))).toEqual(new Set([null]))
  })

  it('reject invalid and unknown options with an error', async () => {
    const methods = ['listaddressdeltas', 'listaddresstransactions', 'listaddressutxos']
    const wrong = (method: string, options: Record<string, Encodable>) =>
      catchError(method, [PAYEE.address, false, options])
    for (const method of methods) {
      for (const limit of [0, -1, 1001]) {
        expect(await wrong(method, { limit })).toBe('-8 Invalid parameter, limit must be between 1 and 1000')
      }
      expect(await wrong(method, { limit: '5' })).toBe('-1 JSON value is not an integer as expected')
      expect(await wrong(method, { order: 'up' })).toBe('-8 Invalid parameter, unknown option "order"')
      expect(await wrong(method, { cursor: 'x'.repeat(10_000) })).toMatch(/^-8 Invalid cursor/)
      expect(await catchError(method, [PAYEE.address, false, 'x'])).toBe('-1 JSON value is not an object as expected')
      expect(await catchError(method, ['nobody'])).toBe('-5 Invalid address')
    }
    for (const method of methods) {
      const crossed = await wrong(method, { start: 5, end: 4 })
      expect(crossed).toBe('-8 Invalid parameter, end must not be below start')
    }
    expect(await wrong('listaddressutxos', { state: 'gone' })).toBe(
      '-8 Invalid parameter, state must be all, free, spent',
    )
    expect(await wrong('listaddressutxos', { sort: 'size' })).toBe(
      '-8 Invalid parameter, sort must be height, txid, amount',
    )
  })

  it('accept or reject any cursor without failing', async () => {
    const { next } = await page('listaddressdeltas', MINER.address, { limit: 1 })
    const mangled = fc.oneof(
      fc.string(),
      fc.constantFrom('-1', '0', '1.1', '9'.repeat(40), 'NaN', '__proto__', `${next}0`, `${next} `, ''),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('listaddressdeltas', 'listaddresstransactions', 'listaddressutxos'),
        mangled,
        async (method, cursor) => {
          const answer = await catchError(method, [MINER.address, false, { cursor }])
          expect(answer === 'an answer' || answer.startsWith('-8 Invalid cursor')).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('getaddresstxids', () => {
  it('lists the transactions of the address’s changes for every range', async () => {
    const height = fc.integer({ min: 1, max: BLOCKS + 2 })
    await fc.assert(
      fc.asyncProperty(height, height, async (a, b) => {
        const range = { addresses: [MINER.address], start: Math.min(a, b), end: Math.max(a, b) }
        const deltas = (await node.call('getaddressdeltas', [range])) as { txid: string }[]
        expect(await node.call('getaddresstxids', [range])).toEqual([...new Set(deltas.map(({ txid }) => txid))])
      }),
      { numRuns: 20 },
    )
  })
})

describe('getaddresssummary and getaddresschart', () => {
  it('count confirmed and pending entries of an address', async () => {
    const before = (await node.call('getaddresssummary', [PAYEE.address])) as Record<string, unknown>
    expect(before).toMatchObject({ type: 'pubkeyhash', deltas: 10, utxos: 10, transactions: 10, pending: 0 })
    expect(before).toMatchObject({ first: { height: 6 }, last: { height: 24 }, height: BLOCKS, label: null })
    const outputs = [
      { value: 5n * COIN, scriptPubKey: PAYEE.p2pkh },
      { value: COIN, scriptPubKey: CC_SCRIPT },
    ]
    node.mempool.accept(node.pay(MINER, outputs), { rejectAbsurdFee: false })
    expect(await node.call('getaddresssummary', [PAYEE.address])).toMatchObject({ pending: 5 })
    // The mempool's index does not distinguish conditions from keys, but this method does.
    expect(await node.call('getaddresssummary', [CC_ADDRESS])).toMatchObject({ pending: 0, deltas: 0, first: null })
    expect(await node.call('getaddresssummary', [CC_ADDRESS, true])).toMatchObject({
      type: 'cryptocondition',
      pending: 1,
      balance: 0.0000007,
    })
  })

  it('return chart points that end at the current balance', async () => {
    const chart = (await node.call('getaddresschart', [PAYEE.address, false, 5])) as {
      points: { height: number; balance: number; time: number }[]
    }
    const { balance } = (await node.call('getaddresssummary', [PAYEE.address])) as { balance: number }
    expect(chart.points.length).toBeLessThanOrEqual(5)
    expect(chart.points.at(-1)?.balance).toBe(balance)
    expect(chart.points.every(({ height, time }) => node.chain.byHeight(height)?.time === time)).toBe(true)
    expect(await catchError('getaddresschart', [PAYEE.address, false, 501])).toMatch(/^-8 /)
  })
})

describe('auditaddressindex and rebuildaddressindex', () => {
  it('report no differences for all addresses and for one', async () => {
    const hash = node.chain.tip().hashHex
    expect(await node.call('auditaddressindex', [])).toMatchObject({ ok: true, count: 0, height: BLOCKS, hash })
    expect(await node.call('auditaddressindex', [])).toMatchObject({ sums: null })
    const { balance } = (await node.call('getaddresssummary', [PAYEE.address])) as { balance: number }
    const sums = { balance, deltas: balance, unspent: balance }
    const one = { ok: true, addresses: 1, deltas: 10, sums, hash }
    expect(await node.call('auditaddressindex', [PAYEE.address])).toMatchObject(one)
    expect(await catchError('auditaddressindex', ['x'])).toBe('-5 Invalid address')
    expect(await catchError('auditaddressindex', [], { addresses: false })).toMatch(/^-5 No information/)
  })

  it('report that the rebuild runs at the next start', async () => {
    expect(await node.call('rebuildaddressindex', [])).toMatchObject({ when: 'next start' })
    expect(await catchError('rebuildaddressindex', [], { addresses: false })).toMatch(/^-5 No information/)
  })
})

describe('getsnapshot', () => {
  const snapshot = (...params: string[]) =>
    node.call('getsnapshot', params) as Promise<{ addresses: { addr: string; amount: string }[]; total: number }>

  it('lists the largest holders first, and counts conditions once', async () => {
    const all = await snapshot()
    expect(all.addresses.map(({ addr }) => addr)).toEqual([MINER.address, PAYEE.address])
    expect(all).toMatchObject({ total_addresses: 2, skipped_cc_utxos: 10, cc_utxo_value: 0.0000007 })
    expect(all).toMatchObject({ total_includeCCvouts: all.total, start_height: BLOCKS, ending_height: BLOCKS })
    expect((await snapshot('1')).addresses).toHaveLength(1)
  })

  it('returns exact balances, although komodod’s quotient of two doubles loses satoshis', async () => {
    const satoshis = 13_421_792_721_000_100n
    const holders = [{ address: { type: 1 as const, hash: new Uint8Array(20) }, satoshis }]
    const sums = { addresses: 1, utxos: 1, satoshis, ignoredUtxos: 0, ccUtxos: 0, ccSatoshis: 0n }
    const instead = { snapshot: () => ({ holders, ...sums }) }
    expect(await node.call('getsnapshot', [], { instead })).toMatchObject({
      addresses: [{ amount: '134217927.21000100' }],
    })
    expect((Number(satoshis) / 1e8).toFixed(8)).toBe('134217927.21000099')
  })

  it('lists each of more than 20,000 holders and yields to the event loop', async () => {
    const count = 20_001
    const holders = Array.from({ length: count }, (_, at) => {
      const hash = new Uint8Array(20)
      new DataView(hash.buffer).setUint32(0, at)
      return { address: { type: 1 as const, hash }, satoshis: BigInt(count - at) }
    })
    const sums = { addresses: count, utxos: count, satoshis: 3n, ignoredUtxos: 0, ccUtxos: 0, ccSatoshis: 0n }
    const instead = { snapshot: () => ({ holders, ...sums }) }
    const calling = async () => (await node.call('getsnapshot', [], { instead })) as { addresses: unknown[] }
    let all = { addresses: [] as unknown[] }
    const turns = await turnsDuring(async () => {
      all = await calling()
    })
    expect(turns).toBeGreaterThan(10)
    expect(all).toMatchObject({ total: 0.00000003, start_height: BLOCKS })
    const text = (at: number) => encodeAddress(holders[at]!.address)
    expect(all.addresses).toHaveLength(count)
    expect(all.addresses[0]).toMatchObject({ addr: text(0), amount: '0.00020001' })
    expect(all.addresses.at(-1)).toMatchObject({ addr: text(count - 1), amount: '0.00000001' })
  })

  it('parses its limit as komodod does', async () => {
    for (const top of ['0', 'abc', '', '2x']) expect((await snapshot(top)).addresses).toHaveLength(2)
    expect(await catchError('getsnapshot', ['-1'])).toBe('-8 Invalid parameter, top must be a positive integer')
    expect(await catchError('getsnapshot', [1])).toBe('-1 JSON value is not a string as expected')
  })
})

describe('watch list', () => {
  it('returns addresses with their labels and balances', async () => {
    expect(await node.call('watchaddress', [` ${PAYEE.address} `, ' savings '])).toMatchObject({
      address: PAYEE.address,
      label: 'savings',
    })
    await node.call('watchaddress', [CC_ADDRESS])
    expect(await node.call('listwatchedaddresses', [])).toMatchObject([
      { address: PAYEE.address, label: 'savings', balance: 0.0015, ccbalance: 0 },
      { address: CC_ADDRESS, label: '', balance: 0, ccbalance: 0.0000007 },
    ])
    expect(await node.call('getaddresssummary', [PAYEE.address])).toMatchObject({ label: 'savings' })
    expect(await node.call('listwatchedaddresses', [], { addresses: false })).toMatchObject([
      { balance: null, ccbalance: null },
      { balance: null },
    ])
    expect(await node.call('unwatchaddress', [CC_ADDRESS])).toBe(true)
    expect(await node.call('unwatchaddress', [CC_ADDRESS])).toBe(false)
  })

  it('rejects a new address when it is full, but accepts a new label', () => {
    const list = node.watchList
    const full = {
      size: () => MAX_WATCHED,
      list: () => list.list(),
      find: (address: string) => list.find(address),
      put: (address: string, label: string) => list.put(address, label),
      remove: (address: string) => list.remove(address),
      close: () => list.close(),
    }
    const { watchaddress } = createWatchListHandlers({
      watchList: full,
      addressIndex: undefined,
      mempool: node.mempool,
    })
    const call = (address: string) => watchaddress({ address, label: 'other' }, context)
    expect(() => call(CC_ADDRESS)).toThrow(`The watch list is full: it holds ${MAX_WATCHED} addresses`)
    expect(call(PAYEE.address)).toMatchObject({ label: 'other', balance: null })
  })

  it('returns the error of a damaged file for each of its methods', () => {
    const handlers = createWatchListHandlers({
      watchList: new UnopenedWatchList(new WatchListError('The watch list is damaged')),
      addressIndex: undefined,
      mempool: node.mempool,
    })
    const damagedError = { code: -20, message: 'The watch list is damaged' }
    expect(() => handlers.listwatchedaddresses({}, context)).toThrow(expect.objectContaining(damagedError))
    expect(() => handlers.unwatchaddress({ address: CC_ADDRESS }, context)).toThrow(
      expect.objectContaining(damagedError),
    )
    expect(() => handlers.watchaddress({ address: CC_ADDRESS, label: '' }, context)).toThrow(
      expect.objectContaining(damagedError),
    )
  })

  it('rejects labels with invisible characters, and invalid addresses', async () => {
    for (const label of ['a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(101)]) {
      expect(await catchError('watchaddress', [PAYEE.address, label])).toMatch(/^-8 A label has at most 100/)
    }
    expect(await catchError('watchaddress', [PAYEE.address, '💰'.repeat(100)])).toBe('an answer')
    expect(await catchError('watchaddress', ['x'])).toBe('-5 Invalid address')
    expect(await catchError('unwatchaddress', ['x'])).toBe('-5 Invalid address')
  })
})
