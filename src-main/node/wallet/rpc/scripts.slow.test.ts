import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Encodable, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { findMethod, type Handlers } from '#shared/rpc/index.ts'
import { ccOne } from '../../conditions/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { COIN, computeTxid, parseTransaction, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { createRawSignHandlers } from '../../rpc/handlers/rawTransactions/rawSign.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { createUtilHandlers } from '../../rpc/handlers/util/util.ts'
import { ccScript, encodeAddress, multisigScript, p2pkhScript, p2shScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { fromHex, toDisplayHex, toHex } from '../../util/index.ts'
import { createWalletHandlers } from './basics.ts'
import { createBurnHandlers } from './burn.ts'
import { createWalletAccountHandlers } from './labels.ts'
import { createWalletListHandlers } from './lists.ts'
import { createWalletScriptHandlers } from './scripts.ts'
import { createWalletSendHandlers } from './send.ts'
import { toRpcError } from './walletErrorCodes.ts'

let test: WalletTestNode
let handlers: Partial<Handlers>
const addressOfKey = (index: number) => encodeAddress({ type: 1, hash: testKey(index).hash })

function connect(): void {
  const { node, mempool, wallet } = test
  const deps = { params: node.params, chain: node.chain, mempool, wallet, ccEnabled: true }
  handlers = {
    ...createRawSignHandlers(deps),
    ...createUtilHandlers(deps),
    ...createWalletAccountHandlers(deps),
    ...createWalletHandlers(deps),
    ...createWalletListHandlers(deps),
    ...createWalletScriptHandlers(deps),
    ...createBurnHandlers(deps),
    ...createWalletSendHandlers(deps),
  }
}
beforeEach(() => {
  test = createWalletTestNode()
  connect()
  test.node.mine(4)
  test.fund(3)
})
afterEach(() => test.close())

async function call<T>(name: string, ...given: readonly Encodable[]): Promise<T> {
  const method = findMethod(name) as Method
  const json = parseJson(stringifyJson(given)) as JsonValue[]
  const values = parseParams(method, json, { maxMoney: test.node.params.maxMoney })
  const handler = handlers[name as keyof Handlers] as (values: unknown, context: unknown) => unknown
  const answer = async () => handler(values, callContext)
  const result = await answer().catch((error: unknown) => Promise.reject(toRpcError(error)))
  return JSON.parse(method.result.encode(result)) as T
}
/** Pays the script from another wallet, in a block. */
function receive(script: Uint8Array, value = COIN / 2n): Transaction {
  const tx = test.node.pay(testKey(0), [{ value, scriptPubKey: script }])
  test.node.mineBlock({ txs: [tx] })
  return tx
}
const toTxHex = (tx: Transaction) => toHex(serializeTransaction(tx))
const toTxid = (tx: Transaction) => toDisplayHex(computeTxid(tx))

interface Unspent {
  readonly txid: string
  readonly spendable: boolean
  readonly redeemScript?: string
  readonly amount: number
}

describe('addmultisigaddress', () => {
  const keys = [testKey(1), testKey(2)].map(({ pub }) => toHex(pub))
  const script = multisigScript(
    2,
    [testKey(1), testKey(2)].map(({ pub }) => pub),
  )
  const address = encodeAddress({ type: 2, hash: hash160(script) })

  it('makes coins of the address spendable if the wallet has every key', async () => {
    test.wallet.keys.import(testKey(2).priv, true, '')
    expect(await call('addmultisigaddress', 2, keys, 'shared')).toBe(address)
    const balance = await call<number>('getbalance')
    const tx = receive(p2shScript(hash160(script)))
    expect(await call('getbalance')).toBe(balance + 0.5)
    const [unspent] = await call<Unspent[]>('listunspent', 1, 99, [address])
    expect(unspent).toMatchObject({ txid: toTxid(tx), redeemScript: toHex(script), spendable: true, account: 'shared' })
    expect(await call('validateaddress', address)).toMatchObject({
      ismine: true,
      iswatchonly: false,
      isscript: true,
      script: 'multisig',
      hex: toHex(script),
      addresses: [addressOfKey(1), addressOfKey(2)],
      sigsrequired: 2,
      account: 'shared',
    })
    const all = test.wallet.balance().trusted
    const sent = test.wallet.sender.send([{ script: testKey(5).p2pkh, value: all, subtractFee: true }], {
      comment: '',
      commentTo: '',
    })
    expect(sent.tx.vin.length).toBe(4)
    test.node.mineBlock({ txs: [sent.tx] })
    expect(await call('getbalance')).toBe(0)
  })

  it('keeps the script if a key is missing, and then signs only in part', async () => {
    await call('addmultisigaddress', 2, keys)
    const balance = await call<number>('getbalance')
    const tx = receive(p2shScript(hash160(script)))
    expect(await call('getbalance')).toBe(balance)
    expect(await call('listunspent', 1, 99, [address])).toEqual([])
    expect(await call('validateaddress', address)).toMatchObject({ ismine: false, script: 'multisig', account: '' })
    const spending = test.node.build({
      inputs: [{ ...test.node.inputOf(tx, 0), scriptSig: new Uint8Array() }],
      outputs: [{ value: COIN / 4n, scriptPubKey: testKey(5).p2pkh }],
    })
    const half = await call<{ hex: string; complete: boolean }>('signrawtransaction', toTxHex(spending))
    expect(half.complete).toBe(false)
    expect(half.hex.length).toBeGreaterThan(toTxHex(spending).length)
    test.wallet.keys.import(testKey(2).priv, true, '')
    expect(await call('signrawtransaction', half.hex)).toMatchObject({ complete: true })
    // The payment is older than the second key.
    expect(await call('getbalance')).toBe(balance)
    await test.wallet.rescan(0)
    expect(await call('getbalance')).toBe(balance + 0.5)
  })

  it.each([
    ['no signature', [0, keys], 'at least one key to redeem'],
    ['too few keys', [3, keys], 'not enough keys supplied (got 2 keys, but need at least 3 to redeem)'],
    ['what is no key', [1, ['zz']], ' Invalid public key: zz'],
    ['too many keys', [1, Array.from({ length: 17 }, () => keys[0] ?? '')], 'Number of addresses involved'],
  ])('rejects %s', async (_, given, text) => {
    await expect(call('addmultisigaddress', ...(given as Encodable[]))).rejects.toThrow(text)
  })
})

describe('importaddress', () => {
  const watched = testKey(8)
  const address = addressOfKey(8)

  it('finds earlier and later payments, counts them only on request, and never spends them', async () => {
    const before = receive(watched.p2pkh)
    const balance = await call<number>('getbalance')
    expect(await call('importaddress', address, 'theirs')).toBeNull()
    receive(watched.p2pkh, COIN / 4n)
    expect(await call('getbalance')).toBe(balance)
    expect(await call('getbalance', '*', 1, true)).toBe(balance + 0.75)
    const unspent = await call<Unspent[]>('listunspent', 1, 99, [address])
    expect(unspent.map(({ amount }) => amount).sort()).toEqual([0.25, 0.5])
    expect(unspent.map(({ spendable }) => spendable)).toEqual([false, false])
    expect(await call('listtransactions', '*', 50)).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ address })]),
    )
    expect(await call('listtransactions', '*', 50, 0, true)).toEqual(
      expect.arrayContaining([expect.objectContaining({ address, involvesWatchonly: true, account: 'theirs' })]),
    )
    expect(await call('gettransaction', toTxid(before), true)).toMatchObject({ amount: 0.5 })
    expect(await call('gettransaction', toTxid(before))).toMatchObject({ amount: 0, details: [] })
    expect(await call('validateaddress', address)).toMatchObject({
      ismine: false,
      iswatchonly: true,
      account: 'theirs',
    })
    expect(await call('getreceivedbyaddress', address)).toBe(0.75)
    expect(await call('listreceivedbyaddress', 1, false, true)).toEqual(
      expect.arrayContaining([expect.objectContaining({ address, amount: 0.75, involvesWatchonly: true })]),
    )
    const all = { script: testKey(5).p2pkh, value: test.wallet.balance().trusted + 1n, subtractFee: true }
    expect(() => test.wallet.sender.build([all])).toThrow('Insufficient funds')
  })

  it('lists spends by the owner of the address', async () => {
    await call('importaddress', address, '', false)
    const tx = receive(watched.p2pkh)
    const spending = test.node.build({
      inputs: [test.node.inputOf(tx, 0, watched)],
      outputs: [{ value: COIN / 2n, scriptPubKey: testKey(5).p2pkh }],
    })
    test.node.mineBlock({ txs: [spending] })
    expect(await call('listunspent', 1, 99, [address])).toEqual([])
    expect(await call('gettransaction', toTxid(spending), true)).toMatchObject({
      amount: -0.5,
      details: [{ involvesWatchonly: true, category: 'send', amount: -0.5 }],
    })
  })

  it('accepts scripts, which become spendable when the key is imported', async () => {
    const script = multisigScript(1, [watched.pub])
    await call('importaddress', toHex(script))
    receive(script)
    expect(await call('getbalance', '*', 1, true)).toBe(3.5)
    await call('importaddress', address)
    receive(watched.p2pkh)
    const balance = await call<number>('getbalance')
    test.wallet.keys.import(watched.priv, true, '')
    expect(await call('getbalance')).toBe(balance + 1)
    expect(await call('validateaddress', address)).toMatchObject({ ismine: true, iswatchonly: false })
  })

  it('keeps addresses and scripts after a restart', async () => {
    await call('importaddress', address, 'theirs')
    await call('addmultisigaddress', 1, [toHex(testKey(1).pub)], 'one of one')
    const shown = () => test.wallet.scripts.list().map(({ kind, address, label }) => ({ kind, address, label }))
    const before = shown()
    test.reopen()
    expect(shown()).toEqual(before)
    expect(test.wallet.ledger.ownershipOf({ value: 0n, scriptPubKey: watched.p2pkh })).toBe('watched')
  })

  it('rejects addresses that the wallet can spend from, and invalid texts', async () => {
    await expect(call('importaddress', addressOfKey(1))).rejects.toThrow('already contains the private key')
    await expect(call('importaddress', 'zz')).rejects.toThrow('Invalid Komodo address or script')
    await expect(call('importaddress', '')).rejects.toThrow('Invalid Komodo address or script')
    await expect(call('importaddress', 'ab'.repeat(10_001))).rejects.toThrow('Invalid Komodo address or script')
  })
})

