import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { COIN } from '../../primitives/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { hashKey, toHex } from '../../util/index.ts'
import { PhraseMove, seedOfPhrase, type Wallet, type WalletKey } from '../index.ts'
import { createWalletPhraseHandlers } from './phrase.ts'
import { findUncovered } from './phraseCoverage.ts'

const TYPED = `${'abandon '.repeat(11)}about`
const PASSPHRASE = 'a long walk'
const OTHER_PHRASE = 'already has another phrase'

let test: WalletTestNode
let identity: Uint8Array | undefined
beforeEach(async () => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(2)
  identity = undefined
  test.wallet.setSeed(await seedOfPhrase(TYPED), { words: 12, birth: 0 }, false)
})
afterEach(() => test.close())

const coverage = () => ({
  wallet: test.wallet,
  pubkey: () => identity,
  contractIndexes: undefined,
  rewardTarget: () => ({ address: undefined }),
})
const listUncovered = async () => [...(await findUncovered(coverage()))].toSorted()
const openMove = () =>
  new PhraseMove({
    ...{ params: test.node.params, chain: test.node.chain, mempool: test.mempool, wallet: test.wallet },
    holdsTokens: () => false,
  })

/** Sets a phrase made by newphrase. */
async function replace(): Promise<MethodResult<'setphrase'>> {
  const { setphrase, newphrase } = createWalletPhraseHandlers({
    ...coverage(),
    ...{ clock: test.node.clock, chain: test.node.chain, chainFetched: () => true, addressIndex: test.addressIndex },
    random: { bytes: (length) => new Uint8Array(length).fill(0x7f) },
    setPubkey(pubkey) {
      identity = pubkey
    },
  })
  const { phrase } = (await newphrase({ words: 12 }, callContext)) as { phrase: string }
  return setphrase({ phrase, options: undefined }, callContext) as Promise<MethodResult<'setphrase'>>
}

/** Pays each key in a separate output, in one block. */
function pay(keys: readonly WalletKey[], value = COIN) {
  const outputs = keys.map(({ hash }) => ({ value, scriptPubKey: p2pkhScript(hash) }))
  test.node.mineBlock({ txs: [test.node.pay(testKey(0), outputs)] })
}
const listNames = (keys: readonly WalletKey[]) => keys.map(({ hash }) => hashKey(hash)).toSorted()

describe('replacing a phrase without stored words', () => {
  /**
   * Returns handed-out keys (addresses, change, the account's own key) and two pool keys that another copy may have
   * shown.
   */
  function oldKeys({ keys, keyring }: Wallet): readonly WalletKey[] {
    const account = keys.byHash(keys.used().find(({ path }) => path?.child === 0)?.hash ?? new Uint8Array())
    const handedOut = [keys.next('rent'), keys.next(''), keys.next(null)]
    const pooled = [0, 1].map((chain) => keys.all().findLast(({ path }) => path?.account === 0 && path.chain === chain))
    expect(keyring.accounts.list()).toHaveLength(1)
    return [account, ...handedOut, ...pooled].filter((key) => key !== undefined)
  }

  it.each(['plain', 'encrypted'])(
    'keeps the coins of old keys spendable after a restart and a rescan, and movable (%s)',
    async (how) => {
      const old = oldKeys(test.wallet)
      expect(new Set(listNames(old)).size).toBe(6)
      pay(old.slice(0, 3))
      if (how === 'encrypted') {
        await test.wallet.keyring.protect(PASSPHRASE)
        await test.wallet.keyring.vault.unlock(PASSPHRASE, 600, 'unlockwallet')
      }
      await replace()
      pay(old.slice(3))
      test.reopen()
      await test.wallet.start()
      await test.wallet.rescan(0)
      expect(test.wallet.balance().trusted).toBe(6n * COIN)
      expect(await listUncovered()).toEqual(listNames(old))
      const { batches } = openMove().plan()
      expect(batches.map(({ coins }) => coins.length)).toEqual([6])
      if (how === 'encrypted') await test.wallet.keyring.vault.unlock(PASSPHRASE, 600, 'unlockwallet')
      const move = openMove()
      for (const batch of batches) move.send(batch)
      test.node.mineBlock({ txs: [...test.mempool.entries()].map(({ tx }) => tx) })
      expect(await listUncovered()).toEqual([])
      expect(openMove().findCoins().movable).toEqual([])
    },
  )

  it('sends the change of the next payment to the new phrase, even after a prepared payment', async () => {
    pay([test.wallet.keys.next('')], 10n * COIN)
    const recipient = { script: testKey(5).p2pkh, value: COIN, subtractFee: false }
    test.wallet.sender.build([recipient])
    await replace()
    const { tx } = test.wallet.sender.send([recipient], { comment: '', commentTo: '' })
    const change = tx.vout.map(({ scriptPubKey }) => test.wallet.keys.byHash(scriptPubKey.subarray(3, 23)))
    expect(change.flatMap((key) => (key ? [key.path?.chain] : []))).toEqual([1])
  })

  it('moves coins to the new phrase, even after a failed transfer to the old one', async () => {
    test.wallet.keys.import(testKey(3).priv, true, '')
    test.node.mineBlock({ txs: [test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(3).p2pkh }])] })
    const move = openMove()
    const [batch] = move.plan().batches
    if (!batch) throw new Error('nothing to move')
    const spent = { ...batch, value: batch.value + COIN }
    expect(() => move.send(spent)).toThrow('rejected')
    await replace()
    move.send(batch)
    const outputs = [...test.mempool.entries()].flatMap(({ tx }) => tx.vout)
    const paths = outputs.map(({ scriptPubKey }) => test.wallet.keys.byHash(scriptPubKey.subarray(3, 23))?.path)
    expect(paths).toMatchObject([{ account: 0, chain: 1 }])
  })

  it('replaces an unpaid token key with a key of the phrase', async () => {
    identity = test.wallet.ownIdentity()
    test.wallet.keyring.setIdentity(identity)
    const before = identity
    await replace()
    expect(toHex(identity ?? before)).toBe(toHex(test.wallet.keyring.accounts.list()[0]?.pubkey ?? before))
    expect(await listUncovered()).toEqual([])
  })

  it('keeps a paid token key, which the words do not cover', async () => {
    identity = test.wallet.ownIdentity()
    test.wallet.keyring.setIdentity(identity)
    const before = identity
    test.node.mineBlock({ script: p2pkScript(before) })
    await replace()
    expect(toHex(identity)).toBe(toHex(before))
    const key = test.wallet.keys.used().find(({ pubkey }) => toHex(pubkey) === toHex(before))
    expect(await listUncovered()).toEqual([hashKey(key?.hash ?? new Uint8Array())])
  })

  it('fails while payments to the old phrase are searched, or a move to it is agreed', async () => {
    const { wallet } = test
    const expectRejected = async () => {
      expect(wallet.isPhraseReplaceable()).toBe(false)
      await expect(replace()).rejects.toThrow(OTHER_PHRASE)
    }
    wallet.search.demand(0)
    await expectRejected()
    wallet.keyring.setSearchDue(undefined)
    await expectRejected()
    wallet.search.close()
    wallet.agreedMove.set({ time: 0, coins: [], tokens: [] })
    await expectRejected()
    wallet.agreedMove.clear()
    expect(wallet.isPhraseReplaceable()).toBe(true)
    expect((await replace()).words).toBe(12)
    expect(wallet.isPhraseReplaceable()).toBe(false)
  })
})
