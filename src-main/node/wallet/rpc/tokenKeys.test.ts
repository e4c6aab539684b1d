import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { TokenRecord } from '../../contracts/framework/tokenView.ts'
import type { ContractIndexes } from '../../contracts/index.ts'
import { COIN } from '../../primitives/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { p2pkhScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { seedOfPhrase } from '../index.ts'
import { createTokenKeyHandlers } from './tokenKeys.ts'

const PHRASE = `${'abandon '.repeat(11)}about`

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(2)
})
afterEach(() => test.close())

/** Returns an index in which the holder has seven units of a token. */
const createTokenIndex = (holder: Uint8Array) =>
  ({
    tokens: {
      holdings: (pubkey: Uint8Array) =>
        equal(pubkey, holder)
          ? [
              {
                token: { tokenId: new Uint8Array(32).fill(9), name: Buffer.from('GOLD') } as unknown as TokenRecord,
                balance: 7n,
              },
            ]
          : [],
    },
  }) as unknown as ContractIndexes

const list = (identity: Uint8Array | undefined, contractIndexes?: ContractIndexes) =>
  createTokenKeyHandlers({ wallet: test.wallet, contractIndexes, pubkey: () => identity }).listtokenkeys(
    {},
    callContext,
  ) as Promise<MethodResult<'listtokenkeys'>>

describe('listtokenkeys', () => {
  it('starts with the token key, even if it owns nothing, and omits other keys without assets', async () => {
    const identity = test.wallet.ownIdentity()
    for (let made = 0; made < 60; made++) test.wallet.keys.next('')
    expect(await list(identity)).toEqual([
      expect.objectContaining({ pubkey: toHex(identity), identity: true, mine: true, coins: 0n, tokencount: 0 }),
    ])
    expect(await list(undefined)).toEqual([])
  })

  it('lists coins and tokens of each key, and if the phrase restores it', async () => {
    const identity = test.wallet.ownIdentity()
    const other = test.wallet.keys.next('rent')
    test.node.mineBlock({
      txs: [test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: p2pkhScript(other.hash) }])],
    })
    test.wallet.setSeed(await seedOfPhrase(PHRASE), { words: 12, birth: 0 }, false)
    const [account] = test.wallet.keyring.accounts.list()
    expect(await list(identity, createTokenIndex(identity))).toEqual([
      expect.objectContaining({
        ...{ pubkey: toHex(identity), restored: false, coins: 0n, tokencount: 1 },
        tokens: [{ tokenid: '09'.repeat(32), name: 'GOLD', units: 7n }],
      }),
      expect.objectContaining({
        pubkey: toHex(account?.pubkey ?? other.pubkey),
        account: 0,
        restored: true,
        coins: 0n,
      }),
      expect.objectContaining({ pubkey: toHex(other.pubkey), restored: false, label: 'rent', coins: COIN, tokens: [] }),
    ])
  })

  it('includes a token key that the wallet lacks', async () => {
    expect(await list(testKey(9).pub)).toMatchObject([{ identity: true, mine: false }])
  })
})
