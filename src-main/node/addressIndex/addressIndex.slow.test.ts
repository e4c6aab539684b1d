import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { IndexedAddress } from '../core/index.ts'
import { secp256k1 } from '../crypto/index.ts'
import type { OutPoint } from '../primitives/types.ts'
import {
  ccScript,
  indexedAddress,
  isUnspendable,
  opReturnScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
} from '../script/index.ts'
import { nightly } from '../testing/index.ts'
import { compareBytes, outpointKey } from '../util/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'

const key = secp256k1.publicKey(new Uint8Array(32).fill(1))
const otherKey = secp256k1.publicKey(new Uint8Array(32).fill(2))
const hash = new Uint8Array(20).fill(7)
const P2PK = p2pkScript(key)
const P2PKH = p2pkhScript(indexedAddress(P2PK)!.hash)
const SCRIPTS = [
  P2PK,
  P2PKH,
  p2pkhScript(hash),
  p2shScript(hash),
  ccScript(ccOne(0xf2, otherKey)),
  opReturnScript(hash),
]
const ADDRESSES = [P2PK, ...SCRIPTS.slice(2, 5)].map((script) => indexedAddress(script)!)

let chain: TestLedger
beforeEach(() => {
  chain = createTestLedger()
})
afterEach(() => chain.close())

const TABLES = ['addresses', 'address_deltas', 'address_unspent']

const tables = ({ db }: TestLedger): unknown[] =>
  TABLES.map((name) => db.prepare(`SELECT * FROM ${name}`).safeIntegers(true).all())

const address = (script: Uint8Array): IndexedAddress => indexedAddress(script)!

