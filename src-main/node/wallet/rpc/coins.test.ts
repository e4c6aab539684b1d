import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonValue, parseJson } from '#shared/json.ts'
import { COIN } from '../../primitives/index.ts'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { decodeAddress } from '../../script/index.ts'
import { testKey, turnsDuring } from '../../testing/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { createWalletHandlers } from './basics.ts'
import { createWalletCoinHandlers } from './coins.ts'

let test: WalletTestNode
let coins: ReturnType<typeof createWalletCoinHandlers>
let announced = 0

beforeEach(() => {
  test = createWalletTestNode()
  const { wallet, mempool } = test
  announced = 0
  coins = createWalletCoinHandlers({ wallet, mempool, peers: { announceAgain: () => void announced++ } })
})
afterEach(() => test.close())

const lock = (unlock: boolean, transactions?: unknown) => {
  const list = transactions === undefined ? undefined : (parseJson(JSON.stringify(transactions)) as JsonValue[])
  return coins.lockunspent({ unlock, transactions: list }, context)
}
const payment = { script: testKey(5).p2pkh, value: COIN, subtractFee: false }

describe('lockunspent', () => {
  const outputs = () =>
    test.wallet.ledger.coins().map(({ outpoint }) => ({ txid: toDisplayHex(outpoint.hash), vout: outpoint.index }))
  const unspent = () =>
    createWalletHandlers({ chain: test.node.chain, wallet: test.wallet, ccEnabled: true }).listunspent(
      { minconf: 1, maxconf: 9999, addresses: undefined },
      context,
    )

  it('excludes locked coins from payments and lists, but not from the balance, until they are unlocked', async () => {
    test.fund(2)
    const balance = test.wallet.balance().trusted
    const all = outputs()
    await lock(false, all)
    expect(coins.listlockunspent({}, context)).toEqual(all)
    expect(() => test.wallet.sender.build([payment])).toThrow('Insufficient funds')
    expect(await unspent()).toEqual([])
    expect(test.wallet.balance().trusted).toBe(balance)
    const largest = test.wallet.ledger.coins().findIndex(({ value }) => value > 2n * COIN)
    await lock(true, [all[largest]])
    expect(await unspent()).toHaveLength(1)
    expect(test.wallet.sender.build([payment]).tx.vin).toHaveLength(1)
    await lock(true)
    expect(coins.listlockunspent({}, context)).toEqual([])
  })

  it.each<[unknown, string]>([
    [[5], 'Invalid parameter, expected object'],
    [[{}], 'Missing txid'],
    [[{ txid: 'zz', vout: 0 }], 'Invalid parameter, expected hex txid'],
    [[{ txid: 'ab', vout: -1 }], 'Invalid parameter, vout must be positive'],
    [[{ txid: 'ab', vout: '1' }], 'Expected type number for vout, got string'],
  ])('rejects %j and changes nothing', (transactions, text) => {
    const fine = { txid: 'ab'.repeat(32), vout: 0 }
    expect(() => lock(false, [fine, ...(transactions as unknown[])])).toThrow(text)
    expect(coins.listlockunspent({}, context)).toEqual([])
  })
})

describe('settxfee', () => {
  it('sets the fee per 1000 bytes and the minimum fee of a payment', () => {
    test.fund(1)
    expect(test.wallet.sender.build([payment]).fee).toBe(5000n)
    void coins.settxfee({ amount: 10_000n }, context)
    expect(test.wallet.sender.build([payment]).fee).toBe(10_000n)
    void coins.settxfee({ amount: 0n }, context)
    expect(test.wallet.sender.build([payment]).fee).toBe(5000n)
  })
})

describe('key pool methods', () => {
  it('enlarge the pool, and never shrink it', async () => {
    const before = test.wallet.keys.poolSize()
    await coins.keypoolrefill({ newsize: 9 }, context)
    expect(test.wallet.keys.poolSize()).toBe(10)
    await coins.keypoolrefill({ newsize: 0 }, context)
    expect([before, test.wallet.keys.poolSize()]).toEqual([4, 10])
    for (const newsize of [-1, 100_001]) {
      const text = 'Invalid parameter, expected valid size.'
      await expect(coins.keypoolrefill({ newsize }, context)).rejects.toThrow(text)
    }
  })

  it('yield to the event loop while they make many keys, and fail once the wallet is locked', async () => {
    const { keys, keyring } = test.wallet
    test.wallet.setSeed(new Uint8Array(64).fill(7), { words: 12, birth: 0 }, false)
    expect(await turnsDuring(async () => coins.keypoolrefill({ newsize: 1000 }, context))).toBeGreaterThan(2)
    expect(keys.poolSize()).toBe(1001)
    await keyring.protect('a passphrase')
    await keyring.vault.unlock('a passphrase', 60, 'unlockwallet')
    const locking = coins.keypoolrefill({ newsize: 2000 }, context)
    keyring.vault.lock()
    await expect(locking).rejects.toThrow('Please enter the wallet passphrase')
    expect(keys.poolSize()).toBeLessThan(1500)
  })

  it('return change addresses without label', () => {
    const address = coins.getrawchangeaddress({}, context) as string
    expect(test.wallet.keys.byHash(decodeAddress(address)!.hash)).toMatchObject({ label: null })
  })
})

describe('getunconfirmedbalance', () => {
  it('counts unconfirmed payments from others', () => {
    test.node.mine(2)
    const tx = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: test.owner.p2pkh }])
    expect(coins.getunconfirmedbalance({}, context)).toBe(0n)
    test.mempool.accept(tx, { rejectAbsurdFee: false })
    expect(coins.getunconfirmedbalance({}, context)).toBe(COIN)
  })
})

describe('resendwallettransactions', () => {
  it('lists unconfirmed transactions and announces them again', () => {
    test.node.mine(2)
    test.fund(1)
    const payment = { script: testKey(5).p2pkh, value: COIN / 2n, subtractFee: false }
    const sent = test.wallet.sender.send([payment], { comment: '', commentTo: '' })
    expect(coins.resendwallettransactions({}, context)).toEqual([sent.txidHex])
    expect(announced).toBe(1)
  })
})
