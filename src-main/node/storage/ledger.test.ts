import SqliteDatabase, { type Database } from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { computeTxid, type Transaction } from '../primitives/index.ts'
import { OP } from '../script/index.ts'
import { unsignedTransaction } from '../testing/index.ts'
import { Ledger } from './ledger.ts'
import { migrate } from './migrate.ts'
import { chainMigrations } from './schema.ts'

const OP_RETURN_SCRIPT = Uint8Array.of(OP.OP_RETURN, 1, 2)
const script = (byte: number): Uint8Array => Uint8Array.of(byte, 0x51)
const never = { configured: { overwinter: -1, sapling: -1 }, automatic: null }

/** Returns a transaction made unique by its lock time. */
function makeTx(
  inputs: readonly { hash: Uint8Array; index: number }[],
  values: readonly bigint[],
  tag: number,
): Transaction {
  return unsignedTransaction(
    {
      inputs: inputs.map((outpoint) => ({ outpoint, value: 0n, scriptPubKey: script(0) })),
      outputs: values.map((value, index) => ({ value, scriptPubKey: value === 0n ? OP_RETURN_SCRIPT : script(index) })),
      lockTime: tag,
    },
    never,
    1,
  )
}

describe('ledger', () => {
  let db: Database
  let ledger: Ledger
  beforeEach(() => {
    db = new SqliteDatabase(':memory:')
    migrate(db, [chainMigrations])
    ledger = new Ledger(db, 1, 150_000)
  })

  /** Adds a block. If an input is missing, abandons the block and returns undefined. */
  function addBlock(height: number, txs: readonly Transaction[]): number[] | undefined {
    ledger.beginBlock()
    const txNums: number[] = []
    for (const [position, tx] of txs.entries()) {
      for (const [index, { prevout }] of tx.vin.entries()) {
        if (position > 0 && ledger.take(prevout, index) === undefined) {
          ledger.abandonBlock()
          return undefined
        }
      }
      txNums.push(ledger.add(tx, { txid: computeTxid(tx), height, position, offset: 100 * position, size: 60 }))
    }
    ledger.endBlock()
    return txNums
  }

  const dump = (): unknown[] =>
    ['txs', 'tx_keys', 'outputs'].map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all())
  const at = (tx: Transaction, index: number) => ({ hash: computeTxid(tx), index })

  it('numbers transactions by their first outputs', () => {
    const coinbase = makeTx([], [5n, 6n, 7n], 1)
    const next = makeTx([], [1n], 2)
    expect(addBlock(1, [coinbase])).toEqual([1])
    expect(addBlock(2, [next])).toEqual([4])
    expect(ledger.nextTxNum()).toBe(5)
    for (const flushed of [false, true]) {
      if (flushed) ledger.flush()
      expect(ledger.byTxNum(4)).toMatchObject({ height: 2, position: 0, size: 60 })
      expect(ledger.byTxNum(2)).toBeUndefined()
      expect(ledger.find(computeTxid(coinbase))).toMatchObject({ txNum: 1, height: 1 })
    }
  })

  it('finds coins and their spenders in every write state', () => {
    const coinbase = makeTx([], [5n, 6n], 1)
    const spender = makeTx([at(coinbase, 1)], [6n], 2)
    addBlock(1, [coinbase])
    expect(ledger.coin(at(coinbase, 1))).toEqual({ value: 6n, scriptPubKey: script(1), height: 1, coinbase: true })
    addBlock(2, [makeTx([], [1n], 3), spender])
    for (const step of ['fresh', 'written', 'forgotten']) {
      if (step === 'written') ledger.flush()
      if (step === 'forgotten') ledger.discard(ledger.nextTxNum())
      expect(ledger.coin(at(coinbase, 0))).toMatchObject({ value: 5n })
      expect(ledger.coin(at(coinbase, 1))).toBeUndefined()
      expect(ledger.coin(at(coinbase, 2))).toBeUndefined()
      expect(ledger.output(at(coinbase, 1))).toMatchObject({ value: 6n, txNum: 1, coinbase: true })
      expect(ledger.spend(at(coinbase, 1))).toEqual({ txid: computeTxid(spender), inputIndex: 0, height: 2, txNum: 4 })
      expect(ledger.spend(at(coinbase, 0))).toBeUndefined()
      expect(ledger.hasUnspent(computeTxid(coinbase))).toBe(true)
    }
  })

  it('excludes outputs that cannot be spent', () => {
    const tx = makeTx([], [0n, 4n], 1)
    addBlock(1, [tx])
    for (const flushed of [false, true]) {
      if (flushed) ledger.flush()
      expect(ledger.coin(at(tx, 0))).toBeUndefined()
      expect(ledger.output(at(tx, 0))).toBeUndefined()
      expect(ledger.coin(at(tx, 1))).toMatchObject({ value: 4n })
    }
    expect(db.prepare('SELECT count(*) FROM outputs').pluck().get()).toBe(1)
  })

  it('rejects double spends within a block and between blocks', () => {
    const coinbase = makeTx([], [5n], 1)
    addBlock(1, [coinbase])
    ledger.flush()
    const twice = [makeTx([], [1n], 2), makeTx([at(coinbase, 0)], [5n], 3), makeTx([at(coinbase, 0)], [4n], 4)]
    expect(addBlock(2, twice)).toBeUndefined()
    expect(ledger.coin(at(coinbase, 0))).toBeDefined()
    expect(addBlock(2, twice.slice(0, 2))).toBeDefined()
    expect(addBlock(3, [makeTx([], [1n], 5), twice[2]!])).toBeUndefined()
  })

  it('rejects double spends while spend marks are partly written', () => {
    const coinbase = makeTx([], [5n, 6n, 7n], 1)
    addBlock(1, [coinbase])
    ledger.flush()
    const spender = makeTx([at(coinbase, 2), at(coinbase, 1), at(coinbase, 0)], [18n], 3)
    addBlock(2, [makeTx([], [1n], 2), spender])
    // First both transactions are written, then the marks one by one.
    for (const done of [false, false, false, false, false, true]) {
      for (const index of [0, 1, 2]) {
        expect(ledger.coin(at(coinbase, index))).toBeUndefined()
        expect(ledger.spend(at(coinbase, index))).toMatchObject({ txid: computeTxid(spender) })
        expect(addBlock(3, [makeTx([], [1n], 4), makeTx([at(coinbase, index)], [5n], 5)])).toBeUndefined()
      }
      expect(ledger.hasUnspent(computeTxid(coinbase))).toBe(false)
      expect(ledger.write(() => false, false, 1)).toBe(done)
    }
    expect(db.prepare('SELECT count(*) FROM outputs WHERE spent_by IS NULL').pluck().get()).toBe(2)
  })

  it('keeps amounts above 2^53 exact', () => {
    const value = 9_007_199_254_740_993n
    const tx = makeTx([], [value], 1)
    addBlock(1, [tx])
    ledger.flush()
    ledger.discard(ledger.nextTxNum())
    expect(ledger.coin(at(tx, 0))?.value).toBe(value)
  })

  it('distinguishes transactions whose ids have the same prefix', () => {
    const tx = makeTx([], [5n], 1)
    addBlock(1, [tx])
    ledger.flush()
    const other = computeTxid(tx).slice()
    other[31]! ^= 1
    expect(ledger.find(other)).toBeUndefined()
    expect(ledger.hasUnspent(other)).toBe(false)
  })

  it('discards changes that were not written', () => {
    const tx = makeTx([], [5n], 1)
    const before = dump()
    addBlock(1, [tx])
    ledger.discard(1)
    expect(ledger.find(computeTxid(tx))).toBeUndefined()
    expect(ledger.nextTxNum()).toBe(1)
    ledger.flush()
    expect(dump()).toEqual(before)
  })

  it('returns plain arrays that are not views of the block', () => {
    const block = new Uint8Array(1000)
    const scriptPubKey = block.subarray(10, 20).fill(3)
    const tx = { ...makeTx([], [5n], 1), vout: [{ value: 5n, scriptPubKey }] }
    addBlock(1, [tx])
    ledger.flush()
    const coin = ledger.coin(at(tx, 0))!
    block.fill(9)
    expect(coin.scriptPubKey).toEqual(new Uint8Array(10).fill(3))
    expect(Buffer.isBuffer(ledger.coin(at(tx, 0))!.scriptPubKey)).toBe(false)
  })

  /** Random chain: each block spends some existing outputs and may be flushed, abandoned or removed. */
  it('restores the tables after any sequence of changes and removals', () => {
    const step = fc.record({
      action: fc.constantFrom('add', 'add', 'add', 'abandon', 'flush', 'part', 'remove', 'forget'),
      spends: fc.array(fc.nat(1000), { maxLength: 4 }),
      values: fc.array(fc.bigInt(0n, 5n), { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom(1, 4, 1_000),
        fc.boolean(),
        (steps, remembered, dense) => {
          db = new SqliteDatabase(':memory:')
          migrate(db, [chainMigrations])
          ledger = new Ledger(db, 1, remembered)
          let tag = 0
          const chain: { txs: Transaction[]; txNums: number[]; before: unknown[] }[] = []
          const unspent = new Map<string, { hash: Uint8Array; index: number }>()
          for (const { action, spends, values } of steps) {
            if (action === 'flush') ledger.flush()
            if (action === 'part') ledger.write(() => false, dense, 2)
            if (action === 'forget') {
              ledger.flush()
              ledger.discard(ledger.nextTxNum())
            }
            if (action === 'add' || action === 'abandon') {
              const available = [...unspent.values()]
              const chosen = [...new Set(spends.map((pick) => available[pick % available.length]))].filter(
                (one) => one !== undefined,
              )
              const txs = [makeTx([], values, ++tag), ...chosen.map((one) => makeTx([one], values, ++tag))]
              if (action === 'abandon') {
                const missing = makeTx([{ hash: new Uint8Array(32).fill(1), index: 0 }], [1n], ++tag)
                expect(addBlock(chain.length + 1, [...txs, missing])).toBeUndefined()
              } else {
                ledger.flush()
                const before = dump()
                chain.push({ txs, txNums: addBlock(chain.length + 1, txs)!, before })
                for (const one of chosen) unspent.delete(`${one.hash.join()}:${one.index}`)
                for (const tx of txs)
                  for (const [index, output] of tx.vout.entries())
                    if (output.value > 0n) unspent.set(`${computeTxid(tx).join()}:${index}`, at(tx, index))
              }
            }
            if (action === 'remove') {
              const last = chain.pop()
              if (last === undefined) continue
              const removed = last.txs.map((tx, position) => ({
                txid: computeTxid(tx),
                txNum: last.txNums[position]!,
                spent: position === 0 ? [] : tx.vin.map(({ prevout }) => ledger.output(prevout)!),
              }))
              ledger.removeBlock(removed)
              expect(dump()).toEqual(last.before)
              for (const { txs } of [last])
                for (const tx of txs) {
                  for (const index of tx.vout.keys()) unspent.delete(`${computeTxid(tx).join()}:${index}`)
                  if (tx.vin.length > 0) {
                    const { prevout } = tx.vin[0]!
                    unspent.set(`${prevout.hash.join()}:${prevout.index}`, prevout)
                  }
                }
            }
            for (const outpoint of unspent.values()) expect(ledger.coin(outpoint)).toBeDefined()
            expect(countUnspent()).toBe(unspent.size)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  function countUnspent(): unknown {
    ledger.flush()
    return db.prepare('SELECT count(*) FROM outputs WHERE spent_by IS NULL').pluck().get()
  }
})
