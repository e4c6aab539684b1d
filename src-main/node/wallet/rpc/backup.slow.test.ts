import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Encodable, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { CallContext, Method } from '#shared/rpc/define.ts'
import { findMethod } from '#shared/rpc/index.ts'
import type { TokenRecord } from '../../contracts/framework/tokenView.ts'
import { COIN } from '../../primitives/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeWif, p2pkhScript } from '../../script/index.ts'
import { testKey, turnsDuring } from '../../testing/index.ts'
import { equal } from '../../util/index.ts'
import { seedOfPhrase } from '../index.ts'
import { createWalletBackupHandlers } from './backup.ts'

const PHRASE = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

interface Proof {
  readonly ok: boolean
  readonly keys: number
  readonly wallet: number
  readonly missing: number
  readonly missingbalance: number
  readonly missinglabels: number
  readonly balance: number
  readonly walletbalance: number
}

/** Index in which the owner's key holds seven units of a token. */
const TOKEN = { tokenId: new Uint8Array(32).fill(9) } as TokenRecord
const TOKENS = {
  holdings: (pubkey: Uint8Array) => (equal(pubkey, testKey(1).pub) ? [{ token: TOKEN, balance: 7n }] : []),
}

let test: WalletTestNode
const ipc: CallContext = { ...callContext, transport: 'ipc' }

beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(30)
})
afterEach(() => test.close())

async function call<T>(
  name: 'exportwallet' | 'importwallettext' | 'notebackup' | 'provebackup',
  given: readonly Encodable[],
  { context = ipc, index = true, wallet = test.wallet } = {},
): Promise<T> {
  const { node, addressIndex } = test
  const deps = {
    chain: node.chain,
    clock: node.clock,
    wallet,
    contractIndexes: { tokens: TOKENS },
    rewardTarget: () => ({ address: undefined }),
    pubkey: () => undefined,
  }
  const handlers = createWalletBackupHandlers({ ...deps, addressIndex: index ? addressIndex : undefined })
  const method = findMethod(name) as Method
  const json = parseJson(stringifyJson(given)) as JsonValue[]
  const values = parseParams(method, json, { maxMoney: node.params.maxMoney })
  const handler = handlers[name] as (values: unknown, context: unknown) => unknown
  return JSON.parse(method.result.encode(await handler(values, context))) as T
}
const prove = (backup: Readonly<Record<string, string>>, index = true) =>
  call<Proof>('provebackup', [backup], { index })
const drill = () => test.wallet.keyring.lastDrill()
const exported = async () => (await call<{ text: string }>('exportwallet', [])).text
function pay(script: Uint8Array, value = COIN / 2n): void {
  test.node.mineBlock({ txs: [test.node.pay(testKey(0), [{ value, scriptPubKey: script }])] })
}
/** Sets this phrase in the wallet. */
async function setSeed(): Promise<void> {
  const seed = await seedOfPhrase(PHRASE)
  test.wallet.setSeed(seed, { words: 12, birth: 0 }, false)
}

describe('provebackup of a dump', () => {
  it.each([true, false])('accepts a complete one, with address index %s', async (index) => {
    test.fund(2)
    pay(p2pkhScript(test.wallet.keys.next('rent').hash))
    const proof = await prove({ dump: await exported() }, index)
    expect(proof).toMatchObject({ ok: true, missing: 0, missinglabels: 0, balance: 2.5, walletbalance: 2.5 })
    expect(drill()).toBe(test.node.clock.now())
    expect(proof.keys).toBeGreaterThan(proof.wallet)
  })

  it.each([true, false])('lists missing keys and labels of an old one, with address index %s', async (index) => {
    test.fund(1)
    // Contains only the keys in use at that time.
    const dump = `${encodeWif({ privateKey: test.owner.priv, compressed: true })} 2026-01-01T00:00:00Z label=`
    pay(p2pkhScript(test.wallet.keys.next('rent').hash))
    expect(await prove({ dump }, index)).toMatchObject({
      ok: false,
      keys: 1,
      missing: 1,
      missingbalance: 0.5,
      missinglabels: 1,
      balance: 1,
      walletbalance: 1.5,
    })
  })

  it('lists the tokens that the backup owns', async () => {
    const proof = await call<{ tokens: unknown }>('provebackup', [{ dump: await exported() }])
    expect(proof.tokens).toEqual([{ tokenid: '09'.repeat(32), balance: 7 }])
    expect(await call('provebackup', [{ phrase: OTHER }])).toMatchObject({ tokens: [] })
  })

  it('imports nothing, and rejects texts that are no backup', async () => {
    const keys = test.wallet.keys.all().length
    await prove({ dump: `${encodeWif({ privateKey: testKey(7).priv, compressed: true })} 2026-01-01T00:00:00Z` })
    expect(test.wallet.keys.all()).toHaveLength(keys)
    await expect(prove({ dump: 'nothing' })).rejects.toThrow('There is no key in this text')
    await expect(prove({})).rejects.toThrow('Give either a phrase, a dump or a sealed backup')
    await expect(prove({ phrase: PHRASE, dump: 'x' })).rejects.toThrow(
      'Give either a phrase, a dump or a sealed backup',
    )
    await expect(prove({ phrase: 'abandon abandon' })).rejects.toThrow('Invalid phrase')
  })

  it('rejects with the reason when it is aborted', async () => {
    const stopped = AbortSignal.abort(new Error('called off'))
    await expect(
      call('provebackup', [{ dump: await exported() }], { context: { ...ipc, signal: stopped }, index: false }),
    ).rejects.toThrow('called off')
  })

  it('yields to the event loop while it reads a long one with CR LF line breaks', async () => {
    const line = `${encodeWif({ privateKey: testKey(7).priv, compressed: true })} 2026-01-01T00:00:00Z label=a`
    const turns = await turnsDuring(async () => {
      const { keys } = await prove({ dump: Array.from({ length: 1000 }, () => line).join('\r\n') })
      expect(keys).toBe(1000)
    })
    expect(turns).toBeGreaterThan(5)
  })
})

