import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { Checkpointer } from './checkpoint/checkpointer.ts'
import type { ModuleMigrations } from './migrate.ts'
import { type DataDirectoryOptions, Storage } from './storage.ts'
import { explainStorageError, StorageError } from './storageError.ts'

const deps = { logger: silentLogger }
const coins: ModuleMigrations = {
  module: 'coins',
  steps: [
    (db) => void db.exec('CREATE TABLE coins (id INTEGER PRIMARY KEY) STRICT'),
    (db) => void db.exec('ALTER TABLE coins ADD COLUMN name TEXT'),
  ],
}

describe('Storage', () => {
  let dataDir: string
  let open: Storage | undefined
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'storage-'))
  })
  afterEach(() => {
    open?.close()
    open = undefined
    rmSync(dataDir, { recursive: true, force: true })
  })

  function start(options: Partial<DataDirectoryOptions> = {}): Storage {
    open?.close()
    open = undefined
    const identity = { magic: Uint8Array.of(1, 2, 3, 4), genesisHash: new Uint8Array(32).fill(9) }
    open = Storage.open({ dataDir, durable: false, ...identity, ...options }, deps)
    return open
  }

  function startError(options: Partial<DataDirectoryOptions>): StorageError {
    try {
      start(options)
    } catch (error) {
      if (error instanceof StorageError) return error
      throw error
    }
    throw new Error('the storage was opened')
  }

  function addTransaction(storage: Storage): void {
    storage.begin()
    storage.db.exec("INSERT INTO txs VALUES (1, x'00', 1, 0, 0, 10, 4, 1)")
    storage.commit({ tip: undefined, indexed: storage.files.end() })
  }

  it('creates a new chain and reopens it', () => {
    const storage = start()
    expect(storage.committed()).toEqual({ tip: undefined, nextTxNum: 1, indexed: { file: 0, offset: 0 } })
    storage.begin()
    storage.files.append(new Uint8Array(300))
    storage.commit({ tip: 5, indexed: storage.files.end() })
    expect(start().committed()).toEqual({ tip: 5, nextTxNum: 1, indexed: { file: 0, offset: 308 } })
  })

  it('keeps no changes after a rollback', () => {
    const storage = start()
    storage.begin()
    storage.db.exec("INSERT INTO txs VALUES (1, x'00', 1, 0, 0, 10, 4, 1)")
    storage.rollback()
    expect(storage.db.prepare('SELECT count(*) AS n FROM txs').get()).toEqual({ n: 0 })
  })

  it('rejects the directory of another chain', () => {
    start()
    const { kind, message } = startError({ magic: Uint8Array.of(4, 3, 2, 1) })
    expect(kind).toBe('wrong-chain')
    expect(message).toContain('01020304')
    expect(startError({ genesisHash: new Uint8Array(32) }).kind).toBe('wrong-chain')
  })

  it('rejects a second start in the same directory', () => {
    start()
    expect(() => Storage.open({ dataDir, magic: new Uint8Array(4), genesisHash: new Uint8Array(32) }, deps)).toThrow(
      /in use by another running node/,
    )
  })

  it('releases the directory when opening fails', () => {
    start()
    expect(startError({ magic: new Uint8Array(4) }).kind).toBe('wrong-chain')
    start()
  })

  it('creates and migrates the tables of modules, each step once', () => {
    const firstOnly = { module: 'coins', steps: coins.steps.slice(0, 1) }
    start({ migrations: [firstOnly] }).db.exec('INSERT INTO coins VALUES (1)')
    const { db } = start({ migrations: [coins] })
    expect(db.prepare('SELECT * FROM coins').all()).toEqual([{ id: 1, name: null }])
    start({ migrations: [coins] })
  })

  it('rejects tables of a newer version', () => {
    start({ migrations: [coins] })
    const { kind, message } = startError({ migrations: [{ module: 'coins', steps: [] }] })
    expect(kind).toBe('newer')
    expect(message).toContain('"coins"')
  })

  it('adds buildable tables to a chain that already has blocks', () => {
    addTransaction(start())
    const { db } = start({ migrations: [{ ...coins, buildable: true }] })
    expect(db.prepare('SELECT count(*) FROM coins').pluck().get()).toBe(0)
    // A program without this module cannot update its tables.
    expect(startError({ migrations: [] }).kind).toBe('modules-changed')
  })

  it('requires -reindex when an index is switched on or off after blocks were connected', () => {
    addTransaction(start())
    const on = startError({ migrations: [coins] })
    expect(on.kind).toBe('modules-changed')
    expect(on.message).toMatch(/switched on since: coins.*-reindex/s)
    addTransaction(start({ migrations: [coins], reindex: true }))
    expect(startError({}).message).toContain('switched off since: coins')
    start({ reindex: true })
  })

  it('allows switching indexes before there are blocks', () => {
    start({ migrations: [coins] })
    start()
  })

  it('keeps the data of another chain despite -reindex', () => {
    const other = { magic: Uint8Array.of(4, 3, 2, 1), reindex: true }
    const storage = start()
    storage.begin()
    storage.files.append(new Uint8Array(300))
    storage.commit({ tip: 5, indexed: storage.files.end() })
    expect(startError(other).kind).toBe('wrong-chain')
    expect(start().committed().tip).toBe(5)
    start().close()
    open = undefined
    rmSync(join(dataDir, 'chain.db'))
    expect(startError(other).kind).toBe('wrong-chain')
    expect(start().files.end()).toEqual({ file: 0, offset: 308 })
  })

  it('creates files and directories that only their owner can read', () => {
    const mode = (...names: string[]) => statSync(join(dataDir, ...names)).mode & 0o777
    const before = process.umask(0o022)
    dataDir = join(dataDir, 'new')
    const storage = start()
    storage.begin()
    process.umask(before)
    expect([mode(), mode('blocks')]).toEqual([0o700, 0o700])
    const files = ['chain.db', 'chain.db-wal', 'chain.db-shm', 'lock.db', 'node.pid', 'blocks/blk00000.dat']
    expect(files.map((name) => mode(name))).toEqual(files.map(() => 0o600))
    storage.rollback()
  })

  it('names -reindex as the remedy for a damaged database', () => {
    start().close()
    open = undefined
    writeFileSync(join(dataDir, 'chain.db'), 'this is no database at all, and long enough to be looked at')
    const { kind, message } = startError({})
    expect(kind).toBe('corrupt')
    expect(message).toContain('-reindex')
    expect(start({ reindex: true }).committed().tip).toBeUndefined()
  })

  it('drops the database but keeps the blocks for -reindex', () => {
    const storage = start()
    storage.begin()
    const place = storage.files.append(new Uint8Array(300).fill(3))
    storage.commit({ tip: 5, indexed: storage.files.end() })
    const again = start({ reindex: true })
    expect(again.committed()).toMatchObject({ tip: undefined, indexed: { file: 0, offset: 0 } })
    expect(again.files.read(place, 0, 300)).toEqual(new Uint8Array(300).fill(3))
  })

  it('ignores the log of a removed database', () => {
    start().close()
    open = undefined
    rmSync(join(dataDir, 'chain.db'))
    writeFileSync(join(dataDir, 'chain.db-wal'), 'left over')
    expect(start().committed().tip).toBeUndefined()
    expect(existsSync(join(dataDir, 'chain.db'))).toBe(true)
  })

  it('copies a long log back on another thread and then restarts the log', async () => {
    const storage = start({ cacheMegabytes: 1, migrations: [coins] })
    const log = () => statSync(join(dataDir, 'chain.db-wal')).size
    const add = (id: number, letters: number) => {
      storage.begin()
      storage.db.prepare('INSERT INTO coins VALUES (?, ?)').run(id, 'a'.repeat(letters))
      storage.commit({ tip: undefined, indexed: storage.files.end() })
    }
    storage.setBulk(true)
    add(1, 8 * 1024 * 1024)
    expect(storage.isReady(0)).toBe(true)
    add(2, 12 * 1024 * 1024)
    const long = log()
    expect(storage.isReady(0)).toBe(false)
    await waitFor(() => expect(storage.isReady(5)).toBe(true))
    expect(statSync(join(dataDir, 'chain.db')).size).toBeGreaterThan(20 * 1024 * 1024)
    add(3, 1)
    expect(log()).toBeLessThan(long)
    storage.setBulk(false)
    add(4, 1)
    expect(storage.isReady(0)).toBe(true)
    storage.close()
    open = undefined
    const read = start({ migrations: [coins] })
      .db.prepare('SELECT id, length(name) FROM coins')
      .raw()
    expect(read.all()).toEqual([
      [1, 8_388_608],
      [2, 12_582_912],
      [3, 1],
      [4, 1],
    ])
  })

  it('continues if the checkpoint thread cannot be started', async () => {
    const checkpointer = new Checkpointer(join(dataDir, 'chain.db'), silentLogger, new URL('file:///nowhere.js'))
    checkpointer.begin()
    await waitFor(() => expect(checkpointer.wait(0)).toBe(true))
    checkpointer.close()
  })

  it('explains system errors and returns other errors unchanged', () => {
    const coded = (code: string): Error => Object.assign(new Error(code), { code })
    expect(explainStorageError(coded('SQLITE_CORRUPT_INDEX'), 'x')).toMatchObject({ kind: 'corrupt' })
    expect(explainStorageError(coded('SQLITE_FULL'), 'x')).toMatchObject({ kind: 'io' })
    expect(explainStorageError(coded('SQLITE_IOERR_READ'), 'x')).toMatchObject({ kind: 'io' })
    expect(explainStorageError(coded('EACCES'), 'x')).toMatchObject({ kind: 'io' })
    const other = new TypeError('a bug')
    expect(explainStorageError(other, 'x')).toBe(other)
  })
})
