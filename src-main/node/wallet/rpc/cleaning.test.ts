import { afterEach, describe, expect, it } from 'vitest'
import { COIN, computeTxid } from '../../primitives/index.ts'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { mulberry32, nightly, testKey } from '../../testing/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { createCleaningHandlers } from './cleaning.ts'

let test: WalletTestNode
afterEach(() => test.close())

const clean = (txid?: string) => {
  const { node, mempool, wallet } = test
  return createCleaningHandlers({ chain: node.chain, mempool, wallet }).cleanwallettransactions({ txid }, context)
}

/** Returns the balance and coins that cleaning must not change. */
const holdings = () => {
  const { ledger } = test.wallet
  const coins = [...ledger.coins(), ...ledger.immature()]
  const outpoints = coins.map(({ outpoint }) => `${toDisplayHex(outpoint.hash)}:${outpoint.index}`)
  return { balance: test.wallet.balance(), outpoints }
}

/** Sends `value` satoshis and mines the transaction. */
function send(script: Uint8Array, value: bigint): Uint8Array {
  const { sender, recorder } = test.wallet
  const { tx } = sender.build([{ script, value, subtractFee: true }])
  const admit = () => test.mempool.accept(tx, { rejectAbsurdFee: false })
  expect(recorder.pay(tx, { comment: '', commentTo: '' }, admit).ok).toBe(true)
  test.node.mineBlock({ txs: [tx], script: testKey(5).p2pk })
  return computeTxid(tx)
}

const sendAll = (script = test.owner.p2pk) => send(script, test.wallet.ledger.balance().trusted)

describe('cleanwallettransactions', () => {
  it('permanently removes transactions older than all coins', async () => {
    test = createWalletTestNode()
    test.fund(3)
    expect(await clean()).toEqual({ total_transactions: 3, remaining_transactions: 3, removed_transactions: 0 })
    sendAll()
    const held = holdings()
    test.node.mine(3)
    // Transactions of one more block than the age of the oldest coin are kept.
    const before = test.wallet.ledger.transactions().length
    const reply = await clean()
    expect(reply.total_transactions).toBe(before)
    expect(reply.removed_transactions).toBeGreaterThan(0)
    expect(test.wallet.ledger.transactions()).toHaveLength(reply.remaining_transactions)
    expect(holdings()).toEqual(held)
    test.reopen()
    expect(test.wallet.ledger.transactions()).toHaveLength(reply.remaining_transactions)
    expect(holdings()).toEqual(held)
    await test.wallet.rescan(0)
    expect(test.wallet.ledger.transactions()).toHaveLength(before)
  })

  it('keeps the named transaction and all later ones', async () => {
    test = createWalletTestNode()
    test.fund(2)
    const oldest = test.wallet.ledger.transactions()[0]!
    sendAll()
    test.node.mine(3)
    expect(await clean(toDisplayHex(oldest.txid))).toMatchObject({ removed_transactions: 0 })
    expect(() => clean('00')).toThrow('\nThe transaction could not be found!\n')
    const paid = toDisplayHex(sendAll(testKey(6).p2pkh))
    expect(() => clean(paid)).toThrow('\nThe transaction is not yours!\n')
  })

  it('changes no coin and no balance after random payments', async () => {
    const random = mulberry32(3)
    test = createWalletTestNode()
    test.fund(4)
    let removed = 0
    for (let n = 0; n < (nightly() ? 300 : 25); n++) {
      const some = (test.wallet.ledger.balance().trusted * BigInt(1 + Math.floor(random() * 90))) / 100n
      if (random() < 0.2) sendAll()
      else if (some > COIN) send(random() < 0.5 ? test.owner.p2pkh : testKey(6).p2pkh, some)
      if (random() < 0.5) test.node.mine(2)
      const held = holdings()
      removed += (await clean()).removed_transactions
      expect(holdings()).toEqual(held)
      if (random() < 0.2) test.reopen()
      expect(holdings()).toEqual(held)
    }
    expect(removed).toBeGreaterThan(5)
  })
})
