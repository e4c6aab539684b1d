import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_OWNER_ADDRESSES } from '#shared/rpc/methods/owners.ts'
import { ccOne, tokenCcOne } from '../../../conditions/index.ts'
import { FAUCET_KEY, FAUCET_POOL_ADDRESS } from '../../../contracts/faucet/index.ts'
import { CONTRACT_LIST } from '../../../contracts/list.ts'
import { ASSETS_KEY } from '../../../contracts/tokens/assetsKey.ts'
import { hash160 } from '../../../crypto/index.ts'
import { ccScript, encodeAddress, findScriptAddress } from '../../../script/index.ts'
import { testKey } from '../../../testing/index.ts'
import { toHex } from '../../../util/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../testing/walletTestNode.ts'
import { createOwnerHandlers } from './owners.ts'

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode()
})
afterEach(() => test.close())

const list = (addresses: string[], wallet: WalletTestNode['wallet'] | undefined = test.wallet) =>
  createOwnerHandlers({ wallet, pubkey: () => test.owner.pub }).listowners(
    { addresses },
    callContext,
  ) as MethodResult<'listowners'>
const listOwnerNames = (addresses: string[]) => list(addresses).map(({ owner, contract }) => contract ?? owner)
const keyAddress = (key: Uint8Array) => encodeAddress({ type: 1, hash: hash160(key) })

describe('listowners', () => {
  it('returns the contract of every global key, its address, and the addresses of its conditions', () => {
    for (const { name, evalCodes, globalKeys } of CONTRACT_LIST) {
      for (const { publicKey } of globalKeys) {
        const condition = findScriptAddress(ccScript(ccOne(evalCodes[0] ?? 0, publicKey)), { cc: true }) ?? ''
        expect(listOwnerNames([toHex(publicKey), keyAddress(publicKey), condition])).toEqual([name, name, name])
      }
    }
    const offered = ccScript(tokenCcOne(EVAL_CODES.assets, 0, ASSETS_KEY.publicKey))
    expect(
      listOwnerNames([findScriptAddress(offered, { cc: true }) ?? '', encodeAddress(FAUCET_POOL_ADDRESS)]),
    ).toEqual(['assets', 'faucet'])
  })

  it('recognises each wallet key including change, its address, and conditions of the token key', () => {
    const change = test.wallet.keys.next(null)
    const rent = keyAddress(test.wallet.keys.next('rent').pubkey)
    expect(list([rent])).toEqual([{ address: rent, owner: 'own', contract: null, label: 'rent' }])
    const imported = testKey(8)
    test.wallet.keys.import(imported.priv, true, 'theirs')
    const tokens = findScriptAddress(ccScript(ccOne(EVAL_CODES.tokens, test.owner.pub)), { cc: true }) ?? ''
    expect(listOwnerNames([keyAddress(change.pubkey), toHex(change.pubkey).toUpperCase()])).toEqual(['own', 'own'])
    // The token key of the test node is an imported key.
    expect(listOwnerNames([keyAddress(imported.pub), tokens])).toEqual(['imported', 'imported'])
  })

  it('returns rows in request order, and foreign for unknown and invalid addresses', () => {
    const asked = [toHex(testKey(9).pub), 'nonsense', keyAddress(FAUCET_KEY.publicKey)]
    expect(list(asked)).toEqual([
      { address: asked[0], owner: 'foreign', contract: null, label: null },
      { address: asked[1], owner: 'foreign', contract: null, label: null },
      { address: asked[2], owner: 'contract', contract: 'faucet', label: null },
    ])
    expect(list(asked.slice(2), undefined)).toHaveLength(1)
    expect(() => list(Array(MAX_OWNER_ADDRESSES + 1).fill('x'))).toThrow('At most 500 addresses')
  })
})