describe('fundrawtransaction', () => {
  const payTo = (
    outputs: readonly { value: bigint; scriptPubKey: Uint8Array }[],
    inputs: readonly Transaction[] = [],
  ) =>
    toTxHex(
      test.node.build({
        inputs: inputs.map((tx) => ({ ...test.node.inputOf(tx, 0), scriptSig: new Uint8Array() })),
        outputs,
      }),
    )
  const half = { value: COIN / 2n, scriptPubKey: testKey(5).p2pkh }

  it('adds inputs and change without signing, and the result can be signed and sent', async () => {
    const funded = await call<{ hex: string; changepos: number; fee: number }>('fundrawtransaction', payTo([half]))
    const tx = parseTransaction(fromHex(funded.hex))
    expect(funded).toMatchObject({ changepos: 0, fee: 0.00005 })
    expect(tx.vout.map(({ value }) => value)).toEqual([COIN / 2n - 5000n, COIN / 2n])
    expect(tx.vin.map(({ scriptSig }) => scriptSig.length)).toEqual([0])
    const signed = await call<{ hex: string; complete: boolean }>('signrawtransaction', funded.hex)
    expect(signed.complete).toBe(true)
    expect(test.mempool.accept(parseTransaction(fromHex(signed.hex)), { rejectAbsurdFee: false }).ok).toBe(true)
  })

  it('keeps existing inputs first', async () => {
    const mine = receive(test.owner.p2pkh)
    const funded = await call<{ hex: string }>('fundrawtransaction', payTo([half], [mine]))
    const tx = parseTransaction(fromHex(funded.hex))
    expect(toDisplayHex(tx.vin[0]?.prevout.hash ?? new Uint8Array())).toBe(toTxid(mine))
    expect(tx.vin).toHaveLength(2)
    const small = { value: COIN / 4n, scriptPubKey: testKey(5).p2pkh }
    const enough = await call<{ hex: string }>('fundrawtransaction', payTo([small], [mine]))
    expect(parseTransaction(fromHex(enough.hex)).vin).toHaveLength(1)
  })

  it('pays the fee for the size with signatures', async () => {
    test.wallet.setPayRate(COIN / 1000n)
    const funded = await call<{ hex: string; fee: number }>('fundrawtransaction', payTo([half]))
    const signed = await call<{ hex: string }>('signrawtransaction', funded.hex)
    const rate = (funded.fee * 1e8) / (signed.hex.length / 2)
    expect(rate).toBeGreaterThanOrEqual(100)
  })

  it('rejects transactions that cannot be funded', async () => {
    const fund = (hex: string) => call('fundrawtransaction', hex)
    await expect(fund('00')).rejects.toThrow('TX decode failed')
    await expect(fund('zz')).rejects.toThrow('TX decode failed')
    await expect(fund(payTo([]))).rejects.toMatchObject({ code: -8, message: 'Transaction amounts must be positive' })
    const insufficient = { code: -6, message: 'Insufficient funds' }
    await expect(fund(payTo([{ ...half, value: 9n * COIN }]))).rejects.toMatchObject(insufficient)
    await expect(fund(payTo([{ ...half, value: 3n * COIN }]))).rejects.toMatchObject(insufficient)
    await expect(fund(payTo([half], [receive(testKey(9).p2pkh)]))).rejects.toMatchObject(insufficient)
    await expect(fund(payTo([{ ...half, value: 1n }]))).rejects.toMatchObject({
      code: -4,
      message: 'Transaction amount too small',
    })
    const token = receive(ccScript(ccOne(EVAL_CODES.tokens, test.owner.pub)))
    await expect(fund(payTo([half], [token]))).rejects.toMatchObject({
      ...{ code: -4, message: expect.stringContaining('an output of a token or of another module') },
    })
  })
})

