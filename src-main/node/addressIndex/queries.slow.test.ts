import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { IndexedAddress } from '../core/index.ts'
import { ccScript, p2pkhScript, p2shScript } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'
import type { HistoryQuery, Page, UnspentQuery } from './types.ts'

const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte)
const OWN = p2pkhScript(hash(1))
const OTHER = p2pkhScript(hash(2))
const SCRIPT = p2shScript(hash(3))
const CONDITION = ccScript(ccOne(0xe4, testKey(1).pub))
const own: IndexedAddress = { type: 1, hash: hash(1) }
const nobody: IndexedAddress = { type: 1, hash: hash(99) }

let chain: TestLedger
beforeEach(() => {
  chain = createTestLedger()
})
afterEach(() => chain.close())

const pay = (...values: readonly (readonly [Uint8Array, number])[]) => ({
  spend: [],
  pay: values.map(([scriptPubKey, value]) => ({ value: BigInt(value), scriptPubKey })),
})

/** Creates blocks: block n pays n, and every third block spends the previous payment and returns one less. */
function fill(blocks: number): void {
  let before = chain.mine([pay([OWN, 1])])
  for (let n = 2; n <= blocks; n++) {
    const spend = n % 3 === 0 ? [{ hash: before[0]!.txid, index: 0 }] : []
    const back = n % 3 === 0 ? [{ value: BigInt(n - 2), scriptPubKey: OWN }] : []
    before = chain.mine([pay([OWN, n]), { spend, pay: [...back, { value: 1n, scriptPubKey: OTHER }] }])
  }
  chain.commit()
}

/** Reads all rows in pages of `limit`, with the total that each page reports. */
function walk<Query, Row>(
  page: (address: IndexedAddress, query: Query) => Page<Row> | undefined,
  query: Query & { readonly limit: number },
) {
  const rows: Row[] = []
  const totals = new Set<number>()
  let cursor: string | undefined
  do {
    const found: Page<Row> = page(own, { ...query, cursor })!
    expect(found.rows.length).toBeLessThanOrEqual(query.limit)
    rows.push(...found.rows)
    totals.add(found.total)
    cursor = found.next
  } while (cursor !== undefined)
  return { rows, totals: [...totals] }
}

const HISTORY: Omit<HistoryQuery, 'limit'> = { descending: false, kind: 'all' }

describe('deltaPage', () => {
  beforeEach(() => fill(30))

  it.each([1, 2, 7, 100])('lists each change once, with the balance after it, in pages of %i', (limit) => {
    let balance = 0n
    const all = [...chain.index.deltas(own)].map((delta) => {
      balance += delta.satoshis
      return { ...delta, balance }
    })
    const up = walk(chain.index.deltaPage, { ...HISTORY, limit })
    expect(up).toEqual({ rows: all, totals: [all.length] })
    const down = walk(chain.index.deltaPage, { ...HISTORY, limit, descending: true })
    expect(down).toEqual({ rows: all.toReversed(), totals: [all.length] })
  })

  it('lists only the given heights, with the balance of the complete history', () => {
    let balance = 0n
    const some = [...chain.index.deltas(own)]
      .map((delta) => {
        balance += delta.satoshis
        return { ...delta, balance }
      })
      .filter(({ height }) => height >= 8 && height <= 20)
    for (const descending of [false, true]) {
      const found = walk(chain.index.deltaPage, { ...HISTORY, limit: 4, start: 8, end: 20, descending })
      expect(found).toEqual({ rows: descending ? some.toReversed() : some, totals: [some.length] })
    }
  })

  it.each(['received', 'spent'] as const)('lists only changes that were %s', (kind) => {
    const some = [...chain.index.deltas(own)].filter(({ spending }) => spending === (kind === 'spent'))
    const found = walk(chain.index.deltaPage, { ...HISTORY, limit: 4, kind })
    expect(found.rows.map(({ balance, ...delta }) => delta)).toEqual(some)
    expect(found.totals).toEqual([some.length])
  })

  it('returns undefined for an invalid cursor, and for one whose position a reorg removed', () => {
    for (const cursor of ['', 'x', '1.2.3', '1.0.00000000.5.5'])
      expect(chain.index.deltaPage(own, { ...HISTORY, limit: 3, cursor })).toBeUndefined()
    const { next } = chain.index.deltaPage(own, { ...HISTORY, limit: 3, descending: true })!
    for (let n = 0; n < 3; n++) chain.disconnect()
    fill(3)
    expect(chain.index.deltaPage(own, { ...HISTORY, limit: 3, descending: true, cursor: next })).toBeUndefined()
  })

  it('returns no rows for an address that never appeared', () => {
    expect(chain.index.deltaPage(nobody, { ...HISTORY, limit: 3 })).toEqual({ rows: [], next: undefined, total: 0 })
    expect(chain.index.summary(nobody)).toBeUndefined()
  })
})