describe('provebackup of a phrase', () => {
  it('accepts the wallet’s phrase for all keys derived from it', async () => {
    await setSeed()
    pay(p2pkhScript(test.wallet.keys.next('rent').hash))
    const proof = await prove({ phrase: PHRASE.toUpperCase() })
    expect(proof).toMatchObject({ ownphrase: true })
    // No phrase derives the imported key.
    expect(proof).toMatchObject({ ok: false, missing: 1, missingbalance: 0, balance: 0.5, walletbalance: 0.5 })
    expect(proof.missinglabels).toBe(1)
  })

  it('reports another phrase as not its own', async () => {
    await setSeed()
    pay(p2pkhScript(test.wallet.keys.next('rent').hash))
    const proof = await prove({ phrase: OTHER }, false)
    expect(proof).toMatchObject({ ownphrase: false })
    // The first key of the account counts, because it may be the identity.
    expect(proof).toMatchObject({ ok: false, missing: 3, balance: 0, walletbalance: 0.5, missingbalance: 0.5 })
    // Only a backup that restores everything counts as a passed drill.
    expect(drill()).toBeUndefined()
  })

  it('counts keys beyond the gap limit of a restore as missing', async () => {
    await setSeed()
    const keys = Array.from({ length: 23 }, () => test.wallet.keys.next(''))
    const [first, last] = [keys[0], keys[22]]
    if (!first || !last) throw new Error('there are 23 keys')
    pay(p2pkhScript(first.hash))
    const before = await prove({ phrase: PHRASE })
    pay(p2pkhScript(last.hash))
    const after = await prove({ phrase: PHRASE })
    expect(after.missing).toBe(before.missing + 1)
    expect(after.missingbalance).toBe(0.5)
  })
})

describe('exported keys', () => {
  it('count as a backup only after notebackup', async () => {
    const { keyring } = test.wallet
    const { time } = await call<{ time: number }>('exportwallet', [])
    expect(time).toBe(test.node.clock.now())
    expect(keyring.lastBackup()).toBeUndefined()
    await expect(call('notebackup', [time + 1])).rejects.toThrow('time must be in the past')
    expect(keyring.lastBackup()).toBeUndefined()
    test.node.clock.advance(50)
    // The backup time excludes keys made after the export.
    expect(await call('notebackup', [time])).toMatchObject({ backup: time })
    expect(keyring.lastBackup()).toBe(time)
  })

  it('pass only through the window’s transports', async () => {
    const text = await exported()
    const another = test.openAnother('another')
    try {
      expect(await call('importwallettext', [text], { wallet: another })).toEqual({
        added: expect.any(Number) as number,
      })
      expect(another.keys.has(test.owner.pub)).toBe(true)
      expect(await call('importwallettext', [text], { wallet: another })).toEqual({ added: 0 })
    } finally {
      another.close()
    }
    const progress: unknown[] = []
    const context = { ...ipc, progress: (step: unknown) => void progress.push(step) }
    await call('importwallettext', [text], { context })
    expect(progress).toEqual([{ done: text.length, total: text.length, unit: 'characters' }])
    const left = AbortSignal.abort(new Error('left'))
    await expect(call('importwallettext', [text], { context: { ...ipc, signal: left } })).rejects.toThrow('left')
    await expect(call('importwallettext', ['nothing'])).rejects.toThrow('There is no key in this text')
    for (const transport of ['http', 'cli'] as const) {
      const context = { ...callContext, transport }
      await expect(call('exportwallet', [], { context })).rejects.toThrow('secrets are not sent over HTTP')
      await expect(call('importwallettext', [text], { context })).rejects.toThrow('secrets are not sent over HTTP')
    }
  })
})