describe('account methods', () => {
  it('use the labels of addresses as accounts', async () => {
    const address = await call<string>('getaccountaddress', 'rent')
    expect(await call('getaccountaddress', 'rent')).toBe(address)
    expect(await call('getaccount', address)).toBe('rent')
    expect(await call('getaddressesbyaccount', 'rent')).toEqual([address])
    const key = test.wallet.keys.used().find(({ label }) => label === 'rent')
    receive(p2pkhScript(key?.hash ?? new Uint8Array(20)))
    expect(await call('getaccountaddress', 'rent')).not.toBe(address)
    expect(await call('getreceivedbyaccount', 'rent')).toBe(0.5)
    expect(await call('getreceivedbyaccount', 'x')).toBe(0)
    expect(await call('listreceivedbyaccount')).toEqual([
      { account: 'rent', amount: 0.5, rawconfirmations: 1, confirmations: 1 },
    ])
    expect(await call('listaccounts')).toEqual({ '': 3, rent: 0.5 })
    expect(await call('move', 'rent', 'food', '0.1')).toBe(true)
    test.reopen()
    connect()
    expect([...test.wallet.moves.balances()]).toEqual([
      ['rent', -COIN / 10n],
      ['food', COIN / 10n],
    ])
    expect(await call('setaccount', address, 'home')).toBeNull()
    expect(await call('getaccount', address)).toBe('home')
    await expect(call('setaccount', addressOfKey(9), 'x')).rejects.toThrow('can only be used with own address')
    await expect(call('getaccount', 'x')).rejects.toThrow('Invalid Komodo address')
    await expect(call('move', '', 'x', 0)).rejects.toThrow('Invalid amount for send')
  })

  it('pay only from the empty account', async () => {
    const txid = await call<string>('sendfrom', '', addressOfKey(5), '0.5', 1, 'rent', 'landlord')
    expect(await call('gettransaction', txid)).toMatchObject({ amount: -0.5, comment: 'rent', to: 'landlord' })
    expect(await call('listaccounts', 0)).toEqual({ '': 2.49995 })
    await expect(call('sendfrom', 'rent', addressOfKey(5), '0.5')).rejects.toThrow('Account has insufficient funds')
    await expect(call('sendfrom', '', addressOfKey(5), '99')).rejects.toThrow('Account has insufficient funds')
    await expect(call('sendfrom', '', 'x', '1')).rejects.toThrow('Invalid Komodo address')
  })
})

