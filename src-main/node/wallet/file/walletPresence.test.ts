import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletBinding, WalletBindings } from '../../storage/index.ts'
import { toHex } from '../../util/index.ts'
import { Keyring } from '../keys/keyring.ts'
import type { KeyStore } from '../keys/keyStore.ts'
import { beginWithPhrase } from '../keys/walletPhrase.ts'
import { countingRandom, manualTimers, NO_WALLET } from '../testing/index.ts'
import { WalletFileError } from './fileErrors.ts'
import { openWalletFile, type WalletFile } from './walletFile.ts'
import { bindWallet, openBoundWallet } from './walletPresence.ts'

/** file operations until the simulated kill; undefined if it is not killed */
const kill = vi.hoisted(() => ({ in: undefined as number | undefined }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const counted = <A extends readonly never[], R>(work: (...given: A) => R) => {
    return (...given: A) => {
      if (kill.in !== undefined && kill.in-- <= 0) throw new Error('killed')
      return work(...given)
    }
  }
  const { renameSync, rmSync, fsyncSync, closeSync, chmodSync } = fs
  const steps = { renameSync, rmSync, fsyncSync, closeSync, chmodSync }
  return { ...fs, ...Object.fromEntries(Object.entries(steps).map(([name, work]) => [name, counted(work as never)])) }
})

const NOW = 1_700_000_000