describe('address index', () => {
  it('counts a key and its hash as one address', () => {
    chain.mine([{ spend: [], pay: [{ value: 5n, scriptPubKey: P2PK }] }])
    chain.mine([{ spend: [], pay: [{ value: 7n, scriptPubKey: P2PKH }] }])
    expect(chain.index.balance(address(P2PK))).toEqual({ balance: 12n, received: 12n })
  })

  it('records receipts, spends and the remaining unspent outputs', () => {
    const [first] = chain.mine([{ spend: [], pay: [{ value: 100n, scriptPubKey: P2PKH }] }])
    chain.commit()
    const [second] = chain.mine([
      {
        spend: [{ hash: first!.txid, index: 0 }],
        pay: [
          { value: 40n, scriptPubKey: SCRIPTS[2]! },
          { value: 59n, scriptPubKey: P2PK },
        ],
      },
    ])
    const own = address(P2PK)
    expect(chain.index.balance(own)).toEqual({ balance: 59n, received: 159n })
    expect([...chain.index.deltas(own)]).toEqual([
      {
        satoshis: 100n,
        txid: first!.txid,
        txNum: first!.txNum,
        height: 1,
        blockIndex: 0,
        index: 0,
        spending: false,
      },
      {
        satoshis: -100n,
        txid: second!.txid,
        txNum: second!.txNum,
        height: 2,
        blockIndex: 0,
        index: 0,
        spending: true,
      },
      {
        satoshis: 59n,
        txid: second!.txid,
        txNum: second!.txNum,
        height: 2,
        blockIndex: 0,
        index: 1,
        spending: false,
      },
    ])
    chain.commit()
    expect(chain.index.unspent(own)).toEqual([
      { txid: second!.txid, index: 1, satoshis: 59n, scriptPubKey: P2PK, height: 2, txNum: second!.txNum },
    ])
  })

  it('limits deltas to a range of heights, both ends included', () => {
    for (let n = 1; n <= 9; n++)
      chain.mine(Array(n).fill({ spend: [], pay: [{ value: BigInt(n), scriptPubKey: P2PK }] }))
    chain.commit()
    const heights = (start: number, end: number): number[] => [
      ...new Set([...chain.index.deltas(address(P2PK), { start, end })].map(({ height }) => height)),
    ]
    expect(heights(3, 5)).toEqual([3, 4, 5])
    expect(heights(1, 1)).toEqual([1])
    expect(heights(9, 99)).toEqual([9])
    expect(heights(10, 99)).toEqual([])
    expect(heights(5, 4)).toEqual([])
  })

  it('orders indexes within a transaction as little-endian bytes, receipts before spends', () => {
    const pay = Array.from({ length: 300 }, () => ({ value: 1n, scriptPubKey: P2PK }))
    const [first] = chain.mine([{ spend: [], pay }])
    chain.mine([{ spend: [1, 0].map((index) => ({ hash: first!.txid, index })), pay: pay.slice(0, 2) }])
    chain.commit()
    const deltas = [...chain.index.deltas(address(P2PK))]
    expect(deltas.slice(0, 4).map(({ index }) => index)).toEqual([0, 256, 1, 257])
    expect(deltas.slice(-4).map(({ index, spending }) => [index, spending])).toEqual([
      [0, false],
      [0, true],
      [1, false],
      [1, true],
    ])
    expect(
      chain.index
        .unspent(address(P2PK))
        .filter(({ height }) => height === 1)
        .slice(0, 2)
        .map((each) => each.index),
    ).toEqual([256, 257])
  })

  it('reads long histories in pages without losing or repeating a row', () => {
    for (let n = 0; n < 5; n++)
      chain.mine([{ spend: [], pay: Array.from({ length: 1_000 }, () => ({ value: 1n, scriptPubKey: P2PK })) }])
    chain.commit()
    const seen = [...chain.index.deltas(address(P2PK))].map(({ txNum, index }) => txNum * 1_000 + index)
    expect(new Set(seen).size).toBe(5_000)
    expect(
      [...chain.index.deltas(address(P2PK))].every(({ height }, at) => height === Math.floor(at / 1_000) + 1),
    ).toBe(true)
  })

  it('keeps sums that no longer fit into 64 bits', () => {
    const huge = 2n ** 62n
    for (let n = 0; n < 5; n++) chain.mine([{ spend: [], pay: [{ value: huge, scriptPubKey: P2PK }] }])
    chain.commit()
    chain.rollback()
    expect(chain.index.balance(address(P2PK))).toEqual({ balance: 5n * huge, received: 5n * huge })
    chain.disconnect()
    chain.disconnect()
    chain.disconnect()
    chain.disconnect()
    chain.commit()
    expect(chain.index.balance(address(P2PK)).received).toBe(huge)
  })

  it('returns empty results for an unknown address', () => {
    const unknown: IndexedAddress = { type: 3, hash }
    expect(chain.index.balance(unknown)).toEqual({ balance: 0n, received: 0n })
    expect([...chain.index.deltas(unknown)]).toEqual([])
    expect(chain.index.unspent(unknown)).toEqual([])
  })

  it('removes entries that a rollback undid', () => {
    chain.mine([{ spend: [], pay: [{ value: 1n, scriptPubKey: P2PK }] }])
    chain.commit()
    const before = tables(chain)
    chain.mine([{ spend: [], pay: SCRIPTS.map((scriptPubKey) => ({ value: 3n, scriptPubKey })) }])
    chain.index.unspent(address(P2PK))
    chain.rollback()
    expect(tables(chain)).toEqual(before)
    expect(chain.index.balance(address(P2PK)).balance).toBe(1n)
    expect(chain.index.balance(ADDRESSES[2]!).balance).toBe(0n)
  })
})

