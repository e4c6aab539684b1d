import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash160 } from '../../crypto/index.ts'
import { COIN } from '../../primitives/index.ts'
import { createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import { mulberry32, nightly, testKey } from '../../testing/index.ts'
import { hashKey, toHex } from '../../util/index.ts'
import { openWallet, seedOfPhrase, type Wallet, type WalletKey } from '../index.ts'
import { type CoverageDeps, findUncovered } from './phraseCoverage.ts'
import { searchPhrase } from './phraseSearch.ts'

let test: WalletTestNode
let opened: Wallet[]
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(2)
  opened = []
})
afterEach(() => {
  for (const wallet of opened) wallet.close()
  test.close()
})

type Holdings = ReturnType<NonNullable<CoverageDeps['contractIndexes']>['tokens']['holdings']>

/**
 * Opens another wallet on the test chain and keeps it synced. It has a phrase from its first key on, or a random key
 * pool.
 */
function open(name: string, withPhrase: boolean): Wallet {
  const { chain, clock, params } = test.node
  const directory = join(test.directory, name)
  mkdirSync(directory)
  const draw = mulberry32(name.length * 7919 + name.charCodeAt(name.length - 1))
  const random = { bytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(draw() * 256)) }
  const notes = { current: () => undefined, earlier: () => [], add: () => undefined } as never
  const settings = { params, directory, keyPool: 3, payRate: 0n, passphraseCost: 1024, identity: () => undefined }
  const wallet = openWallet({ ...settings, withPhrase }, { chain, mempool: test.mempool, clock, random, notes })
  chain.subscribe(
    (update) => wallet.update(update),
    (block) => wallet.wants(block),
  )
  opened.push(wallet)
  return wallet
}

const pay = (script: Uint8Array) =>
  test.node.mineBlock({ txs: [test.node.pay(testKey(0), [{ value: COIN / 1000n, scriptPubKey: script }])] })

const listUncovered = async (
  wallet: Wallet,
  { identity, tokens }: { identity?: Uint8Array; tokens?: (pubkey: Uint8Array) => boolean } = {},
) => {
  const holdings = (pubkey: Uint8Array) => (tokens?.(pubkey) ? ([{}] as unknown as Holdings) : [])
  const found = await findUncovered({
    wallet,
    pubkey: () => identity,
    contractIndexes: { tokens: { holdings } },
    rewardTarget: () => ({ address: undefined }),
  })
  return [...found].sort()
}

/** Restores the words in another wallet, and returns the scripts of the coins that it finds. */
async function restoredScripts(words: string, name: string): Promise<ReadonlySet<string>> {
  const wallet = open(name, false)
  wallet.setSeed(await seedOfPhrase(words), { words: 12, birth: 0 }, true)
  expect(await searchPhrase({ wallet, addressIndex: test.addressIndex }, {})).toBe(true)
  return new Set([...wallet.ledger.holdings()].map(({ output }) => toHex(output.scriptPubKey)))
}

const scriptsFor = ({ pubkey, hash }: WalletKey) => [p2pkScript(pubkey), p2pkhScript(hash)]

describe('restoring a phrase in a wallet that was created with one', () => {
  const other = `${'abandon '.repeat(11)}about`
  const restore = async (wallet: Wallet) => wallet.setSeed(await seedOfPhrase(other), { words: 12, birth: 0 }, true)

  it('replaces a phrase that was neither shown nor paid, and keeps its keys', async () => {
    const wallet = open('unused', true)
    const before = wallet.keys.next('')
    expect(wallet.isPhraseUnused()).toBe(true)
    await restore(wallet)
    expect(wallet.isPhraseUnused()).toBe(false)
    expect(wallet.keyring.accounts.keepsWords()).toBe(false)
    pay(p2pkhScript(before.hash))
    test.node.mine(1)
    expect(wallet.balance().trusted).toBe(COIN / 1000n)
    expect(await listUncovered(wallet)).toEqual([hashKey(before.hash)])
  })

  it.each<[string, (wallet: Wallet) => void]>([
    ['was shown', ({ keyring }) => keyring.notePhraseShown()],
    ['was paid to', ({ keys }) => pay(p2pkhScript(keys.next('').hash))],
  ])('rejects the phrase if the present one %s', async (_, use) => {
    const wallet = open('used', true)
    const words = wallet.keyring.accounts.readWords()
    use(wallet)
    await expect(restore(wallet)).rejects.toMatchObject({ kind: 'other-phrase' })
    expect(wallet.keyring.accounts.readWords()).toBe(words)
  })
})

