import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeAddress, p2pkhScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { seedOfPhrase, type Wallet } from '../index.ts'
import { createWalletBackupHandlers } from './backup.ts'
import { createSealedBackupHandlers } from './sealed.ts'

const PHRASE = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const PASSPHRASE = 'correct horse battery staple'
const CLOSED = 'Wrong passphrase or damaged file'
const ipc: CallContext = { ...callContext, transport: 'ipc' }

let test: WalletTestNode
let fresh: Wallet | undefined
/** token key of each wallet */
let pubkeys: Map<Wallet, Uint8Array>

beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(30)
  pubkeys = new Map()
  fresh = undefined
})
afterEach(() => {
  fresh?.close()
  test.close()
})

function handlers(wallet = test.wallet) {
  const { addressIndex, node } = test
  const deps = { ...{ wallet, addressIndex, chain: node.chain, clock: node.clock, contractIndexes: undefined } }
  const keys = {
    pubkey: () => pubkeys.get(wallet),
    setPubkey: (pubkey: Uint8Array) => void pubkeys.set(wallet, pubkey),
    rewardTarget: () => ({ address: undefined }),
  }
  return {
    ...createSealedBackupHandlers({ ...deps, ...keys, chainFetched: () => true }),
    ...createWalletBackupHandlers({ ...deps, ...keys }),
  }
}
const sealed = async (wallet = test.wallet) =>
  (await handlers(wallet).sealbackup({ passphrase: PASSPHRASE }, ipc)).text as string
const restore = (wallet: Wallet, text: string, passphrase = PASSPHRASE) =>
  handlers(wallet).restorebackup({ text, passphrase }, ipc)
const prove = async (backup: Readonly<Record<string, string>>) =>
  (await handlers().provebackup({ backup: new Map(Object.entries(backup)) }, ipc)) as Awaited<
    ReturnType<Handlers['provebackup']>
  >
async function setSeed(wallet: Wallet, phrase = PHRASE): Promise<void> {
  wallet.setSeed(await seedOfPhrase(phrase), { words: 12, birth: 1_600_000_000, typed: true }, false)
}
const readLabel = (wallet: Wallet, hash: Uint8Array) => wallet.book.labelOf(encodeAddress({ type: 1, hash }))