describe('address index written in slices', () => {
  it('equals an index written in one call, whatever changes in between', () => {
    const payees = Array.from({ length: 300 }, (_, index) =>
      p2pkhScript(new Uint8Array(20).fill(index & 255).fill(index >> 8, 19)),
    )
    const pay = (from: number, count: number) => ({
      spend: [],
      pay: payees.slice(from, from + count).map((scriptPubKey) => ({ value: 5n, scriptPubKey })),
    })
    const [parts, whole] = [createTestLedger(), createTestLedger()]
    for (const each of [parts, whole]) {
      each.mine([pay(0, 200)])
      if (each === parts) expect(each.index.observer.write?.(() => false)).toBe(false)
      each.mine([pay(150, 100)])
      if (each === parts) expect(each.index.observer.write?.(() => false)).toBe(false)
      each.mine([pay(0, 300)])
      let turns = 0
      if (each === parts) while (!each.index.observer.write?.(() => false)) turns++
      if (each === parts) expect(turns).toBeGreaterThan(3)
      each.commit()
    }
    expect(tables(parts)).toEqual(tables(whole))
    for (const each of [parts, whole]) each.close()
  })

  it('keeps addresses with few changes unwritten until the end', () => {
    const [few, many] = [1, 2].map((fill) => p2pkhScript(new Uint8Array(20).fill(fill)))
    const pay = (scriptPubKey: Uint8Array, count: number) => Array(count).fill({ value: 5n, scriptPubKey })
    const [parts, whole] = [createTestLedger(), createTestLedger()]
    const rows = (text: string) => parts.db.prepare<[], number>(`SELECT count(*) FROM ${text}`).pluck().get()
    for (const each of [parts, whole]) each.mine([{ spend: [], pay: [...pay(few!, 20), ...pay(many!, 700)] }])
    while (!parts.index.observer.write?.(() => false, true));
    expect([rows('addresses'), rows('address_deltas')]).toEqual([1, 700])
    for (const each of [parts, whole]) {
      each.mine([{ spend: [], pay: [...pay(few!, 5), ...pay(many!, 5)] }])
      each.commit()
    }
    expect([rows('addresses'), rows('address_deltas')]).toEqual([2, 730])
    expect(tables(parts)).toEqual(tables(whole))
    for (const each of [parts, whole]) each.close()
  })
})

interface Step {
  readonly kind: number
  readonly txs: readonly { readonly picks: readonly number[]; readonly pays: readonly (readonly [number, number])[] }[]
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(20),
  txs: fc.array(
    fc.record({
      picks: fc.array(fc.nat(1_000), { maxLength: 3 }),
      pays: fc.array(fc.tuple(fc.nat(SCRIPTS.length - 1), fc.nat(1_000)), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** Returns the unspent outputs, without data outputs. */
function listCoins(ledger: TestLedger): OutPoint[] {
  const coins = new Map<string, OutPoint>()
  for (const { txs } of ledger.blocks())
    for (const { tx, txid } of txs) {
      for (const { prevout } of tx.vin) coins.delete(outpointKey(prevout))
      tx.vout.forEach(({ scriptPubKey }, index) => {
        const outpoint = { hash: txid, index }
        if (!isUnspendable(scriptPubKey)) coins.set(outpointKey(outpoint), outpoint)
      })
    }
  return [...coins.values()]
}

function play(ledger: TestLedger, { kind, txs }: Step): void {
  if (kind < 12 || ledger.blocks().length === 0) {
    const free = listCoins(ledger)
    ledger.mine(
      txs.map(({ picks, pays }) => ({
        spend: picks.flatMap((pick) => (free.length > 0 ? free.splice(pick % free.length, 1) : [])),
        pay: pays.map(([script, value]) => ({ value: BigInt(value), scriptPubKey: SCRIPTS[script]! })),
      })),
    )
  } else if (kind < 16) ledger.disconnect()
  else if (kind === 16) ledger.rollback()
  else if (kind === 17) for (const each of ADDRESSES) [...ledger.index.deltas(each)]
  else if (kind === 18) ledger.index.observer.write?.(() => false, txs.length > 2)
  else ledger.commit()
}

function checkSums({ index }: TestLedger, each: IndexedAddress): void {
  const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
  const { balance, received } = index.balance(each)
  const deltas = [...index.deltas(each)].map(({ satoshis }) => satoshis)
  expect(sum(deltas)).toBe(balance)
  expect(sum(deltas.filter((satoshis) => satoshis > 0n))).toBe(received)
  const unspent = index.unspent(each)
  expect(sum(unspent.map(({ satoshis }) => satoshis))).toBe(balance)
  expect(unspent).toEqual([...unspent].sort((a, b) => compareBytes(a.txid, b.txid) || a.index - b.index))
}

describe('address index after random connects, disconnects and rollbacks', () => {
  it('equals one rebuilt from scratch, and its sums agree', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const played = createTestLedger()
        const rebuilt = createTestLedger()
        try {
          for (const each of steps) play(played, each)
          played.commit()
          for (const { txs } of played.blocks()) rebuilt.connect(txs.map(({ tx }) => tx))
          rebuilt.commit()
          expect(tables(played)).toEqual(tables(rebuilt))
          for (const each of ADDRESSES) checkSums(played, each)
        } finally {
          played.close()
          rebuilt.close()
        }
      }),
      { numRuns: nightly() ? 400 : 15 },
    )
  })
})
