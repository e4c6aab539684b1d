import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COIN, computeTxid } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
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

const ids = (): string[] => [...test.mempool.entries()].map(({ txid }) => toHex(txid))
const txidHexFor = (tx: Transaction): string => toHex(computeTxid(tx))

/** Adds a transaction that spends one premine coin to the pool. */
function waiting(coin = 0, lockTime?: number): Transaction {
  const input = { ...test.node.coins(key)[coin]!, ...(lockTime !== undefined && { sequence: 0 }) }
  const tx = test.node.build({ inputs: [input], outputs: [out(COIN)], ...(lockTime !== undefined && { lockTime }) })
  expect(test.accept(tx).ok).toBe(true)
  return tx
}

function acceptChild(parent: Transaction): Transaction {
  const tx = test.node.build({ inputs: [test.node.inputOf(parent, 0, payee)], outputs: [out(parent.vout[0]!.value)] })
  expect(test.accept(tx).ok).toBe(true)
  return tx
}

const reasons = (): string[] => test.changes.flatMap(({ removed }) => removed.map(({ reason }) => reason))

describe('mempool following the chain', () => {
  it('removes confirmed transactions and keeps their children', () => {
    const parent = waiting()
    const child = acceptChild(parent)
    test.node.mineBlock({ txs: [parent] })
    expect(ids()).toEqual([txidHexFor(child)])
    expect(test.mempool.parents(test.mempool.get(computeTxid(child))!)).toEqual([])
    expect(reasons()).toEqual(['block'])
  })

  it('removes transactions that conflict with a block, with their descendants', () => {
    const parent = waiting()
    acceptChild(parent)
    const rival = test.node.build({ inputs: test.node.coins(key).slice(0, 1), outputs: [out(2n * COIN)] })
    test.node.mineBlock({ txs: [rival] })
    expect(ids()).toEqual([])
    expect(reasons()).toEqual(['conflict', 'conflict'])
  })

  it('removes transactions that expire before the next block', () => {
    const inputs = test.node.coins(key).slice(0, 1)
    const tx = test.node.build({ inputs, outputs: [out(COIN)], expiryHeight: 11 })
    expect(test.accept(tx).ok).toBe(true)
    test.node.mine(1)
    expect(reasons()).toEqual(['expired'])
  })

  it('removes transactions signed for an earlier consensus branch id', () => {
    test.close()
    test = createTestMempool(
      {},
      { args: ['-ac_name=LATE', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_sapling=12'] },
    )
    waiting()
    test.node.mine(1)
    expect(reasons()).toEqual(['branch'])
  })

  it('accepts the transactions of disconnected blocks again, parents first', () => {
    const parent = test.node.pay(key, [out(COIN)])
    const child = test.node.build({ inputs: [test.node.inputOf(parent, 0, payee)], outputs: [out(COIN)] })
    test.node.mineBlock({ txs: [parent] })
    test.node.mineBlock({ txs: [child] })
    test.node.chain.invalidateBlock(test.node.chain.byHeight(11)!)
    expect(ids()).toEqual([txidHexFor(parent), txidHexFor(child)])
    const later = test.node.mineBlock({ txs: [parent, child] })
    expect(later.txs).toHaveLength(3)
    expect(ids()).toEqual([])
  })

  it('links restored transactions to their children in the pool', () => {
    const parent = test.node.pay(key, [out(COIN)])
    test.node.mineBlock({ txs: [parent] })
    const child = acceptChild(parent)
    test.node.chain.invalidateBlock(test.node.chain.tip())
    expect(ids()).toEqual([txidHexFor(child), txidHexFor(parent)])
    expect(test.mempool.ordered().map(({ txid }) => toHex(txid))).toEqual([txidHexFor(parent), txidHexFor(child)])
    expect(test.mempool.evaluate(test.mempool.get(computeTxid(child))!)).toBe(true)
  })

  it('removes spends of a coinbase that was disconnected, with their descendants', () => {
    const tip = test.node.chain.tip()
    const coins = test.node.coins(key)
    const spend = waiting(coins.length - 1)
    acceptChild(spend)
    const other = waiting(0)
    test.node.chain.invalidateBlock(tip)
    expect(ids()).toEqual([txidHexFor(other)])
    expect(reasons()).toEqual(['reorg', 'reorg'])
  })

  it('removes transactions that are no longer final', () => {
    test.node.mine(5)
    const tx = waiting(0, 15)
    test.node.chain.invalidateBlock(test.node.chain.byHeight(14)!)
    expect(ids()).not.toContain(txidHexFor(tx))
  })

  it('leaves out a transaction that the new branch has confirmed', () => {
    const tx = test.node.pay(key, [out(COIN)])
    const fork = test.node.chain.tip()
    test.node.mineBlock({ txs: [tx] })
    const first = test.node.buildBlock({ prev: fork, txs: [tx] })
    expect(test.node.submit(first)).toBe('inconclusive')
    const second = test.node.buildBlock({ prev: test.node.chain.byHash(first.header.prevHash)! && findTip(first) })
    test.node.submit(second)
    expect(test.node.chain.tip().height).toBe(fork.height + 2)
    expect(ids()).toEqual([])
  })

  it('matches the chain after blocks are invalidated and reconsidered', () => {
    const tx = waiting()
    test.node.mineBlock({ txs: [tx] })
    const block = test.node.chain.tip()
    test.node.chain.invalidateBlock(block)
    expect(ids()).toEqual([txidHexFor(tx)])
    test.node.chain.reconsiderBlock(block)
    expect(ids()).toEqual([])
  })
})

function findTip(block: { header: Parameters<typeof import('../primitives/index.ts').blockHash>[0] }) {
  return test.node.chain.tips().find(({ header }) => header.merkleRoot.join() === block.header.merkleRoot.join())!
}
