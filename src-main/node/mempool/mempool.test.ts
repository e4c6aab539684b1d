import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeTxid } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { indexedAddress } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { toHex } from '../util/index.ts'
import { createTestMempool, type TestMempool } from './testing/testMempool.ts'

const key = testKey(0)
const payee = testKey(1)
const out = (value: bigint): TxOut => ({ value, scriptPubKey: payee.p2pkh })

let test: TestMempool
beforeEach(() => {
  test = createTestMempool()
})
afterEach(() => test.close())

/** Spends one of the premine coins with this fee. */
function payment(coin: number, fee: bigint): Transaction {
  const input = test.node.coins(key)[coin]!
  return test.node.build({ inputs: [input], outputs: [out(input.value - fee)] })
}

function spendFirstOutput(parent: Transaction, fee: bigint): Transaction {
  const input = test.node.inputOf(parent, 0, payee)
  return test.node.build({ inputs: [input], outputs: [out(input.value - fee)] })
}

const ids = (): string[] => [...test.mempool.entries()].map(({ txid }) => toHex(txid))
const txidHexFor = (tx: Transaction): string => toHex(computeTxid(tx))

describe('mempool', () => {
  it('counts transactions, bytes and memory', () => {
    expect(test.mempool.stats()).toEqual({ size: 0, bytes: 0, usage: 0 })
    const result = test.accept(payment(0, 0n))
    const { size, bytes, usage } = test.mempool.stats()
    expect({ size, bytes }).toEqual({ size: 1, bytes: result.ok && result.entry.size })
    expect(usage).toBeGreaterThan(bytes)
    test.node.mineBlock({ txs: [payment(0, 0n)] })
    expect(test.mempool.stats()).toEqual({ size: 0, bytes: 0, usage: 0 })
  })

  it('removes expired entries with their descendants', () => {
    const old = payment(1, 0n)
    test.accept(old)
    test.node.clock.advance(3_000)
    const child = spendFirstOutput(old, 0n)
    test.accept(child)
    const young = payment(2, 0n)
    test.accept(young)
    test.node.clock.advance(601)
    test.mempool.expire()
    expect(ids()).toEqual([txidHexFor(young)])
    expect(test.changes.at(-1)?.removed.map(({ reason }) => reason)).toEqual(['expired', 'expired'])
  })

  it('stays within its memory limit and evicts the packages with the lowest fee rate', () => {
    const usage = 5_000
    test.close()
    test = createTestMempool({ maxUsage: usage })
    const poor = payment(1, 0n)
    const paidByChild = payment(2, 0n)
    const child = spendFirstOutput(paidByChild, 50_000n)
    for (const tx of [poor, paidByChild, child, payment(3, 9_000n), payment(4, 8_000n)]) {
      test.accept(tx)
      expect(test.mempool.stats().usage).toBeLessThanOrEqual(usage)
    }
    expect(ids()).toContain(txidHexFor(child))
    expect(ids()).toContain(txidHexFor(paidByChild))
    expect(ids()).not.toContain(txidHexFor(poor))
  })

  it('rejects a transaction that would be evicted at once, without a notification', () => {
    test.close()
    test = createTestMempool({ maxUsage: 4_200 })
    test.accept(payment(1, 10_000n))
    test.accept(payment(2, 10_000n))
    const before = test.changes.length
    const outcome = test.accept(payment(3, 1n))
    expect(outcome).toEqual({ ok: false, kind: 'rejected', code: 0x42, reason: 'mempool full', score: 0 })
    expect(test.changes.length).toBe(before)
  })

  it('keeps priority deltas of unknown transactions until they are confirmed', () => {
    const tx = payment(1, 0n)
    test.mempool.prioritise(computeTxid(tx), 5, 100n)
    test.mempool.prioritise(computeTxid(tx), 1, -40n)
    expect(test.mempool.deltasOf(computeTxid(tx))).toEqual({ priority: 6, fee: 60n })
    test.accept(tx)
    test.node.mineBlock({ txs: [tx] })
    expect(test.mempool.deltasOf(computeTxid(tx))).toEqual({ priority: 0, fee: 0n })
  })

  it('reports a current priority that grows with each block', () => {
    const tx = payment(0, 0n)
    test.accept(tx)
    const entry = test.mempool.get(computeTxid(tx))!
    const before = test.mempool.startingPriority(entry)
    expect(test.mempool.currentPriority(entry)).toBe(before)
    test.node.mine(1)
    expect(test.mempool.currentPriority(entry)).toBeGreaterThan(before)
  })

  it('counts each admission as one update', () => {
    const before = test.mempool.updates()
    test.accept(payment(0, 0n))
    expect(test.mempool.updates()).toBe(before + 1)
    test.node.mine(1)
    expect(test.mempool.updates()).toBe(before + 1)
  })

  it('stops notifying a listener after it unsubscribed', () => {
    let notified = 0
    const stop = test.mempool.onChange(() => notified++)
    test.accept(payment(0, 0n))
    stop()
    test.accept(payment(1, 0n))
    expect(notified).toBe(1)
  })

  it('lists the unconfirmed changes of an address', () => {
    const tx = payment(0, 1_000n)
    test.accept(tx)
    const [own, other] = [key, payee].map(({ p2pkh }) => indexedAddress(p2pkh)!)
    const value = test.node.coins(key)[0]!.value
    expect(test.mempool.addressDeltas([own!])).toMatchObject([
      { satoshis: -value, index: 0, spending: true, time: test.node.clock.now() },
    ])
    expect(test.mempool.addressDeltas([other!])).toMatchObject([{ satoshis: value - 1_000n, spending: false }])
    expect(test.mempool.coin({ hash: computeTxid(tx), index: 0 })).toMatchObject({
      value: value - 1_000n,
      height: 0x7fffffff,
    })
    expect(test.mempool.coin({ hash: computeTxid(tx), index: 1 })).toBeUndefined()
  })
})
