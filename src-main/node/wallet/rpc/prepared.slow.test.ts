import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Encodable, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { findMethod } from '#shared/rpc/index.ts'
import { ccOne } from '../../conditions/index.ts'
import { COIN, computeTxid, parseTransaction, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { ccScript, encodeAddress } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { concat, fromHex, toDisplayHex, toHex } from '../../util/index.ts'
import type { WalletCoin } from '../index.ts'
import { createWalletPreparedHandlers } from './prepared.ts'

interface Prepared {
  readonly hex: string
  readonly txid: string
  readonly fee: number
  readonly size: number
  readonly feerate: number
  readonly change: { readonly address: string; readonly amount: number } | null
  readonly inputs: readonly { readonly txid: string; readonly vout: number; readonly amount: number }[]
  readonly outputs: readonly { readonly address: string; readonly amount: number }[]
}

interface Estimate {
  readonly fee: number
  readonly size: number
  readonly inputs: number
  readonly change: number | null
}

const MATURITY = 3
const friend = encodeAddress({ type: 1, hash: testKey(5).hash })
let test: WalletTestNode
let handlers: ReturnType<typeof createWalletPreparedHandlers>

beforeEach(() => {
  test = createWalletTestNode({ identity: false, args: [`-ac_cbmaturity=${MATURITY}`] })
  const { node, mempool, wallet } = test
  handlers = createWalletPreparedHandlers({ params: node.params, chain: node.chain, mempool, wallet })
  test.node.mine(5)
  test.fund(4)
  test.node.mine(MATURITY)
})
afterEach(() => test.close())

function call<T>(name: keyof typeof handlers, ...given: readonly Encodable[]): T {
  const method = findMethod(name) as Method
  const json = parseJson(stringifyJson(given)) as JsonValue[]
  const values = parseParams(method, json, { maxMoney: test.node.params.maxMoney })
  const handler = handlers[name] as (values: unknown, context: unknown) => unknown
  return JSON.parse(method.result.encode(handler(values, callContext))) as T
}
const prepare = (options: Readonly<Record<string, Encodable>> = {}) =>
  call<Prepared>('preparesend', { outputs: [{ address: friend, amount: '0.5' }], ...options })
const estimate = (options: Readonly<Record<string, Encodable>> = {}) =>
  call<Estimate>('estimatesend', { outputs: [{ address: friend, amount: '0.5' }], ...options })
const send = (hex: string, ...comments: readonly string[]) => call<string>('sendprepared', hex, ...comments)
const name = ({ outpoint }: WalletCoin) => ({ txid: toDisplayHex(outpoint.hash), vout: outpoint.index })
const coinAt = (index: number) => test.wallet.ledger.coins()[index] as WalletCoin
/** Pays with a transaction of the owner that the wallet did not build. */
const pay = (output: TxOut, fee = 5000n) => test.node.pay(test.owner, [output], fee)
const toTxHex = (tx: Transaction) => toHex(serializeTransaction(tx))

describe('estimatesend', () => {
  it('returns at least the cost of a payment with these coins, and hardly more', () => {
    for (const chosen of [[0], [0, 1], [0, 1, 2, 3]]) {
      const payment = { inputs: chosen.map((index) => name(coinAt(index))), feerate: '0.01' }
      const [told, built] = [estimate(payment), prepare(payment)]
      expect(told.inputs).toBe(chosen.length)
      expect(told.size - built.size).toBeGreaterThanOrEqual(0)
      expect(told.size - built.size).toBeLessThanOrEqual(3 * chosen.length)
      expect(told.fee).toBeGreaterThanOrEqual(built.fee)
      expect(told.change).toBeCloseTo(chosen.length - 0.5 - told.fee, 8)
    }
  })

  it('subtracts the fee if all coins are sent', () => {
    const payment = { outputs: [{ address: friend, amount: 4 }], subtractfee: true }
    expect(estimate(payment)).toMatchObject({ fee: 0.00005, inputs: 4, change: null })
  })

  it('requires no passphrase, and uses no key', async () => {
    const before = estimate()
    await test.wallet.keyring.protect('a passphrase')
    const keys = [test.wallet.keys.poolSize(), test.wallet.keys.used().length]
    for (let times = 0; times < 10; times++) expect(estimate()).toEqual(before)
    expect([test.wallet.keys.poolSize(), test.wallet.keys.used().length]).toEqual(keys)
    expect(() => prepare()).toThrow('Please enter the wallet passphrase')
  })

  it('throws the errors of preparesend', () => {
    expect(() => estimate({ outputs: [{ address: friend, amount: 4 }] })).toThrow('requires a transaction fee')
    expect(() => estimate({ outputs: [{ address: friend, amount: 5 }] })).toThrow('Insufficient funds')
    expect(() => estimate({ outputs: [{ address: 'nobody', amount: 1 }] })).toThrow('Invalid address: nobody')
    expect(() => estimate({ feerate: '5' })).toThrow('The fee would be')
    expect(() => estimate({ sign: true })).toThrow('unknown option "sign"')
    test.wallet.locks.lock(coinAt(0).outpoint)
    expect(() => estimate({ inputs: [name(coinAt(0))] })).toThrow('is locked: unlock it first')
  })
})

describe('preparesend', () => {
  it('returns the details of a payment, and records nothing', () => {
    const before = test.wallet.balance()
    const prepared = prepare()
    expect(prepared).toMatchObject({ fee: 0.00005, outputs: [{ address: friend, amount: 0.5 }] })
    expect(prepared.inputs).toHaveLength(1)
    expect(prepared.change?.amount).toBeCloseTo(0.49995, 8)
    expect(toDisplayHex(computeTxid(parseTransaction(fromHex(prepared.hex))))).toBe(prepared.txid)
    expect(prepared.size).toBe(prepared.hex.length / 2)
    expect(test.mempool.size()).toBe(0)
    expect(test.wallet.balance()).toEqual(before)
  })

  it('spends exactly the given coins', () => {
    const inputs = [coinAt(2), coinAt(0)].map(name)
    const prepared = prepare({ inputs })
    expect(prepared.inputs.map(({ txid, vout }) => ({ txid, vout }))).toEqual(inputs)
    expect(prepared.change?.amount).toBeCloseTo(1.49995, 8)
    expect(() => prepare({ inputs: [name(coinAt(0))], outputs: [{ address: friend, amount: 3 }] })).toThrow(
      'Insufficient funds',
    )
  })

  it('pays the requested fee rate, from the amount if requested', () => {
    const prepared = prepare({ feerate: '0.001', subtractfee: true })
    expect(prepared.fee).toBeCloseTo(prepared.size * 1e-6, 6)
    expect(prepared.feerate).toBeCloseTo(0.001, 5)
    expect(prepared.outputs[0]?.amount).toBeCloseTo(0.5 - prepared.fee, 8)
    expect(() => prepare({ feerate: '5' })).toThrow('The fee would be')
  })

  it('requires an unlocked wallet, unlike sendprepared', async () => {
    const { hex, txid } = prepare()
    await test.wallet.keyring.protect('a passphrase')
    test.wallet.keyring.vault.lock()
    expect(() => prepare()).toThrow('Please enter the wallet passphrase')
    expect(send(hex)).toBe(txid)
  })

  it('reuses a change key until a payment is sent', () => {
    const first = prepare()
    expect(prepare().change?.address).toBe(first.change?.address)
    send(prepare().hex)
    expect(prepare().change?.address).not.toBe(first.change?.address)
  })

  it.each([false, true])(
    'reuses a change key even if the wallet is locked between calls (with a phrase: %s)',
    async (hasSeed) => {
      const { keyring, keys } = test.wallet
      if (hasSeed) test.wallet.setSeed(new Uint8Array(64).fill(7), { words: 12, birth: 0 }, false)
      await keyring.protect('a passphrase')
      const rounds: Prepared[] = []
      const used = keys.used().length
      for (let round = 0; round < 100; round++) {
        await keyring.vault.unlock('a passphrase', 60, 'unlockwallet')
        rounds.push(prepare())
        keyring.vault.lock()
      }
      expect(new Set(rounds.map(({ change }) => change?.address)).size).toBe(1)
      expect(keys.used().length - used).toBe(1)
      await keyring.vault.unlock('a passphrase', 60, 'unlockwallet')
      send(prepare().hex)
      expect(prepare().change?.address).not.toBe(rounds[0]?.change?.address)
    },
  )

  it('uses another change key after setting a phrase or passphrase, because old backups contain the previous one', async () => {
    const addresses = [prepare().change?.address]
    test.wallet.setSeed(new Uint8Array(64).fill(7), { words: 12, birth: 0 }, false)
    addresses.push(prepare().change?.address)
    await test.wallet.keyring.protect('a passphrase')
    await test.wallet.keyring.vault.unlock('a passphrase', 60, 'unlockwallet')
    addresses.push(prepare().change?.address)
    expect(new Set(addresses).size).toBe(3)
  })

  it('rejects unspendable coins with an error per reason', () => {
    const tokens = ccScript(ccOne(EVAL_CODES.tokens, test.owner.pub))
    const token = pay({ value: 1000n, scriptPubKey: tokens })
    test.node.mineBlock({ txs: [token], script: test.owner.p2pk })
    const locked = coinAt(0)
    test.wallet.locks.lock(locked.outpoint)
    test.wallet.scripts.watch(testKey(8).p2pkh, '')
    const watched = test.node.pay(testKey(0), [{ value: COIN / 8n, scriptPubKey: testKey(8).p2pkh }])
    test.node.mineBlock({ txs: [watched] })
    const stranger = test.node.pay(testKey(0), [{ value: COIN / 4n, scriptPubKey: test.owner.p2pkh }])
    test.mempool.accept(stranger, { rejectAbsurdFee: false })
    const id = (tx: Transaction) => toDisplayHex(computeTxid(tx))
    const reward = test.wallet.ledger.immature()[0] as WalletCoin
    const prepareWith = (txid: string, vout: number) => () => prepare({ inputs: [{ txid, vout }] })
    expect(prepareWith(id(token), 0)).toThrow(`The output ${id(token)}:0 is an output of a token or of another module`)
    expect(() => prepare({ inputs: [name(locked)] })).toThrow(`${name(locked).txid}:${name(locked).vout} is locked`)
    expect(prepareWith(name(reward).txid, 0)).toThrow('was mined and can be spent after 1 more block')
    expect(prepareWith(id(stranger), 0)).toThrow(`${id(stranger)}:0 is unconfirmed`)
    expect(prepareWith(id(watched), 0)).toThrow('whose key this wallet does not have')
    expect(prepareWith(id(stranger), 1)).toThrow('is not a coin of this wallet')
    expect(prepareWith(toDisplayHex(token.vin[0]?.prevout.hash ?? new Uint8Array()), 0)).toThrow('is already spent')
    expect(prepareWith('00'.repeat(32), 7)).toThrow('is not a coin of this wallet')
    expect(() => prepare({ inputs: [name(coinAt(1)), name(coinAt(1))] })).toThrow('is named twice')
  })

  it.each([
    ['no receiver', { outputs: [] }, 'outputs must not be empty'],
    ['no address', { outputs: [{ address: 'x', amount: 1 }] }, 'Invalid address: x'],
    ['nothing to send', { outputs: [{ address: friend, amount: 0 }] }, 'Invalid amount for send'],
    ['less than nothing', { outputs: [{ address: friend, amount: -1 }] }, 'Amount out of range'],
    ['more than there is', { outputs: [{ address: friend, amount: '99' }] }, 'Insufficient funds'],
    ['something else than a list', { outputs: 1 }, 'not an array'],
    ['no coin at all', { inputs: [] }, 'inputs must not be empty'],
    ['an id that is none', { inputs: [{ txid: 'zz', vout: 0 }] }, 'expected hex txid'],
    ['a negative index', { inputs: [{ txid: '00'.repeat(32), vout: -1 }] }, 'vout must be positive'],
    ['an unknown option', { wrong: 1 }, 'unknown option "wrong"'],
    ['a number for a boolean', { subtractfee: 1 }, 'not a boolean'],
    [
      'too many receivers',
      { outputs: Array.from({ length: 501 }, () => ({ address: friend, amount: 1 })) },
      'at most 500 outputs',
    ],
  ])('rejects a payment with %s', (_, options: Readonly<Record<string, Encodable>>, text) => {
    expect(() => prepare(options)).toThrow(text)
  })
})

describe('sendprepared', () => {
  it('sends a prepared payment and keeps the comments', () => {
    const { hex, txid } = prepare()
    expect(send(hex, 'rent', 'landlord')).toBe(txid)
    expect(test.mempool.size()).toBe(1)
    const wtx = test.wallet.ledger.transactions().at(-1)
    expect(wtx).toMatchObject({ txidHex: txid, comment: 'rent', commentTo: 'landlord' })
    test.reopen()
    expect(test.wallet.ledger.transactions().at(-1)).toMatchObject({ txidHex: txid, comment: 'rent' })
  })

  it('sends a payment once, and rejects one whose coins are spent', () => {
    const [{ hex, txid }, inputs] = [prepare({ inputs: [name(coinAt(0))] }), [name(coinAt(0))]]
    const other = prepare({ inputs, outputs: [{ address: friend, amount: '0.25' }] })
    send(hex, 'first')
    expect(send(hex, 'second')).toBe(txid)
    expect(test.wallet.ledger.transactions().at(-1)?.comment).toBe('first')
    expect(() => send(other.hex)).toThrow('is already spent')
    expect(test.mempool.size()).toBe(1)
  })

  it('rejects hex that the wallet would not send', () => {
    const { hex } = prepare({ inputs: [name(coinAt(0))] })
    const tx = parseTransaction(fromHex(hex))
    expect(() => send('00')).toThrow('TX decode failed')
    expect(() => send(`${hex}00`)).toThrow('TX decode failed')
    expect(() => send('ab'.repeat(100_001))).toThrow('too large')
    const foreign = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(5).p2pkh }])
    expect(() => send(toTxHex(foreign))).toThrow('is not a coin of this wallet')
    const greedy = pay({ value: COIN / 2n, scriptPubKey: testKey(5).p2pkh }, COIN / 4n)
    expect(() => send(toTxHex(greedy))).toThrow('The fee is more than')
    const unsigned = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: new Uint8Array() })) }
    expect(() => send(toTxHex(unsigned))).toThrow('mandatory-script-verify-flag-failed')
    const altered = { ...tx, vout: tx.vout.map((output) => ({ ...output, scriptPubKey: testKey(6).p2pkh })) }
    expect(() => send(toTxHex(altered))).toThrow('mandatory-script-verify-flag-failed')
    expect(() => send(hex, 'x'.repeat(1001))).toThrow('A comment has at most')
    test.wallet.locks.lock(coinAt(0).outpoint)
    expect(() => send(hex)).toThrow('is locked')
    expect(test.mempool.size()).toBe(0)
  })

  it('never spends a token output, even with a valid signature', () => {
    const tokens = ccScript(ccOne(EVAL_CODES.tokens, test.owner.pub))
    const token = pay({ value: 1000n, scriptPubKey: tokens })
    test.node.mineBlock({ txs: [token] })
    const tree = ccOne(EVAL_CODES.tokens, test.owner.pub)
    const input = { ...test.node.inputOf(token, 0, test.owner), tree }
    const theft = test.node.build({ inputs: [input], outputs: [{ value: 1000n, scriptPubKey: testKey(5).p2pkh }] })
    expect(() => send(toTxHex(theft))).toThrow('is an output of a token or of another module')
  })

  it('throws for a modified byte at any position', () => {
    const { hex } = prepare()
    const bytes = fromHex(hex)
    for (let at = 0; at < bytes.length; at += 7) {
      const broken = concat(bytes.subarray(0, at), Uint8Array.of((bytes[at] ?? 0) ^ 0x41), bytes.subarray(at + 1))
      expect(() => send(toHex(broken))).toThrow()
    }
  })
})
