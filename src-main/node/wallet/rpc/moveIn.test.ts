import { mkdirSync, readFileSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext, ResultOf } from '#shared/rpc/define.ts'
import type { methods } from '#shared/rpc/index.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { decodeAddress, decodeWif, encodeAddress, encodeWif, p2pkhScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { runToEnd } from '../../util/runInSlices.ts'
import type { Wallet } from '../index.ts'
import { recordedBytes, recordedWallets } from '../moveIn/walletDat/testing/recordedWallets.ts'
import { createWalletBackupHandlers } from './backup.ts'
import { createWalletFileHandlers } from './files.ts'
import { createWalletAccountHandlers } from './labels.ts'
import { createMoveInHandlers } from './moveIn.ts'
import { createSealedBackupHandlers } from './sealed.ts'

interface RecordedKey {
  readonly wif: string
  readonly time: string
  readonly kind: string
  readonly label: string | undefined
  readonly address: string
}
interface Recorded {
  readonly passphrase: string
  readonly keys: readonly RecordedKey[]
  readonly txids: readonly string[]
}
type Found = ResultOf<(typeof methods)['inspectwalletfile']>
type Imported = ResultOf<(typeof methods)['importwalletfile']>

const ipc: CallContext = { ...callContext, transport: 'ipc' }
/** Foreign address in the recorded wallet synthetic_plain. */
const LANDLORD = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const FOREIGN = { address: encodeAddress({ type: 1, hash: testKey(40).hash }), label: 'baker' }
const BACKUP = 'correct horse battery staple'
/** Addresses of the redeem scripts of the recorded wallet labels. */
const MULTISIG = ['bTwy1Na8zs8MDUTEnYmFmrccL1bGVCxfEZ', 'bLqEmUk17xP41tZ2WiAbfwYKACtdGVZsA1']

function parseLine(line: string): RecordedKey {
  const [wif = '', time = '', kind = '', ...rest] = line.split(' ')
  const find = (name: string) => rest.find((word) => word.startsWith(name))?.slice(name.length)
  return { wif, time, kind, label: find('label='), address: find('addr=') ?? '' }
}

/** Returns the lines that komodod dumped of a recorded wallet. */
function readRecorded(name: string): Recorded {
  const found = recordedWallets().wallets.find(({ file }) => file === `${name}/wallet.dat`)
  return { passphrase: found?.passphrase ?? '', keys: (found?.dump ?? []).map(parseLine), txids: found?.txids ?? [] }
}

let test: WalletTestNode
let folder: string
let others: Wallet[]
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.node.mine(3)
  folder = join(test.directory, 'out')
  mkdirSync(folder)
  others = []
})
afterEach(() => {
  for (const wallet of others) wallet.close()
  test.close()
})

function openAnother(name: string): Wallet {
  const wallet = test.openAnother(name)
  others.push(wallet)
  return wallet
}

function handlers(wallet = test.wallet, exportFolder: string | null = folder) {
  const { addressIndex, node } = test
  const { chain, clock } = node
  const keys = {
    ...{ pubkey: () => undefined, setPubkey: () => undefined, rewardTarget: () => ({ address: undefined }) },
    ...{ contractIndexes: undefined, chainFetched: () => true, ccEnabled: true },
  }
  const deps = { wallet, addressIndex, chain, clock, exportFolder: exportFolder ?? undefined, ...keys }
  return {
    ...createMoveInHandlers(deps),
    ...createSealedBackupHandlers(deps),
    ...createWalletBackupHandlers(deps),
    ...createWalletFileHandlers(deps),
    ...createWalletAccountHandlers(deps),
  }
}

function place(name: string, as = 'wallet.dat'): string {
  const path = join(folder, as)
  writeFileSync(path, recordedBytes(`${name}/wallet.dat`))
  return path
}
const inspect = async (file = 'wallet.dat', context = callContext) =>
  (await handlers().inspectwalletfile({ file }, context)) as Found