describe('findUncovered', () => {
  it('returns exactly the keys whose coins a restore from the words does not find', async () => {
    const use = fc.constantFrom('receive', 'change', 'reward', 'identity', 'account', 'imported', 'unpaid', 'unpaid')
    const step = fc.record({ use, count: fc.integer({ min: 1, max: 23 }), choice: fc.nat(1) })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        round++
        const wallet = open(`wallet ${round}`, true)
        const { keys, keyring } = wallet
        for (const { use, count, choice } of steps) {
          const next = () => keys.next(use === 'receive' || choice === 0 ? '' : null)
          if (use === 'unpaid') for (let i = 0; i < count; i++) next()
          if (use === 'receive' || use === 'change') pay(scriptsFor(next())[choice] as Uint8Array)
          if (use === 'reward') test.node.mineBlock({ script: p2pkScript(keys.next(null).pubkey) })
          if (use === 'identity') pay(p2pkScript(wallet.ownIdentity()))
          if (use === 'account') {
            const account = keyring.accounts.add('')
            if (choice === 0) pay(p2pkScript(account.pubkey))
          }
          if (use === 'imported') {
            const secret = new Uint8Array(32).fill(count + choice)
            const { key } = keys.import(secret, true, '')
            if (choice === 0) pay(p2pkhScript(key.hash))
          }
        }
        test.node.mine(1)
        const restored = await restoredScripts(keyring.accounts.readWords() ?? '', `restored ${round}`)
        const missing = [...wallet.ledger.holdings()].filter(({ output }) => !restored.has(toHex(output.scriptPubKey)))
        const lost = keys
          .used()
          .filter((key) =>
            missing.some(({ output }) =>
              scriptsFor(key).some((script) => toHex(script) === toHex(output.scriptPubKey)),
            ),
          )
        const uncovered = await listUncovered(wallet)
        expect(uncovered).toEqual(expect.arrayContaining(lost.map(({ hash }) => hashKey(hash))))
        // At the edge a restore may find one more key and those after it, because an account's own key does not count
        // as one of the 20.
        const getChild = (name: string) => keys.byHash(Buffer.from(name, 'hex'))?.path?.child ?? 0
        const names = lost.map(({ hash }) => hashKey(hash))
        const found = uncovered.filter((name) => !names.includes(name))
        const isPastEdge = found.some((name) => getChild(name) === 20)
        expect(found.filter((name) => !isPastEdge || getChild(name) < 20)).toEqual([])
      }),
      { numRuns: nightly() ? 200 : 12, endOnFailure: true },
    )
  })

  it('returns nothing for a new wallet, whose token key comes from the phrase', async () => {
    const wallet = open('fresh', true)
    const identity = wallet.ownIdentity()
    expect(await listUncovered(wallet, { identity, tokens: () => true })).toEqual([])
  })

  it('returns an old key once it has coins', async () => {
    const wallet = open('older', false)
    const before = wallet.keys.next('')
    const retired = wallet.keys.all().find(({ hash }) => hashKey(hash) !== hashKey(before.hash)) as WalletKey
    const words = `${'abandon '.repeat(11)}about`
    wallet.setSeed(await seedOfPhrase(words), { words: 12, birth: 0 }, false)
    expect(await listUncovered(wallet)).toEqual([])
    pay(p2pkhScript(before.hash))
    pay(p2pkhScript(retired.hash))
    test.node.mine(1)
    expect(await listUncovered(wallet)).toEqual([before.hash, retired.hash].map(hashKey).sort())
  })

  it('returns a token key and keys with tokens that the phrase does not derive', async () => {
    const wallet = open('tokens', true)
    const { key } = wallet.keys.import(new Uint8Array(32).fill(9), true, '')
    expect(await listUncovered(wallet)).toEqual([])
    const name = [hashKey(key.hash)]
    expect(await listUncovered(wallet, { identity: key.pubkey })).toEqual(name)
    expect(await listUncovered(wallet, { tokens: (pubkey) => toHex(pubkey) === toHex(key.pubkey) })).toEqual(name)
  })

  it('returns an unpaid phrase key with tokens, which no restore lists', async () => {
    const wallet = open('unpaid', true)
    const key = wallet.keys.next('')
    const tokens = (pubkey: Uint8Array) => toHex(pubkey) === toHex(key.pubkey)
    expect(await listUncovered(wallet, { tokens })).toEqual([hashKey(key.hash)])
    pay(p2pkhScript(key.hash))
    expect(await listUncovered(wallet, { tokens })).toEqual([])
  })

  it('returns a script that the wallet can spend, which the words do not restore', async () => {
    const wallet = open('script', true)
    const redeem = p2pkScript(wallet.keys.next('').pubkey)
    wallet.scripts.addRedeem(redeem, '')
    const script = Uint8Array.of(0xa9, 20, ...hash160(redeem), 0x87)
    pay(script)
    expect(await listUncovered(wallet)).toEqual([hashKey(script)])
  })
})
