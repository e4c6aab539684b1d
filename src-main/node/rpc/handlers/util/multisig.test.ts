import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonValue, parseJson } from '#shared/json.ts'
import { encodeAddress } from '../../../script/index.ts'
import { testKey } from '../../../testing/index.ts'
import { toHex } from '../../../util/index.ts'
import { callContext as context, createWalletTestNode, type WalletTestNode } from '../testing/walletTestNode.ts'
import { createMultisigHandlers } from './multisig.ts'

const KEYS = [
  '033968cd4fd8742579c23bad381540cdb81dc53e03748136c934b30e4450542437',
  '03cf47c789b38890ab8d8e541adf0edc91c9b99ed5ee6ef5e717135a3d889f775b',
  '033b714b6d0d4a24021240016b12950215e651f60514be09d30e6b10b4a1cabd03',
]

describe('createmultisig', () => {
  let test: WalletTestNode
  const create = (nrequired: number, keys: readonly unknown[], wallet = true) =>
    createMultisigHandlers({ wallet: wallet ? test.wallet : undefined }).createmultisig(
      { nrequired, keys: parseJson(JSON.stringify(keys)) as JsonValue[] },
      context,
    )
  beforeEach(() => {
    test = createWalletTestNode()
  })
  afterEach(() => test.close())

  it('creates the same address as komodod', () => {
    expect(create(2, KEYS, false)).toEqual({
      address: 'bJUwVMPyE8jnaYni6r4eGzfkunCuDgp8BQ',
      redeemScript: `52${KEYS.map((key) => `21${key}`).join('')}53ae`,
    })
  })

  it('accepts wallet addresses instead of their keys', () => {
    const address = encodeAddress({ type: 1, hash: test.owner.hash })
    expect(create(1, [address])).toEqual(create(1, [toHex(test.owner.pub)]))
    expect(() => create(1, [address], false)).toThrow(` Invalid public key: ${address}`)
  })

  it.each<[number, readonly unknown[], string]>([
    [0, KEYS, 'a multisignature address must require at least one key to redeem'],
    [3, KEYS.slice(1), 'not enough keys supplied (got 2 keys, but need at least 3 to redeem)'],
    [1, Array(17).fill(KEYS[0]), 'Number of addresses involved'],
    [1, Array(16).fill(KEYS[0]), 'redeemScript exceeds size limit: 547 > 520'],
    [1, ['zz'], ' Invalid public key: zz'],
    [1, [5], 'JSON value is not a string as expected'],
    [1, ['bJUwVMPyE8jnaYni6r4eGzfkunCuDgp8BQ'], 'bJUwVMPyE8jnaYni6r4eGzfkunCuDgp8BQ does not refer to a key'],
    [1, [encodeAddress({ type: 1, hash: testKey(9).hash })], 'no full public key for address'],
  ])('rejects %i of the keys %j', (nrequired, keys, text) => {
    expect(() => create(nrequired, keys)).toThrow(text)
  })
})