const take = async (options: { file?: string; passphrase?: string; rescan?: boolean; wallet?: Wallet } = {}) => {
  const { file = 'wallet.dat', passphrase = '', rescan = true, wallet = test.wallet } = options
  return (await handlers(wallet).importwalletfile({ file, passphrase, rescan }, callContext)) as Imported
}
const list = async () =>
  (await handlers().listmovedwallets({}, callContext)) as ResultOf<(typeof methods)['listmovedwallets']>
const findWif = (wallet: Wallet, address: string) => {
  const decoded = decodeAddress(address)
  const key = decoded && wallet.keys.byHash(decoded.hash)
  const privateKey = key && wallet.keys.secretOf(key.pubkey)
  return key && privateKey && encodeWif({ privateKey, compressed: key.pubkey.length === 33 })
}
const decodeLabel = (text: string) =>
  Buffer.from(
    text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Checks that the wallet has every key of the recording with its label and its time. */
function expectKeys(wallet: Wallet, { keys }: Recorded): void {
  for (const { wif, address, label, kind, time } of keys) {
    expect(findWif(wallet, address)).toBe(wif)
    const decoded = decodeAddress(address)
    const key = wallet.keys.byHash(decoded?.hash ?? new Uint8Array(20))
    expect([kind, key?.label ?? null]).toEqual([kind, kind === 'label' ? decodeLabel(label ?? '') : null])
    const seconds = Date.parse(time) / 1000
    if (seconds > 1) expect(key?.created).toBe(seconds)
  }
}

describe('importwalletfile', () => {
  it.each(['plain', 'labels', 'shielded'])(
    'takes every key of the recorded wallet %s, with labels and times',
    async (name) => {
      const recorded = readRecorded(name)
      place(name)
      const pool = test.wallet.keys.poolSize()
      const result = await take()
      expect(result).toMatchObject({ keys: recorded.keys.length, imported: recorded.keys.length, encryptedkeys: 0 })
      expect(result).toMatchObject({ cleanlyclosed: true, rescued: 'no', leaks: 0, warnings: [] })
      expectKeys(test.wallet, recorded)
      expect(test.wallet.keys.poolSize()).toBe(pool)
      test.reopen()
      expectKeys(test.wallet, recorded)
    },
  )

  it('takes redeem scripts and watch-only scripts with their labels', async () => {
    const recorded = readRecorded('labels')
    place('labels')
    const result = await take()
    const { scripts, book } = test.wallet
    expect(result.scripts).toBe(2)
    expect(result.watchonly).toBe(3)
    for (const address of MULTISIG) expect(scripts.byAddress(address)?.kind).toBe('redeem')
    expect(scripts.list().filter(({ kind }) => kind === 'watch')).toHaveLength(3)
    expect(result.transactions).toBe(recorded.txids.length)
    expect(book.foreignLabels()).toEqual([])
  })

  it('takes labels of other addresses, except of addresses of this wallet', async () => {
    place('synthetic_plain')
    await take()
    test.reopen()
    expect(test.wallet.book.foreignLabels()).toEqual([{ address: LANDLORD, label: 'landlord' }])
    expect(await handlers().getaccount({ komodoaddress: LANDLORD }, callContext)).toBe('landlord')
    // The recorded wallet labels has the key of this address.
    const other = openAnother('other')
    place('labels', 'labels.dat')
    await take({ file: 'labels.dat', wallet: other })
    await take({ wallet: other })
    expect(other.book.foreignLabels()).toEqual([])
  })

  it('changes nothing when it is called a second time, or after the keys were imported one by one', async () => {
    place('labels')
    const other = openAnother('other')
    const [first] = readRecorded('labels').keys.filter(({ kind, label }) => kind === 'label' && label !== '')
    const decoded = decodeWif(first?.wif ?? '')
    other.keys.import(decoded?.privateKey ?? new Uint8Array(), decoded?.compressed ?? true, '')
    expect(await take({ wallet: other })).toMatchObject({ imported: 18 })
    expectKeys(other, readRecorded('labels'))
    const state = () => [
      other.keys.all().map(({ pubkey, label }) => `${toHex(pubkey)} ${label}`),
      other.scripts.list().map(({ script, label }) => `${toHex(script)} ${label}`),
      other.book.foreignLabels(),
      other.keyring.shielded.count(),
      other.keys.poolSize(),
    ]
    const before = state()
    expect(await take({ wallet: other })).toMatchObject({ keys: 19, imported: 0 })
    expect(state()).toEqual(before)
  })

  it('keeps labels that this wallet already has', async () => {
    place('labels')
    const [first] = readRecorded('labels').keys.filter(({ kind, label }) => kind === 'label' && label !== '')
    const decoded = decodeWif(first?.wif ?? '')
    const { key } = test.wallet.keys.import(decoded?.privateKey ?? new Uint8Array(), true, 'mine')
    await take()
    expect(test.wallet.keys.byHash(key.hash)?.label).toBe('mine')
  })

  it('finds the payments of the keys, from their time on, and shows comments with them', async () => {
    place('labels')
    const [{ address } = { address: '' }] = readRecorded('labels').keys
    const hash = decodeAddress(address)?.hash ?? new Uint8Array(20)
    for (let i = 0; i < 2; i++) test.node.mineBlock({ script: p2pkhScript(hash) })
    test.node.mine(101)
    const before = test.wallet.balance().trusted
    const found = await inspect()
    expect(found.balance).toBeGreaterThan(0n)
    expect(found.height).toBe(test.node.chain.tip().height)
    expect(test.wallet.balance().trusted).toBe(before)
    await take({ rescan: false })
    expect(test.wallet.balance().trusted).toBe(before)
    const other = openAnother('scanned')
    await take({ wallet: other })
    expect(other.balance().trusted).toBe(found.balance)
  })

  it('adopts the comment of a transaction once the wallet finds it, or at once if it has it', async () => {
    const key = test.wallet.keys.next('')
    const tx = test.node.mineBlock({ script: p2pkhScript(key.hash) }).txs[0]
    const known = test.wallet.ledger.transactions().at(-1)
    expect(tx).toBeDefined()
    const rows = [{ txid: known?.txid ?? new Uint8Array(32), received: 5, comment: 'rent', commentTo: 'landlord' }]
    test.wallet.recorder.addNotes(rows)()
    expect(known).toMatchObject({ comment: 'rent', commentTo: 'landlord' })
    test.reopen()
    expect(test.wallet.ledger.transactions().at(-1)).toMatchObject({ comment: 'rent', commentTo: 'landlord' })
    const other = openAnother('later')
    other.recorder.addNotes(rows)()
    const secret = test.wallet.keys.secretOf(key.pubkey) ?? new Uint8Array()
    other.keys.import(secret, true, '')
    await other.rescan(0)
    expect(other.ledger.transactions()[0]).toMatchObject({ comment: 'rent', commentTo: 'landlord', received: 5 })
  })

  it('asks for the passphrase of an encrypted file, and tells what lies open in it', async () => {
    const recorded = readRecorded('encrypted_middle')
    place('encrypted_middle')
    const found = await inspect()
    expect(found.encryptedkeys).toBe(recorded.keys.length)
    expect(found.leakedseed).toBe(true)
    expect(found.leaks).toBe(found.leakedkeys + 1)
    const keys = test.wallet.keys.all().length
    await expect(take()).rejects.toThrow('its passphrase is needed')
    await expect(take({ passphrase: 'wrong' })).rejects.toThrow('The wallet passphrase entered was incorrect')
    expect(test.wallet.keys.all()).toHaveLength(keys)
    expect(await list()).toEqual([])
    const result = await take({ passphrase: recorded.passphrase ?? '' })
    expect(result).toMatchObject({ imported: recorded.keys.length, encryptedkeys: 0, leaks: found.leaks })
    expectKeys(test.wallet, recorded)
    expect(await list()).toMatchObject([{ leakedkeys: found.leakedkeys, leakedseed: true }])
  })

  it('puts everything under the passphrase of this wallet', async () => {
    place('shielded')
    await test.wallet.keyring.protect(BACKUP)
    await expect(take()).rejects.toThrow('walletpassphrase first')
    await test.wallet.keyring.vault.unlock(BACKUP, 60, 'walletpassphrase')
    await take()
    const keys = runToEnd(test.wallet.keyring.shielded.read())
    expect(keys.map(({ kind }) => kind).sort()).toEqual([
      'sapling',
      'sapling',
      'seed',
      'sprout',
      'sprout',
      'sproutView',
    ])
    const file = readFileSync(join(test.directory, 'wallet.db'))
    for (const { value } of keys) if (value.length > 1) expect(file.includes(Buffer.from(value))).toBe(false)
    for (const { wif } of readRecorded('shielded').keys) {
      expect(file.includes(Buffer.from(decodeWif(wif)?.privateKey ?? [0]))).toBe(false)
    }
  })

  it('adds nothing if it is aborted, or if the wallet file cannot be written', async () => {
    place('labels')
    const before = test.wallet.keys.all().length
    const abort = new AbortController()
    const context = { ...callContext, signal: abort.signal, progress: () => abort.abort(new Error('left')) }
    await expect(
      handlers().importwalletfile({ file: 'wallet.dat', passphrase: '', rescan: true }, context),
    ).rejects.toThrow('left')
    mkdirSync(join(test.directory, 'wallet.db-journal'))
    await expect(take()).rejects.toMatchObject({ kind: 'file' })
    rmdirSync(join(test.directory, 'wallet.db-journal'))
    expect(test.wallet.keys.all()).toHaveLength(before)
    expect([test.wallet.scripts.list(), test.wallet.book.foreignLabels()]).toEqual([[], []])
    test.reopen()
    expect(test.wallet.keys.all()).toHaveLength(before)
    expect(await list()).toEqual([])
    expect(await take()).toMatchObject({ imported: 19 })
  })

  it('reads one file at a time', async () => {
    place('labels')
    const first = inspect()
    await expect(inspect()).rejects.toMatchObject({ kind: 'busy' })
    expect((await first).keys).toBe(19)
    expect((await inspect()).keys).toBe(19)
  })
})

describe('findPath of a wallet file', () => {
  it('accepts a name or the complete path of a file of the export folder only', async () => {
    const path = place('plain', 'wallet.1795502423.bak')
    place('plain')
    for (const file of ['wallet.1795502423.bak', path]) expect((await inspect(file)).keys).toBeGreaterThan(0)
    for (const file of ['../wallet.db', '/etc/passwd', '.', '..', '', 'a/b', '.hidden', 'a\0b', 'x'.repeat(300)]) {
      await expect(inspect(file)).rejects.toThrow('Cannot open wallet file')
    }
    await expect(
      (async () => handlers(test.wallet, null).inspectwalletfile({ file: 'wallet.dat' }, callContext))(),
    ).rejects.toThrow('until the -exportdir option has been set')
  })

  it('accepts a complete path from the app', async () => {
    const elsewhere = join(test.directory, 'elsewhere.dat')
    writeFileSync(elsewhere, recordedBytes('plain/wallet.dat'))
    expect((await inspect(elsewhere, ipc)).keys).toBeGreaterThan(0)
    await expect(inspect('elsewhere.dat', ipc)).rejects.toMatchObject({ kind: 'unreadable-wallet-file' })
  })

  it('rejects another kind of file with the reason', async () => {
    writeFileSync(join(folder, 'other'), '# Wallet dump created by Komodo')
    await expect(inspect('other')).rejects.toMatchObject({ kind: 'unreadable-wallet-file' })
    await expect(inspect('missing')).rejects.toMatchObject({ kind: 'unreadable-wallet-file' })
  })
})

describe('listmovedwallets', () => {
  it('shows if another program used the file later, as a warning of inspectwalletfile does', async () => {
    const path = place('labels')
    await take()
    expect(await list()).toMatchObject([{ file: path, keys: 19, used: false, missing: false, backup: null }])
    expect((await inspect()).warnings).toEqual([])
    expect(test.wallet.oldWallets.describeUsed()).toBeUndefined()
    utimesSync(path, 5, 5)
    expect(await list()).toMatchObject([{ used: true }])
    expect(test.wallet.oldWallets.describeUsed()).toContain('Two programs may be spending the same coins')
    expect((await inspect()).warnings).toEqual([expect.stringContaining('Two programs spend one wallet')])
  })

  it('shows a backup only after an encrypted one with everything was opened again', async () => {
    place('labels')
    const old = (await handlers().sealbackup({ passphrase: BACKUP }, ipc)).text as string
    const prove = (backup: Readonly<Record<string, string>>) =>
      handlers().provebackup({ backup: new Map(Object.entries(backup)) }, ipc)
    test.node.clock.set?.(test.node.clock.now() + 10)
    await take()
    await prove({ sealed: old, passphrase: BACKUP })
    expect(await list()).toMatchObject([{ backup: null }])
    const dump = (await handlers().exportwallet({}, ipc)).text as string
    expect(await prove({ dump })).toMatchObject({ ok: true })
    expect(await list()).toMatchObject([{ backup: null }])
    const sealed = (await handlers().sealbackup({ passphrase: BACKUP }, ipc)).text as string
    expect(await list()).toMatchObject([{ backup: null }])
    expect(await prove({ sealed, passphrase: BACKUP })).toMatchObject({ ok: true })
    expect(await list()).toMatchObject([{ backup: test.node.clock.now() }])
  })
})

describe('backups of a wallet with everything moved in', () => {
  it('restore scripts, labels of other addresses and shielded keys, if they are encrypted', async () => {
    for (const file of ['labels', 'shielded', 'synthetic_plain']) {
      place(file, file)
      await take({ file })
    }
    test.wallet.book.addForeign([FOREIGN])
    const { text } = (await handlers().sealbackup({ passphrase: BACKUP }, ipc)) as { text: string }
    const fresh = openAnother('fresh')
    await handlers(fresh).restorebackup({ text, passphrase: BACKUP }, ipc)
    for (const name of ['labels', 'shielded']) {
      for (const { wif, address } of readRecorded(name).keys) expect(findWif(fresh, address)).toBe(wif)
    }
    const { wallet } = test
    expect(fresh.book.foreignLabels()).toEqual(wallet.book.foreignLabels())
    expect(
      fresh.scripts
        .list()
        .map(({ script }) => toHex(script))
        .sort(),
    ).toEqual(
      wallet.scripts
        .list()
        .map(({ script }) => toHex(script))
        .sort(),
    )
    const secrets = (of: Wallet) =>
      runToEnd(of.keyring.shielded.read()).map(({ kind, value }) => `${kind} ${toHex(value)}`)
    expect(secrets(fresh)).toEqual(secrets(wallet))
    expect(secrets(fresh)).toHaveLength(11)
    expect(fresh.book.foreignLabels()).toHaveLength(1)
  })

  it('name in a comment of a dump what it lacks', async () => {
    expect((await handlers().exportwallet({}, ipc)).text).not.toContain('Not in this file')
    for (const file of ['labels', 'shielded', 'synthetic_plain']) {
      place(file, file)
      await take({ file })
    }
    test.wallet.book.addForeign([FOREIGN])
    const line =
      '# * Not in this file: 3 redeem scripts, 6 watch-only scripts, 1 label of another address, 11 shielded keys'
    expect((await handlers().exportwallet({}, ipc)).text).toContain(`${line}\n`)
    const path = (await handlers().dumpwallet({ filename: 'dump' }, callContext)) as string
    expect(readFileSync(path, 'utf8')).toContain(`${line}\n`)
    expect(test.wallet.keyring.isBackupComplete()).toBe(false)
    await handlers().backupwallet({ destination: 'copy' }, callContext)
    expect(test.wallet.keyring.isBackupComplete()).toBe(true)
    const other = openAnother('other')
    await handlers(other).importwallet({ filename: 'dump' }, callContext)
    for (const { wif, address } of readRecorded('shielded').keys) expect(findWif(other, address)).toBe(wif)
  })

  it('count as complete only if notebackup records an encrypted one', async () => {
    place('shielded')
    await take()
    const exported = (await handlers().exportwallet({}, ipc)).time as number
    await handlers().notebackup({ time: BigInt(exported), what: 'file' }, ipc)
    expect(test.wallet.keyring.isBackupComplete()).toBe(false)
    const { time } = (await handlers().sealbackup({ passphrase: BACKUP }, ipc)) as { time: number }
    await handlers().notebackup({ time: BigInt(time), what: 'file' }, ipc)
    expect(test.wallet.keyring.isBackupComplete()).toBe(true)
  })
})