describe('openBoundWallet', () => {
  let folder: string
  let path: string
  let bindings: WalletBinding[]
  let failsToBind: boolean
  let hasBlocks: boolean
  const random = countingRandom()
  const timers = manualTimers(NOW)
  const notes: Pick<WalletBindings, 'current' | 'earlier' | 'add'> = {
    current: () => bindings.at(-1),
    earlier: () => bindings.slice(0, -1).reverse(),
    add(note) {
      if (failsToBind) throw new Error('killed')
      bindings.push(note)
    },
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'presence-'))
    path = join(folder, 'wallet.db')
    bindings = []
    failsToBind = false
    hasBlocks = true
  })
  afterEach(() => {
    kill.in = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  /** Simulates one run of the node. Returns the public keys of the wallet as hex, oldest first. */
  function run(newWallet = false, change: (keys: KeyStore) => void = () => {}, fill?: (file: WalletFile) => void) {
    const deps = { notes, clock: timers.clock, random, newWallet, hasBlocks: () => hasBlocks, fill }
    const file = openBoundWallet(path, deps)
    try {
      const keyring = new Keyring({
        ...{ file, clock: timers.clock, random, timers, ...NO_WALLET },
        ...{ poolTarget: 3, passphraseCost: 1024 },
      })
      bindWallet(file, deps)
      change(keyring.keys)
      return file.keys().map(({ pubkey }) => toHex(pubkey))
    } finally {
      file.close()
    }
  }
  function problem(newWallet = false) {
    try {
      run(newWallet)
    } catch (error) {
      if (error instanceof WalletFileError) return { ...error.problem, message: error.message }
      throw error
    }
    throw new Error('the wallet was opened')
  }
  const others = () => readdirSync(folder).filter((name) => name !== 'wallet.db')
  const id = () => toHex(bindings.at(-1)?.id ?? new Uint8Array())
  const everything = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))

  it('creates a wallet for a chain without one, and accepts it later', () => {
    const keys = run()
    expect(bindings).toHaveLength(1)
    expect(run()).toEqual(keys)
    // The option may stay on the command line: it has no effect.
    expect(run(true)).toEqual(keys)
    expect(bindings).toHaveLength(1)
    expect(others()).toEqual([])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('replaces a missing wallet only with -newwallet', () => {
    run()
    const before = id()
    rmSync(path)
    expect(problem()).toMatchObject({ kind: 'missing', path, expected: before.slice(0, 16), found: null, noted: NOW })
    expect(problem().message).toMatch(/wallet\.db is missing.*Put the file or a backup.*-newwallet/)
    expect(readdirSync(folder)).toEqual([])
    run(true)
    expect(id()).not.toBe(before)
    expect(bindings).toHaveLength(2)
  })

  it('keeps an empty file and its journal under another name', () => {
    run()
    for (const round of [0, 1]) {
      truncateSync(path, 0)
      writeFileSync(`${path}-journal`, `pages ${round}`)
      expect(problem()).toMatchObject({ kind: 'empty', path })
      expect(statSync(path).size).toBe(0)
      run(true)
    }
    const aside = others().sort()
    expect(aside).toEqual([
      'wallet.db.empty-20231114T221320Z',
      'wallet.db.empty-20231114T221320Z-1',
      'wallet.db.empty-20231114T221320Z-1-journal',
      'wallet.db.empty-20231114T221320Z-journal',
    ])
    expect(readFileSync(join(folder, aside[3] ?? ''), 'utf8')).toBe('pages 0')
  })

  it('treats an empty file as a lost wallet only if the chain has blocks', () => {
    writeFileSync(path, '')
    expect(problem()).toMatchObject({ kind: 'empty', expected: null })
    hasBlocks = false
    run()
    expect(others()).toEqual(['wallet.db.empty-20231114T221320Z'])
  })

  it('treats a database without tables as an empty file', () => {
    run()
    rmSync(path)
    const db = new SqliteDatabase(path)
    db.exec('CREATE TABLE x (y)')
    db.exec('DROP TABLE x')
    db.close()
    const bytes = readFileSync(path)
    expect(problem()).toMatchObject({ kind: 'empty' })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    run(true)
    expect(readFileSync(join(folder, others()[0] ?? '')).equals(bytes)).toBe(true)
  })

  it('renames a dangling link instead of writing through it', () => {
    run()
    rmSync(path)
    symlinkSync(join(folder, 'unplugged', 'wallet.db'), path)
    expect(problem()).toMatchObject({ kind: 'missing' })
    run(true)
    expect(others()).toEqual(['wallet.db.empty-20231114T221320Z'])
  })

  it('rejects another wallet without changing it, and accepts it with -newwallet', () => {
    run()
    const first = id()
    const mine = readFileSync(path)
    rmSync(path)
    const otherKeys = run(true)
    const second = id()
    const other = readFileSync(path)
    // The old file was found and restored over the new one.
    writeFileSync(path, mine)
    const reported = problem()
    expect(reported).toMatchObject({
      kind: 'foreign',
      expected: second.slice(0, 16),
      found: first.slice(0, 16),
      earlier: true,
    })
    expect(reported.message).toContain(first.slice(0, 16))
    expect(reported.message).toContain(second.slice(0, 16))
    expect(readFileSync(path).equals(mine)).toBe(true)
    run(true)
    expect(id()).toBe(first)
    writeFileSync(path, other)
    expect(problem()).toMatchObject({ kind: 'foreign', earlier: true })
    expect(run(true)).toEqual(otherKeys)
    // Bind another wallet, as if this one belonged to another chain.
    bindings = [{ id: new Uint8Array(32), mark: new Uint8Array(32), noted: NOW }]
    expect(problem()).toMatchObject({ kind: 'foreign', earlier: false, found: second.slice(0, 16) })
    run(true)
    expect(bindings.map((note) => toHex(note.id))).toEqual(['00'.repeat(32), second])
    expect(others()).toEqual([])
  })

  it('accepts a backup of the wallet, even from before wallets had an id', () => {
    const keys = run()
    const backup = join(folder, 'backup')
    copyFileSync(path, backup)
    const db = new SqliteDatabase(backup)
    db.exec("DELETE FROM meta WHERE name = 'fingerprint'")
    db.close()
    expect(run(false, (keys) => void keys.next('later'))).toHaveLength(5)
    rmSync(path)
    copyFileSync(backup, path)
    expect(run()).toEqual(keys)
    expect(bindings).toHaveLength(1)
    // The wallet has its id again, so its keys are no longer compared.
    bindings = [{ ...bindings[0], mark: new Uint8Array() } as WalletBinding]
    expect(run()).toEqual(keys)
    expect(bindings).toHaveLength(1)
  })

  it('binds an existing wallet of a chain without binding', () => {
    const keys = run()
    bindings = []
    expect(run()).toEqual(keys)
    expect(bindings).toHaveLength(1)
    // The bound wallet is unknown: any wallet is accepted, but a missing one is an error.
    bindings = [{ id: new Uint8Array(), mark: new Uint8Array(), noted: 0 }]
    expect(run()).toEqual(keys)
    bindings = [{ id: new Uint8Array(), mark: new Uint8Array(), noted: 0 }]
    rmSync(path)
    expect(problem()).toMatchObject({ kind: 'missing', expected: null, noted: null })
  })

  it('keeps a damaged file under another name with -newwallet', () => {
    run()
    const bytes = Buffer.alloc(8192, 'x')
    writeFileSync(path, bytes)
    expect(problem()).toMatchObject({ kind: 'damaged', path })
    expect(problem().message).toContain('damaged and was left as it is')
    run(true)
    expect(readFileSync(join(folder, 'wallet.db.damaged-20231114T221320Z')).equals(bytes)).toBe(true)
  })

  it('loses no wallet and no file if killed at any step', () => {
    const lost = Buffer.alloc(8192, 'pages of a wallet')
    let finished = false
    for (let steps = 0; !finished; steps++) {
      expect(steps).toBeLessThan(60)
      rmSync(folder, { recursive: true })
      folder = mkdtempSync(join(tmpdir(), 'presence-'))
      path = join(folder, 'wallet.db')
      bindings = [{ id: new Uint8Array(32), mark: new Uint8Array(32), noted: NOW }]
      writeFileSync(path, lost)
      const journal = Buffer.from('journal of it')
      writeFileSync(`${path}.kept`, journal)
      kill.in = steps
      try {
        run(true)
        finished = true
      } catch (error) {
        expect(String(error)).toMatch(/killed|damaged/)
      }
      kill.in = undefined
      expect(everything().includes(lost)).toBe(true)
      const made = bindings.length > 1 && existsSync(path) ? readFileSync(path) : undefined
      // After a kill at any step, another run with -newwallet completes the change, and the binding matches the file.
      const keys = run(true)
      expect(keys).toHaveLength(4)
      expect(run()).toEqual(keys)
      expect(everything().includes(lost)).toBe(true)
      if (made) expect(readFileSync(path).equals(made)).toBe(true)
    }
    expect(finished).toBe(true)
  })

  it('creates either a wallet with its phrase or no wallet if killed at any step', () => {
    hasBlocks = false
    const fill = (file: WalletFile) => beginWithPhrase(file, { random, clock: timers.clock })
    let finished = false
    for (let steps = 0; !finished; steps++) {
      expect(steps).toBeLessThan(60)
      rmSync(folder, { recursive: true })
      folder = mkdtempSync(join(tmpdir(), 'presence-'))
      path = join(folder, 'wallet.db')
      bindings = []
      kill.in = steps
      try {
        run(false, undefined, fill)
        finished = true
      } catch (error) {
        expect(String(error)).toContain('killed')
      }
      kill.in = undefined
      if (existsSync(path)) {
        const file = openWalletFile(path)
        expect(file.entropy()?.plain).toHaveLength(16)
        expect(file.accounts()).toHaveLength(2)
        file.close()
      }
      const keys = run(false, undefined, fill)
      expect(run()).toEqual(keys)
      const file = openWalletFile(path)
      expect(file.keys().every((key) => key.path !== null)).toBe(true)
      file.close()
    }
  })

  it('accepts a wallet that was created but not bound', () => {
    failsToBind = true
    expect(() => run()).toThrow('killed')
    failsToBind = false
    const keys = run()
    expect(bindings).toHaveLength(1)
    rmSync(path)
    failsToBind = true
    expect(() => run(true)).toThrow('killed')
    failsToBind = false
    const bytes = readFileSync(path)
    expect(problem()).toMatchObject({ kind: 'foreign' })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(run(true)).not.toEqual(keys)
    expect(bindings).toHaveLength(2)
  })
})
