import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { COIN, computeTxid, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import {
  callContext as context,
  createWalletTestNode,
  viewDeps,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { ccScript, p2pkhScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { seedOfPhrase } from '../index.ts'
import { createWalletPreparedHandlers } from './prepared.ts'
import { createWalletViewHandlers } from './views.ts'

const COMMENTS = { comment: '', commentTo: '' }
const THEM = testKey(5).p2pkh

let test: WalletTestNode
afterEach(() => test.close())

/** Creates a wallet with three coins. Its change goes to fresh keys unless it has an identity. */
function begin(identity = false): void {
  test = createWalletTestNode({ identity })
  test.fund(3)
}
const shown = (label = '') => p2pkhScript(test.wallet.keys.next(label).hash)
const to = (script: Uint8Array, value = COIN / 4n) => ({ script, value, subtractFee: false })
/** Recipient of all coins with the fee subtracted, so that there is no change. */
const all = (script: Uint8Array) => ({ script, value: test.wallet.balance().trusted, subtractFee: true })

function send(...recipients: readonly ReturnType<typeof to>[]): Transaction {
  const { tx } = test.wallet.sender.send(recipients, COMMENTS)
  test.node.mineBlock({ txs: [tx] })
  return tx
}
function roles(tx: Transaction): Readonly<Record<number, string>> {
  const deps = { ...viewDeps(test), addressIndex: undefined }
  const txid = toDisplayHex(computeTxid(tx))
  const reply = createWalletViewHandlers(deps).getwalletoutputs({ txid: txid as never }, context)
  return Object.fromEntries((reply as { vout: number; role: string }[]).map(({ vout, role }) => [vout, role]))
}
/** Removes the stored change output, as in a wallet of an earlier version, or in another copy of the wallet. */
function forget(): void {
  const db = new Database(join(test.directory, 'wallet.db'))
  db.exec('UPDATE txs SET changeAt = NULL')
  db.close()
  test.reopen()
}
const findOutput = (tx: Transaction, script: Uint8Array) =>
  tx.vout.findIndex(({ scriptPubKey }) => toHex(scriptPubKey) === toHex(script))

describe('getwalletoutputs for payments of this wallet', () => {
  it('distinguishes change from a payment to its own address', () => {
    begin()
    const mine = shown()
    const tx = send(to(THEM), to(mine))
    const [theirs, kept] = [findOutput(tx, THEM), findOutput(tx, mine)]
    const change = 3 - theirs - kept
    const before = { [kept]: 'kept', [change]: 'change' }
    expect(roles(tx)).toEqual(before)
    test.reopen()
    expect(roles(tx)).toEqual(before)
  })

  it('distinguishes change that goes to the paid address', () => {
    begin(true)
    const tx = send(to(test.owner.p2pkh))
    const kept = findOutput(tx, test.owner.p2pkh)
    expect(roles(tx)).toEqual({ [kept]: 'kept', [1 - kept]: 'change' })
  })

  it('returns no change for a payment without change, even to a change address', () => {
    begin()
    const first = send(to(THEM))
    const change = first.vout[1 - findOutput(first, THEM)]!
    const tx = send(all(change.scriptPubKey))
    expect(roles(tx)).toEqual({ 0: 'kept' })
  })

  it('remembers the change of a prepared payment', () => {
    begin()
    const { node, mempool, wallet } = test
    const deps = { params: node.params, chain: node.chain, mempool, wallet }
    const { sendprepared } = createWalletPreparedHandlers(deps)
    const used = wallet.sender.build([to(THEM)])
    const old = (used.tx.vout[used.changeAt] as { scriptPubKey: Uint8Array }).scriptPubKey
    // The outputs all pay change keys: only the wallet that built the transaction can distinguish them.
    const { tx, changeAt } = wallet.sender.build([to(old), to(p2pkhScript(wallet.keys.next(null).hash))])
    void sendprepared({ hex: toHex(serializeTransaction(tx)), comment: '', commentto: '' } as never, context)
    const expected = { 0: 'kept', 1: 'kept', 2: 'kept', [changeAt]: 'change' }
    expect(roles(tx)).toEqual(expected)
    forget()
    expect(roles(tx)).toEqual({ 0: 'unknown', 1: 'unknown', 2: 'unknown' })
  })
})

describe('getwalletoutputs without stored change', () => {
  it('returns change for change keys, and kept for shown keys', () => {
    begin()
    const mine = shown()
    const tx = send(to(THEM), to(mine))
    const before = roles(tx)
    forget()
    expect(roles(tx)).toEqual(before)
  })

  it('distinguishes change keys of a phrase', async () => {
    begin()
    const seed = await seedOfPhrase(`${'abandon '.repeat(11)}about`)
    test.wallet.setSeed(seed, { words: 12, birth: 0 }, false)
    const mine = shown()
    const tx = send(to(THEM), to(mine))
    const before = roles(tx)
    expect(Object.values(before).sort()).toEqual(['change', 'kept'])
    forget()
    expect(roles(tx)).toEqual(before)
    // A transaction with a single output has no change.
    const change = tx.vout[Number(Object.keys(before).find((index) => before[Number(index)] === 'change'))]!
    const whole = send(all(change.scriptPubKey))
    forget()
    expect(roles(whole)).toEqual({ 0: 'unknown' })
  })

  it('returns change for P2PK outputs, which no payment request uses', () => {
    begin(true)
    const { node, owner } = test
    const tx = send(to(owner.p2pkh))
    const before = roles(tx)
    const token = node.pay(
      owner,
      [{ value: 1000n, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, owner.pub)) }],
      5000n,
    )
    node.mineBlock({ txs: [token] })
    expect(roles(token)).toEqual({ 1: 'change' })
    forget()
    expect(roles(tx)).toEqual(before)
    expect(roles(token)).toEqual({ 1: 'change' })
  })

  it('returns unknown for imported keys, returned coins and the acting key', () => {
    begin()
    const { wallet, owner } = test
    const imported = send(all(owner.p2pkh))
    const mine = shown()
    const away = send(all(mine))
    const rest = wallet.balance().trusted - COIN / 4n
    const back = send(to(THEM), { script: mine, value: rest, subtractFee: true })
    const acting = p2pkhScript(hash160(wallet.ownIdentity()))
    const toActing = send(to(THEM), { script: acting, value: rest - COIN / 4n - 5000n, subtractFee: true })
    for (const tx of [imported, away, back, toActing]) expect(Object.values(roles(tx))).toEqual(['kept'])
    forget()
    expect(Object.values(roles(imported))).toEqual(['unknown'])
    expect(Object.values(roles(away))).toEqual(['kept'])
    expect(Object.values(roles(back))).toEqual(['unknown'])
    expect(Object.values(roles(toActing))).toEqual(['unknown'])
  })

  it('returns received for payments of others, and unknown for joint payments', () => {
    begin()
    const { node, owner } = test
    const other = testKey(7)
    node.mineBlock({ script: other.p2pk })
    node.mine(2)
    const received = node.pay(other, [{ value: 1000n, scriptPubKey: owner.p2pkh }])
    node.mineBlock({ txs: [received] })
    expect(roles(received)).toEqual({ 0: 'received' })
    const inputs = [...node.coins(other), ...node.coins(owner).slice(0, 1)]
    const value = inputs.reduce((sum, coin) => sum + coin.value, 0n)
    const joint = node.build({ inputs, outputs: [{ value, scriptPubKey: owner.p2pk }] })
    node.mineBlock({ txs: [joint] })
    expect(roles(joint)).toEqual({ 0: 'unknown' })
    expect(roles(node.pay(testKey(0), [{ value: 1n, scriptPubKey: THEM }]))).toEqual({})
  })
})