describe('an encrypted backup', () => {
  it('restores keys, labels, phrase, accounts, scripts and the token key into an empty wallet', async () => {
    const { wallet } = test
    test.fund(2)
    const before = wallet.keys.next('before the phrase')
    await setSeed(wallet)
    const shown = Array.from({ length: 50 }, (_, index) => wallet.keys.next(`number ${index}`))
    wallet.keyring.accounts.add('Shop')
    wallet.keyring.setIdentity(wallet.keyring.accounts.list()[1]?.pubkey ?? new Uint8Array())
    wallet.scripts.watch(p2pkhScript(testKey(9).hash), 'the archive')
    const [last] = shown.slice(-1)
    test.node.mineBlock({
      txs: [test.node.pay(testKey(0), [{ value: 70n, scriptPubKey: p2pkhScript(last?.hash ?? new Uint8Array(20)) }])],
    })

    fresh = test.openAnother('fresh')
    const result = await restore(fresh, await sealed())
    expect(result).toMatchObject({ phrase: 'restored', scripts: 1, identity: true })
    expect(fresh.keyring.accounts.phrase()).toEqual({ words: 12, birth: 1_600_000_000, typed: true })
    expect(fresh.keyring.accounts.list().map(({ label }) => label)).toEqual(['', 'Shop'])
    expect(readLabel(fresh, before.hash)).toBe('before the phrase')
    expect(shown.map(({ hash }) => readLabel(fresh as Wallet, hash))).toEqual(
      shown.map((_, index) => `number ${index}`),
    )
    // The keys come from the phrase here too, and the next address is a new one.
    expect(shown.every(({ hash }) => fresh?.keys.byHash(hash)?.path !== null)).toBe(true)
    expect(toHex(fresh.keys.next('next').pubkey)).toBe(toHex(wallet.keys.next('next').pubkey))
    expect(fresh.book.isWatched(encodeAddress({ type: 1, hash: testKey(9).hash }))).toBe(true)
    expect(toHex(pubkeys.get(fresh) ?? new Uint8Array())).toBe(toHex(wallet.keyring.identity() ?? new Uint8Array()))
    expect(fresh.balance()).toEqual(wallet.balance())
  })

  it('passes the restore drill, including keys that only its phrase restores', async () => {
    test.fund(1)
    await setSeed(test.wallet)
    const text = await sealed()
    test.wallet.keys.next('after the backup')
    expect(await prove({ sealed: text, passphrase: PASSPHRASE })).toMatchObject({
      ok: true,
      missing: 0,
      missinglabels: 1,
    })
    expect(test.wallet.keyring.lastDrill()).toBe(test.node.clock.now())
    await expect(prove({ sealed: text, passphrase: 'wrong' })).rejects.toThrow(CLOSED)
    await expect(prove({ sealed: 'nothing', passphrase: PASSPHRASE })).rejects.toThrow(CLOSED)
    await expect(prove({ sealed: text })).rejects.toThrow('Give either a phrase, a dump or a sealed backup')
  })

  it('adds its keys to a wallet with another phrase, and replaces nothing', async () => {
    await setSeed(test.wallet)
    const key = test.wallet.keys.next('rent')
    fresh = test.openAnother('other')
    await setSeed(fresh, OTHER)
    const own = fresh.ownIdentity()
    pubkeys.set(fresh, own)
    test.node.mineBlock({
      txs: [test.node.pay(testKey(0), [{ value: 70n, scriptPubKey: p2pkhScript(hash160(own)) }])],
    })
    await fresh.rescan(0)
    const text = await sealed()
    expect(await restore(fresh, text)).toMatchObject({ phrase: 'other', identity: false })
    expect(readLabel(fresh, key.hash)).toBe('rent')
    expect(await restore(fresh, text)).toMatchObject({ added: 0, phrase: 'other', scripts: 0 })
  })

  it('changes nothing if it cannot be opened, or if it is called over HTTP', async () => {
    fresh = test.openAnother('fresh')
    const keys = fresh.keys.all().length
    const text = await sealed()
    await expect(restore(fresh, text, 'wrong')).rejects.toThrow(CLOSED)
    await expect(restore(fresh, '', PASSPHRASE)).rejects.toThrow(CLOSED)
    await expect(restore(fresh, text, '')).rejects.toThrow('a passphrase has 1 to 1024 bytes')
    expect(fresh.keys.all()).toHaveLength(keys)
    const http = handlers()
    await expect(http.sealbackup({ passphrase: PASSPHRASE }, callContext)).rejects.toThrow('Only the window')
    await expect(http.restorebackup({ text, passphrase: PASSPHRASE }, callContext)).rejects.toThrow('Only the window')
  })

  it('requires an unlocked wallet when sealed or restored', async () => {
    const text = await sealed()
    await test.wallet.keyring.protect('its own')
    await expect(sealed()).rejects.toThrow('walletpassphrase first')
    await expect(restore(test.wallet, text)).rejects.toThrow('walletpassphrase first')
  })
})

describe('backup schedule methods', () => {
  const begin = (folder: string, every = 'day') =>
    handlers().setbackupschedule({ passphrase: PASSPHRASE, folder, every, keep: 3, changes: 10 }, ipc)

  it('start, show and stop the schedule, whose file restores the wallet', async () => {
    const key = test.wallet.keys.next('rent')
    expect(await handlers().getbackupschedule({}, ipc)).toMatchObject({ on: false, folder: null, last: null })
    expect(await begin(test.directory)).toMatchObject({ on: true, every: 'day', keep: 3, files: 1, error: null })
    const [name = ''] = readdirSync(test.directory).filter((each) => each.endsWith('.chainwright-backup'))
    fresh = test.openAnother('fresh')
    await restore(fresh, readFileSync(join(test.directory, name), 'utf8'))
    expect(readLabel(fresh, key.hash)).toBe('rent')
    expect(await handlers().stopbackupschedule({}, ipc)).toMatchObject({ on: false })
  })

  it('reject an invalid folder or interval', async () => {
    await expect(begin('backups')).rejects.toThrow('folder must be the absolute path of a folder')
    await expect(begin(join(test.directory, 'wallet.db'))).rejects.toThrow('folder must be')
    await expect(begin(test.directory, 'often')).rejects.toThrow('every must be day, week or changes')
    expect(await handlers().getbackupschedule({}, ipc)).toMatchObject({ on: false })
  })
})