describe('transactionPage', () => {
  beforeEach(() => fill(30))

  it.each(['all', 'received', 'spent'] as const)('sums the changes of each transaction: %s', (kind) => {
    const sums = new Map<number, bigint>()
    for (const { txNum, satoshis } of chain.index.deltas(own)) sums.set(txNum, (sums.get(txNum) ?? 0n) + satoshis)
    let running = 0n
    const after = new Map<number, bigint>()
    for (const [txNum, sum] of sums) {
      running += sum
      after.set(txNum, running)
    }
    const expected = [...sums].filter(([, sum]) => kind === 'all' || sum < 0n === (kind === 'spent'))
    for (const descending of [false, true]) {
      const { rows, totals } = walk(chain.index.transactionPage, { limit: 4, kind, descending })
      expect(rows.map(({ txNum, satoshis }) => [txNum, satoshis])).toEqual(
        descending ? expected.toReversed() : expected,
      )
      const balances = rows.map(({ txNum }) => (kind === 'all' ? after.get(txNum) : undefined))
      expect(rows.map(({ balance }) => balance)).toEqual(balances)
      expect(totals).toEqual([expected.length])
    }
  })

  it('agrees with the summary of the address', () => {
    const deltas = [...chain.index.deltas(own)]
    expect(chain.index.summary(own)).toEqual({
      ...chain.index.balance(own),
      deltas: deltas.length,
      utxos: chain.index.unspent(own).length,
      transactions: new Set(deltas.map(({ txNum }) => txNum)).size,
      first: 1,
      last: 30,
    })
  })
})

describe('unspentPage', () => {
  it.each(['txid', 'height', 'amount'] as const)('sorts by %s in both directions', (sort) => {
    fill(20)
    const all = chain.index.unspent(own)
    const sorted = all.sort((a, b) => {
      if (sort === 'amount') return Number(a.satoshis - b.satoshis) || a.txNum - b.txNum
      return sort === 'height' ? a.txNum - b.txNum : 0
    })
    for (const descending of [false, true]) {
      const query: UnspentQuery = { limit: 3, sort, descending }
      const found = walk(chain.index.unspentPage, query)
      expect(found).toEqual({ rows: descending ? sorted.toReversed() : sorted, totals: [all.length] })
    }
    expect(chain.index.unspentPage(own, { limit: 3, sort, descending: false, cursor: 'nonsense' })).toBeUndefined()
  })

  it.each(['txid', 'height', 'amount'] as const)('filters by heights and by listed outputs, sorted by %s', (sort) => {
    fill(20)
    const all = chain.index.unspent(own)
    const some = all.filter((_, at) => at % 3 === 0).map(({ txid, index }) => ({ hash: txid, index }))
    const strange = [
      { hash: new Uint8Array(32).fill(7), index: 0 },
      { hash: some[0]!.hash, index: 5 },
    ]
    for (const [start, end] of [
      [undefined, 9],
      [5, undefined],
      [7, 14],
      [19, 25],
      [30, 40],
      [0, 3],
    ] as const) {
      for (const listed of [undefined, true, false]) {
        const chosen = listed === undefined ? undefined : { outputs: [...some, ...strange], listed }
        const fits = all.filter(({ height }, at) => {
          if (height < (start ?? 0) || height > (end ?? 99)) return false
          return listed === undefined || (at % 3 === 0) === listed
        })
        const found = walk(chain.index.unspentPage, { limit: 2, sort, descending: true, start, end, chosen })
        const names = (rows: typeof all) => rows.map(({ txNum, index }) => txNum + index).sort((a, b) => a - b)
        expect(names(found.rows)).toEqual(names(fits))
        expect(found.totals).toEqual([fits.length])
      }
    }
  })
})