describe('opreturn_burn', () => {
  const burn = async (...given: readonly Encodable[]) =>
    parseTransaction(fromHex((await call<{ hex: string }>('opreturn_burn', ...given)).hex))
  const computeFee = (tx: Transaction) => {
    const spent = tx.vin.reduce((sum, { prevout }) => sum + (test.node.chain.output(prevout)?.value ?? 0n), 0n)
    return spent - tx.vout.reduce((sum, { value }) => sum + value, 0n)
  }

  it('burns the amount in the first output, adds change, and can be signed and sent', async () => {
    const tx = await burn(0.25, 'deadbeef zz')
    expect([tx.vout[0]?.value, toHex(tx.vout[0]!.scriptPubKey)]).toEqual([COIN / 4n, '6a0504deadbeef'])
    expect(tx.vout).toHaveLength(2)
    expect(tx.vin.every(({ scriptSig }) => scriptSig.length === 0)).toBe(true)
    expect(computeFee(tx)).toBeGreaterThanOrEqual(10_000n)
    expect(computeFee(tx)).toBeLessThan(10_500n)
    const signed = await call<{ hex: string; complete: boolean }>('signrawtransaction', toTxHex(tx))
    expect(signed.complete).toBe(true)
    expect(test.mempool.accept(parseTransaction(fromHex(signed.hex)), { rejectAbsurdFee: false })).toMatchObject({
      ok: true,
    })
  })

  it('pays the requested fee, and at least the fee for the size', async () => {
    const asked = computeFee(await burn(0.25, 'ff', 0.002))
    expect(asked).toBeGreaterThanOrEqual(200_000n)
    expect(asked).toBeLessThan(202_000n)
    expect(computeFee(await burn(0.25, 'ff', 0))).toBeGreaterThan(0n)
  })

  it('rejects invalid data, and amounts above the balance', async () => {
    await expect(burn(0.25, 'zz')).rejects.toMatchObject({ code: -3, message: 'hexstring is not valid.' })
    await expect(burn(1_000_000, 'ff')).rejects.toMatchObject({ code: -6 })
  })
})
