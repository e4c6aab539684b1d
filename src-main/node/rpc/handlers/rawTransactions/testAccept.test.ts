import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { createTestMempool, type TestMempool } from '../../../mempool/testing/testMempool.ts'
import { COIN, computeTxid, serializeTransaction, transactionSize } from '../../../primitives/index.ts'
import type { Transaction } from '../../../primitives/types.ts'
import { testKey } from '../../../testing/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import { createTestAcceptHandlers } from './testAccept.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let test: TestMempool
beforeEach(() => {
  test = createTestMempool()
})
afterEach(() => test.close())

const hex = (tx: Transaction) => toHex(serializeTransaction(tx))
const formatTxid = (tx: Transaction) => toDisplayHex(computeTxid(tx))
const ask = async (txs: readonly (Transaction | string)[], maxfeerate?: bigint) =>
  createTestAcceptHandlers(test).testmempoolaccept(
    { rawtxs: txs.map((tx) => (typeof tx === 'string' ? tx : hex(tx))), maxfeerate: maxfeerate as never },
    context,
  )
const pay = (fee = 1000n) => test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(1).p2pkh }], fee)
/** Spends the first output of a transaction. */
const spend = (parent: Transaction, value = COIN) =>
  test.node.build({
    inputs: [test.node.inputOf(parent, 0, testKey(1))],
    outputs: [{ value, scriptPubKey: testKey(2).p2pkh }],
  })

describe('testmempoolaccept', () => {
  it('returns size and fees of an acceptable transaction, and adds nothing to the mempool', async () => {
    const tx = pay()
    const txid = formatTxid(tx)
    const size = transactionSize(tx)
    const rate = 1_000_000n / BigInt(size)
    const fees = { base: 1000n, 'effective-feerate': rate, 'effective-includes': [txid] }
    for (let again = 0; again < 2; again++) {
      expect(await ask([tx])).toEqual([{ txid, wtxid: txid, allowed: true, vsize: size, fees }])
    }
    expect([test.mempool.size(), test.changes]).toEqual([0, []])
    expect(test.accept(tx)).toMatchObject({ ok: true })
  })

  it('returns the reason of a rejection', async () => {
    const tx = pay()
    expect(await ask([spend(tx)])).toMatchObject([{ allowed: false, 'reject-reason': 'missing-inputs' }])
    expect(await ask([spend(tx, 2n * COIN), tx])).toMatchObject([{ allowed: false }, { allowed: true }])
    test.accept(tx)
    expect(await ask([tx])).toMatchObject([{ allowed: false, 'reject-reason': 'already in mempool' }])
    test.node.mineBlock({ txs: [tx] })
    expect(await ask([tx])).toMatchObject([{ allowed: false, 'reject-reason': 'already have coins' }])
  })

  it('accepts a transaction that spends an earlier one of the list', async () => {
    const parent = pay()
    const child = spend(parent, COIN - 1000n)
    const grandchild = test.node.build({
      inputs: [test.node.inputOf(child, 0, testKey(2))],
      outputs: [{ value: COIN - 2000n, scriptPubKey: testKey(3).p2pkh }],
    })
    expect((await ask([parent, child, grandchild])).map(({ allowed }) => allowed)).toEqual([true, true, true])
    expect((await ask([child, parent])).map(({ allowed }) => allowed)).toEqual([false, true])
    test.accept(parent)
    expect(await ask([child, grandchild])).toMatchObject([{ allowed: true }, { allowed: true }])
    expect(test.mempool.children(test.mempool.get(computeTxid(parent))!)).toEqual([])
  })

  it('rejects the second of two transactions that spend one coin', async () => {
    expect(await ask([pay(1000n), pay(2000n)])).toMatchObject([
      { allowed: true },
      { allowed: false, 'reject-reason': 'mempool conflict' },
    ])
  })

  it('applies the fee limit of the call, or that of sendrawtransaction', async () => {
    const [coin] = test.node.coins(testKey(0))
    const tx = test.node.build({
      inputs: [coin!],
      outputs: [{ value: coin!.value / 2n, scriptPubKey: testKey(1).p2pkh }],
    })
    const [refused] = await ask([tx])
    expect(refused).toMatchObject({ allowed: false, 'reject-reason': expect.stringContaining('absurdly high fees') })
    expect(await ask([tx], 0n)).toMatchObject([{ allowed: true }])
    expect(await ask([tx, spend(tx, 1n)], COIN)).toMatchObject([
      { allowed: false, 'reject-reason': 'max-fee-exceeded' },
      { allowed: false, 'reject-reason': 'missing-inputs' },
    ])
  })

  it('rejects no transactions, more than 25, and texts that are not transactions', async () => {
    const count = 'Array must contain between 1 and 25 transactions.'
    const tx = hex(pay())
    await expect(ask([])).rejects.toMatchObject({ code: -8, message: count })
    await expect(ask(Array<string>(26).fill(tx))).rejects.toMatchObject({ code: -8, message: count })
    expect(await ask(Array<string>(25).fill(tx))).toHaveLength(25)
    await expect(ask([tx, 'zz'])).rejects.toMatchObject({ code: -22, message: 'TX decode failed' })
  })

  it('yields to the event loop between transactions, and stops when the client disconnects', async () => {
    const client = new AbortController()
    const asked = createTestAcceptHandlers(test).testmempoolaccept(
      { rawtxs: [hex(pay()), hex(pay())], maxfeerate: undefined },
      { ...context, signal: client.signal },
    )
    client.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
})