describe('snapshot', () => {
  it('ranks holders, counts conditions and ignored addresses separately, and omits addresses without a balance', () => {
    const equals = [p2pkhScript(hash(9)), p2pkhScript(hash(8)), SCRIPT].map((script) => [script, 50] as const)
    chain.mine([pay([OWN, 100], [OWN, 0], [OTHER, 70], [CONDITION, 5], [CONDITION, 0], ...equals)])
    const snapshot = chain.index.snapshot({ top: 4, ignored: [{ type: 1, hash: hash(2) }, nobody] })
    expect(snapshot.holders.map(({ address, satoshis }) => [address.type, address.hash[0], satoshis])).toEqual([
      [1, 1, 100n],
      [2, 3, 50n],
      [1, 9, 50n],
      [1, 8, 50n],
    ])
    expect(snapshot).toMatchObject({ addresses: 4, utxos: 4, satoshis: 250n, ignoredUtxos: 1 })
    expect(snapshot).toMatchObject({ ccUtxos: 1, ccSatoshis: 5n })
    expect(chain.index.snapshot({ ignored: [] }).holders).toHaveLength(5)
  })

  it('ranks balances beyond 64 bits above all others', () => {
    const huge = 2n ** 62n
    const three = { value: huge, scriptPubKey: OWN }
    chain.mine([{ spend: [], pay: [three, three, three, { value: huge, scriptPubKey: OTHER }] }])
    chain.commit()
    expect(chain.index.snapshot({ ignored: [] })).toMatchObject({
      holders: [{ satoshis: 3n * huge }, { satoshis: huge }],
      satoshis: 4n * huge,
    })
  })
})

describe('chart', () => {
  it('returns a point for each change of a short history', async () => {
    fill(30)
    const balances = new Map<number, bigint>()
    let balance = 0n
    for (const { height, satoshis } of chain.index.deltas(own)) {
      balance += satoshis
      balances.set(height, balance)
    }
    const { points } = await chain.index.chart(own, 100)
    // The test ledger has no tip, so the chart ends at the start of the chain.
    expect(points.slice(0, -1)).toEqual([...balances].map(([height, satoshis]) => ({ height, satoshis })))
    expect((await chain.index.chart(nobody, 100)).points).toEqual([])
  })
})

describe('audit', () => {
  beforeEach(() => fill(30))

  it('reports no differences, and the number of addresses and outputs it checked', async () => {
    const audit = await chain.index.audit(undefined)
    expect(audit).toMatchObject({ ok: true, count: 0, addresses: 2, totalsAgree: true })
    expect(audit.utxos).toBe(chain.index.unspent(own).length + chain.index.unspent({ type: 1, hash: hash(2) }).length)
    expect(audit.sums).toBeUndefined()
    const { balance } = chain.index.balance(own)
    const sums = { balance, deltas: balance, unspent: balance }
    expect(await chain.index.audit(own)).toMatchObject({ ok: true, addresses: 1, sums })
    const none = { balance: 0n, deltas: 0n, unspent: 0n }
    expect(await chain.index.audit({ type: 2, hash: hash(9) })).toMatchObject({ ok: true, addresses: 0, sums: none })
  })

  it.each([
    ['a balance', 'UPDATE addresses SET balance = balance + 1 WHERE id = 1'],
    ['a count', 'UPDATE addresses SET txs = txs + 1 WHERE id = 1'],
    ['a missing change', 'DELETE FROM address_deltas WHERE address = 1 AND tx = 1'],
    ['a missing output', 'DELETE FROM address_unspent WHERE address = 1 AND output = 1'],
    ['an output that is spent', 'UPDATE outputs SET spent_by = 9 WHERE id = (SELECT min(output) FROM address_unspent)'],
    ['changes of nobody', 'INSERT INTO address_deltas VALUES (1000000, 1, 0, 5)'],
    ['the totals', 'UPDATE address_totals SET entries = entries + 1'],
  ])('finds %s, stores the problem until it is repaired, and is repaired by the rebuild', async (_, damage) => {
    chain.db.exec(damage)
    chain.commit()
    const audit = await chain.index.audit(undefined)
    expect(audit.ok).toBe(false)
    expect(audit.count).toBe(damage.includes('totals') ? 0 : 1)
    const [found] = audit.differences
    if (found) {
      const { balance, deltas, unspent } = found
      expect((await chain.index.audit(found.address)).sums).toEqual({ balance, deltas, unspent })
    }
    expect(chain.index.health().problem).toMatch(/^The address index is damaged/)
    if (damage.includes('UPDATE outputs')) return
    const { clear, steps } = chain.index.rebuild
    clear()
    for (const { run } of steps) for (let next: number | undefined = 0; next !== undefined; ) next = run(next)
    chain.commit()
    expect(await chain.index.audit(undefined)).toMatchObject({ ok: true })
    expect(chain.index.health().problem).toBeUndefined()
  })

  it('rejects with the reason when it is aborted', async () => {
    const stop = new AbortController()
    const audit = chain.index.audit(undefined, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    await expect(audit).rejects.toThrow('enough')
  })
})
