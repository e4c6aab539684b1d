import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { Storage } from './storage.ts'
import { saveBindings } from './walletBindings.ts'

const note = (byte: number) => ({
  id: Buffer.alloc(32, byte),
  mark: Buffer.alloc(32, byte + 1),
  noted: 1_700_000_000 + byte,
})
const UNKNOWN = { id: Buffer.alloc(0), mark: Buffer.alloc(0), noted: 0 }

describe('WalletBindings', () => {
  let dataDir: string
  let open: Storage | undefined
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'notes-'))
  })
  afterEach(() => {
    close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const close = () => {
    open?.close()
    open = undefined
  }
  const start = (reindex = false) => {
    close()
    const identity = { magic: Uint8Array.of(1, 2, 3, 4), genesisHash: new Uint8Array(32).fill(9) }
    open = Storage.open({ dataDir, durable: false, reindex, ...identity }, { logger: silentLogger })
    return open.walletBindings
  }
  const carried = () => join(dataDir, 'wallet.notes')

  it('keeps the current and earlier bindings across a restart', () => {
    const notes = start()
    expect(notes.current()).toBeUndefined()
    notes.add(note(1))
    notes.add(note(2))
    notes.add(note(3))
    const again = start()
    expect(again.current()).toEqual(note(3))
    expect(again.earlier()).toEqual([note(2), note(1)])
  })

  it('restores the bindings when chain.db is rebuilt', () => {
    const notes = start()
    notes.add(note(1))
    notes.add(note(2))
    for (let round = 0; round < 2; round++) {
      const rebuilt = start(true)
      expect(rebuilt.current()).toEqual(note(2))
      expect(rebuilt.earlier()).toEqual([note(1)])
      expect(existsSync(carried())).toBe(false)
    }
  })

  it('keeps all bindings if killed anywhere between dropping and recreating chain.db', () => {
    start().add(note(1))
    close()
    saveBindings(dataDir)
    expect(statSync(carried()).mode & 0o777).toBe(0o600)
    // Killed before chain.db was dropped: both files contain the binding.
    expect(start().current()).toEqual(note(1))
    expect(open?.walletBindings.earlier()).toEqual([])
    close()
    // Killed after that: the next start needs no -reindex.
    saveBindings(dataDir)
    for (const name of ['chain.db', 'chain.db-wal', 'chain.db-shm']) rmSync(join(dataDir, name), { force: true })
    expect(start().current()).toEqual(note(1))
    close()
    // Killed when chain.db existed without tables; then started again with -reindex.
    saveBindings(dataDir)
    writeFileSync(join(dataDir, 'chain.db'), '')
    expect(start(true).current()).toEqual(note(1))
  })

  it('records an unknown binding if the database cannot be read', () => {
    start().add(note(1))
    close()
    writeFileSync(join(dataDir, 'chain.db'), 'this is no database at all, and long enough to be looked at')
    expect(start(true).current()).toEqual(UNKNOWN)
    // Bindings added later are kept.
    open?.walletBindings.add(note(2))
    close()
    saveBindings(dataDir)
    writeFileSync(join(dataDir, 'chain.db'), 'this is no database at all, and long enough to be looked at')
    expect(start(true).current()).toEqual(note(2))
    writeFileSync(carried(), 'nonsense\n')
    expect(start().current()).toEqual(note(2))
  })

  it('records an unknown binding if chain.db is missing but block files exist, even after a kill', () => {
    start().add(note(1))
    open?.files.append(new Uint8Array(300))
    close()
    const removeDatabase = () => {
      for (const name of ['chain.db', 'chain.db-wal', 'chain.db-shm']) rmSync(join(dataDir, name), { force: true })
    }
    removeDatabase()
    expect(start().current()).toEqual(UNKNOWN)
    expect(start().current()).toEqual(UNKNOWN)
    close()
    removeDatabase()
    saveBindings(dataDir)
    expect(start().current()).toEqual(UNKNOWN)
    // A wallet bound afterwards stays known when chain.db is rebuilt.
    open?.walletBindings.add(note(2))
    expect(start(true).current()).toEqual(note(2))
  })

  it('creates no chain.db if the folder of the block files cannot be read', () => {
    start().add(note(1))
    close()
    for (const name of ['chain.db', 'chain.db-wal', 'chain.db-shm']) rmSync(join(dataDir, name), { force: true })
    rmSync(join(dataDir, 'blocks'), { recursive: true })
    symlinkSync(join(dataDir, 'unplugged', 'blocks'), join(dataDir, 'blocks'))
    expect(() => start()).toThrow(join(dataDir, 'blocks'))
    expect(existsSync(join(dataDir, 'chain.db'))).toBe(false)
  })

  it('returns no binding for a missing database or an older version', () => {
    start()
    close()
    const db = new SqliteDatabase(join(dataDir, 'chain.db'))
    db.exec('DROP TABLE shielded_blocks; DROP TABLE shielded_nullifiers; DROP TABLE notarisations; DROP TABLE segids')
    db.exec('DROP TABLE notary_pay')
    db.exec("DROP TABLE wallet_notes; UPDATE modules SET version = 3 WHERE module = 'chain'")
    db.close()
    expect(start().current()).toBeUndefined()
    close()
    rmSync(join(dataDir, 'chain.db'))
    expect(start(true).current()).toBeUndefined()
  })
})
