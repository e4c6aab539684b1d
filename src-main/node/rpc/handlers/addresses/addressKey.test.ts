import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { hash160 } from '../../../crypto/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { testKey } from '../../../testing/index.ts'
import { toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { type AddressTestNode, createAddressTestNode } from '../testing/addressTestNode.ts'
import { createAddressKeyHandlers } from './addressKey.ts'

const SPENDER = testKey(0)
const PAYEE = testKey(3)
const PAID_AT_KEY = testKey(4)
/** Receives coins only at its address, so that only its spend reveals the key. */
const SPENT_AT_ADDRESS = testKey(5)
const toAddress = ({ pub }: typeof PAYEE) => encodeAddress({ type: 1, hash: hash160(pub) })
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let node: AddressTestNode

beforeAll(() => {
  node = createAddressTestNode()
  node.mine(4)
  const toKey = Uint8Array.of(33, ...PAID_AT_KEY.pub, 0xac)
  const outputs = [
    { value: 1000n, scriptPubKey: PAYEE.p2pkh },
    { value: 1000n, scriptPubKey: toKey },
    { value: 1000n, scriptPubKey: SPENT_AT_ADDRESS.p2pkh },
  ]
  node.mineBlock({ txs: [node.pay(SPENDER, outputs)] })
  node.mineBlock({ txs: [node.pay(SPENT_AT_ADDRESS, [{ value: 1000n, scriptPubKey: PAYEE.p2pkh }])] })
})
afterAll(() => node.close())

describe('getaddresskey', () => {
  it.each([
    ['spent a coin at its address', SPENT_AT_ADDRESS],
    ['mined a block', SPENDER],
    ['was paid at its key', PAID_AT_KEY],
  ])('finds the key of an address that %s', async (_, key) => {
    const expected = { address: toAddress(key), pubkey: toHex(key.pub) }
    expect(await node.call('getaddresskey', [toAddress(key)])).toEqual(expected)
  })

  it('returns no key for an address that was only paid, or without the address index', async () => {
    const unseen = { address: toAddress(PAYEE), pubkey: null }
    expect(await node.call('getaddresskey', [toAddress(PAYEE)])).toEqual(unseen)
    expect(await node.call('getaddresskey', [toAddress(SPENDER)], { addresses: false })).toMatchObject({ pubkey: null })
  })

  it('derives the address of a key that is not on the chain, in upper and lower case', async () => {
    const expected = { address: toAddress(PAYEE), pubkey: toHex(PAYEE.pub) }
    expect(await node.call('getaddresskey', [toHex(PAYEE.pub)])).toEqual(expected)
    expect(await node.call('getaddresskey', [toHex(PAYEE.pub).toUpperCase()])).toEqual(expected)
  })

  it('returns no key for the address of a script', async () => {
    const script = encodeAddress({ type: 2, hash: hash160(PAYEE.pub) })
    expect(await node.call('getaddresskey', [script])).toEqual({ address: script, pubkey: null })
  })

  it('returns keys of its own wallet that are not on the chain', () => {
    const wallet = { keys: { byHash: () => ({ pubkey: PAYEE.pub }) } } as unknown as Wallet
    const { getaddresskey } = createAddressKeyHandlers({ chain: node.chain, addressIndex: undefined, wallet })
    expect(getaddresskey({ place: toAddress(PAYEE) } as never, context)).toMatchObject({ pubkey: toHex(PAYEE.pub) })
  })

  it.each(['', 'R', `04${'11'.repeat(32)}`, `02${'ff'.repeat(32)}`, 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8E'])(
    'rejects %j as an invalid address',
    async (text) => {
      await expect(node.call('getaddresskey', [text])).rejects.toMatchObject({ code: -5, message: 'Invalid address' })
    },
  )
})
