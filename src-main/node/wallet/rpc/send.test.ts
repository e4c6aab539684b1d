import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '#shared/json.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeAddress } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { fromDisplayHex, toHex } from '../../util/index.ts'
import { createWalletSendHandlers } from './send.ts'

let test: WalletTestNode
const address = (key: number) => encodeAddress({ type: 1, hash: testKey(key).hash })

beforeEach(() => {
  test = createWalletTestNode()
  test.fund(2)
})
afterEach(() => test.close())

function sendmany(amounts: Record<string, unknown>, from = '', minconf = 1, payers?: string[]): string {
  const { sendmany: call } = createWalletSendHandlers({ ...test.node, wallet: test.wallet })
  return call(
    {
      fromaccount: from,
      amounts: parseJson(JSON.stringify(amounts)) as JsonObject,
      minconf,
      comment: 'why',
      subtractfeefromamount: payers,
    },
    callContext,
  ) as string
}
const sent = (txid: string) => test.wallet.ledger.get(fromDisplayHex(txid))!

describe('sendmany', () => {
  it('pays addresses and public keys in one transaction, and keeps the comment', () => {
    const { tx, comment } = sent(sendmany({ [address(5)]: '1.5', [toHex(testKey(6).pub)]: 2 }))
    const paid = tx.vout.map(({ value, scriptPubKey }) => [toHex(scriptPubKey), value])
    expect(paid).toContainEqual([toHex(testKey(5).p2pkh), 150_000_000n])
    expect(paid).toContainEqual([toHex(testKey(6).p2pk), 200_000_000n])
    expect([tx.vout.length, comment]).toEqual([3, 'why'])
  })

  it('splits the fee among the given recipients, and ignores unknown ones', () => {
    const { tx } = sent(sendmany({ [address(5)]: 1, [address(6)]: 1 }, '', 1, [address(6), 'nobody']))
    const values = tx.vout.map(({ value }) => value)
    expect(values).toContain(100_000_000n)
    expect(values).toContain(99_995_000n)
  })

  it.each<[Record<string, unknown>, string, number, number, string]>([
    [{}, '', 1, -6, 'Transaction amounts must be positive'],
    [{ zz: 1 }, '', 1, -5, 'Invalid Komodo address or pubkey: zz'],
    [{ [address(5)]: 0 }, '', 1, -3, 'Invalid amount for send'],
    [{ [address(5)]: -1 }, '', 1, -3, 'Amount out of range'],
    [{ [address(5)]: 1 }, 'x', 1, -6, 'Account has insufficient funds'],
    [{ [address(5)]: 1 }, '', 50, -6, 'Account has insufficient funds'],
    [{ [address(5)]: '0.00000001' }, '', 1, -6, 'Transaction amount too small'],
  ])('rejects %j from "%s" with %i confirmations', (amounts, from, minconf, code, text) => {
    const transactions = test.wallet.ledger.transactions().length
    expect(() => sendmany(amounts, from, minconf)).toThrow(expect.objectContaining({ code, message: text }))
    expect(test.wallet.ledger.transactions()).toHaveLength(transactions)
  })

  it('spends no locked coins', () => {
    for (const { outpoint } of test.wallet.ledger.coins()) test.wallet.locks.lock(outpoint)
    expect(() => sendmany({ [address(5)]: 1 })).toThrow('Insufficient funds')
  })
})
