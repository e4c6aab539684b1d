import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nightly } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { Keyring } from '../keys/keyring.ts'
import { seedOfPhrase } from '../keys/phrase.ts'
import { countingRandom, createTestKeyring, manualTimers, NO_WALLET, writeFirstVersion } from '../testing/index.ts'
import { explainDiskError, explainWalletError, WalletFileError } from './fileErrors.ts'
import type { KeyRow, StoredSecret } from './keyTables.ts'
import { openWalletFile, type WalletFile } from './walletFile.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-file-'))
  path = join(folder, 'wallet.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function use<T>(work: (file: WalletFile) => T): T {
  const file = openWalletFile(path)
  try {
    return work(file)
  } finally {
    file.close()
  }
}

const bytes = (fill: number, length: number) => new Uint8Array(length).fill(fill)
const key = (fill: number, more: Partial<KeyRow & StoredSecret> = {}): KeyRow & StoredSecret => ({
  ...{ pubkey: bytes(fill, 33), secret: bytes(fill + 1, 32), sealed: null, path: null },
  ...{ created: 5, source: 'generated', label: null, pool: null },
  ...more,
})
/** Makes Buffers and Uint8Arrays with the same bytes compare as equal. */
const plainly = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (item?.type === 'Buffer' ? toHex(Buffer.from(item.data)) : item)))

/** Writes a wallet file of version 1. */
function writeEarlierFile(count: number) {
  const keys = Array.from({ length: count }, (_, i) => ({
    ...{ pubkey: bytes(i, 33), secret: bytes(i + 1, 32), created: i },
    ...{ label: i % 2 ? `name ${i}` : null, pool: i % 3 ? i : null },
  }))
  writeFirstVersion(path, keys, (db) => {
    db.prepare('INSERT INTO meta VALUES (?, ?)').run('identity', bytes(0, 33))
    db.prepare("INSERT INTO txs VALUES (?, ?, 1, 2, 3, NULL, 'why', 'who')").run(bytes(7, 32), bytes(8, 90))
  })
}

describe('wallet file', () => {
  it('migrates a file of version 1 with all its content', () => {
    writeEarlierFile(40)
    use((file) => {
      const keys = file.keys()
      expect(keys).toHaveLength(40)
      for (const [i, row] of keys.entries()) {
        expect(row).toMatchObject({ path: null, created: i, label: i % 2 ? `name ${i}` : null, pool: i % 3 ? i : null })
        expect(toHex(file.secretOf(row.pubkey)?.secret ?? bytes(0, 0))).toBe(toHex(bytes(i + 1, 32)))
      }
      expect(toHex(file.meta('identity') ?? bytes(0, 0))).toBe(toHex(bytes(0, 33)))
      expect(file.transactions()).toMatchObject([{ position: 1, comment: 'why', commentTo: 'who', changeAt: null }])
      expect([file.seed(), file.encryption(), file.accounts(), file.scripts()]).toEqual([undefined, undefined, [], []])
    })
    // Opening it again changes nothing.
    use((file) => expect(file.keys()).toHaveLength(40))
  })

  it('keeps a copy of a version 1 file until traces of secrets are wiped', () => {
    writeEarlierFile(3)
    use(() => undefined)
    const copy = `${path}.version-1`
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const db = new Database(copy, { readonly: true })
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.prepare('SELECT count(*) FROM keys WHERE secret IS NOT NULL').pluck().get()).toBe(3)
    db.close()
    use((file) => {
      expect(existsSync(copy)).toBe(true)
      file.wipeTraces()
    })
    expect(readdirSync(folder)).toEqual(['wallet.db'])
  })

  it('leaves a version 1 file unchanged if its migration fails', () => {
    writeEarlierFile(40)
    const db = new Database(path)
    db.exec('CREATE TABLE scripts (something TEXT)')
    db.close()
    const before = readFileSync(path)
    expect(() => openWalletFile(path)).toThrow()
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('rejects a file of a newer version', () => {
    use(() => undefined)
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.close()
    expect(() => openWalletFile(path)).toThrow('newer version')
  })

  it('reads back every row as it was written', () => {
    const label = fc.option(fc.string({ maxLength: 80, unit: 'grapheme' }), { nil: null })
    const time = fc.integer({ min: 0, max: 4_000_000_000 })
    const blob = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
    const index = fc.integer({ min: 0, max: 0x7fffffff })
    const stored = fc.oneof(
      blob(32).map((secret) => ({ secret, sealed: null, path: null })),
      blob(61).map((sealed) => ({ secret: null, sealed, path: null })),
      fc.record({ account: index, chain: fc.constantFrom(0, 1), child: index }).map((path) => ({
        ...{ path, secret: null, sealed: null },
      })),
    )
    const row = fc
      .record({
        pubkey: fc.oneof(blob(33), blob(65)),
        stored,
        created: time,
        source: fc.constantFrom('generated', 'imported', 'derived', 'retired'),
        label,
        pool: fc.option(index, { nil: null }),
      })
      .map(({ stored, ...rest }): KeyRow & StoredSecret => ({ ...rest, ...stored }))
    const selector = (row: KeyRow & StoredSecret) => (row.path ? JSON.stringify(row.path) : toHex(row.pubkey))
    const rows = fc.uniqueArray(row, { maxLength: 12, selector })
    const script = fc.record({
      kind: fc.constantFrom('redeem', 'watch'),
      script: fc.uint8Array({ maxLength: 50 }),
      label,
      created: time,
    })
    fc.assert(
      fc.property(rows, script, label, (keys, watched, name) => {
        rmSync(path, { force: true })
        use((file) => {
          file.addKeys(keys)
          file.putScript({ ...watched, label: 'before' })
          file.putScript(watched)
          file.putAccount({ account: 3, extended: 'xpub', label: name, created: 9 })
          file.putSeed({ plain: null, sealed: bytes(4, 93), words: 24, birth: 7 })
        })
        use((file) => {
          const read = file.keys().map((row) => ({ ...row, ...file.secretOf(row.pubkey) }))
          const order = (list: readonly KeyRow[]) =>
            [...list].sort((a, b) => (toHex(a.pubkey) < toHex(b.pubkey) ? -1 : 1))
          const asBuffers = keys.map((row) => ({
            ...{ ...row, pubkey: Buffer.from(row.pubkey) },
            ...{ secret: row.secret && Buffer.from(row.secret), sealed: row.sealed && Buffer.from(row.sealed) },
          }))
          expect(plainly(order(read))).toEqual(plainly(order(asBuffers)))
          expect(file.scripts()).toEqual([{ ...watched, script: Buffer.from(watched.script) }])
          expect(file.accounts()).toEqual([{ account: 3, extended: 'xpub', label: name, created: 9 }])
          expect(file.seed()).toMatchObject({ plain: null, words: 24, birth: 7 })
        })
      }),
      { numRuns: 15 },
    )
  })

  it('rejects a key without secret or path, and a second key with the same path', () => {
    use((file) => {
      expect(() => file.addKeys([key(1, { secret: null })])).toThrow('CHECK')
      expect(() => file.addKeys([key(1, { sealed: bytes(2, 61) })])).toThrow('CHECK')
      const path = { account: 0, chain: 0, child: 0 }
      const derived = { secret: null, path } as const
      expect(() => file.addKeys([key(1, derived), key(2, derived)])).toThrow('UNIQUE')
      expect(file.keys()).toEqual([])
    })
  })

  it.each([0.05, 0.3, 0.6, 0.95])('rejects a file truncated to %f of its size, and leaves it unchanged', (part) => {
    use((file) => file.addKeys(Array.from({ length: 200 }, (_, i) => key(i, { label: 'x'.repeat(300) }))))
    const torn = readFileSync(path).subarray(0, Math.floor(readFileSync(path).length * part))
    writeFileSync(path, torn)
    const open = () => use((file) => file.keys().map(({ pubkey }) => file.secretOf(pubkey)))
    expect(open).toThrow(/malformed|damaged/)
    expect(readFileSync(path).equals(torn)).toBe(true)
  })

  it('reports damage with a WalletFileError', () => {
    writeFileSync(path, 'this is no database, whatever its name says'.repeat(50))
    expect(() => openWalletFile(path)).toThrow(WalletFileError)
    expect(() => openWalletFile(path)).toThrow(/damaged and was left as it is/)
  })
})

describe('explainWalletError', () => {
  it('finds the damage behind an error explained for RPC callers', () => {
    const damage = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' })
    const explained = explainDiskError(damage)
    expect(explained).toMatchObject({ kind: 'file' })
    const error = explainWalletError(explained, path)
    expect(error).toBeInstanceOf(WalletFileError)
    expect(error).toMatchObject({ problem: { kind: 'damaged', path }, cause: damage })
  })
})

describe('a corrupted wallet file', () => {
  it('fails with a WalletFileError without being changed, or opens', async () => {
    const source = createTestKeyring()
    for (let i = 0; i < 30; i++) source.keyring().keys.next(`name ${i}`)
    const seed = await seedOfPhrase(`${'abandon '.repeat(11)}about`)
    source.keyring().accounts.setSeed(seed, { words: 12, birth: 0 }, () => undefined)
    await source.keyring().protect('passphrase')
    const sound = readFileSync(source.path)
    source.close()
    const place = fc.nat(sound.length - 1)
    const hits = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 40 })
    let refused = 0
    fc.assert(
      fc.property(hits, fc.integer({ min: 100, max: sound.length }), (changes, length) => {
        const garbled = Buffer.from(sound.subarray(0, length))
        for (const [at, bits] of changes) if (at < length) garbled[at] = (garbled[at] ?? 0) ^ bits
        writeFileSync(path, garbled)
        try {
          const file = openWalletFile(path)
          try {
            file.transactions()
            file.scripts()
            const timers = manualTimers()
            const deps = { file, clock: timers.clock, timers, random: countingRandom(), ...NO_WALLET }
            new Keyring({ ...deps, poolTarget: 0, passphraseCost: 1024 })
          } finally {
            file.close()
          }
        } catch (error) {
          refused++
          if (!(explainWalletError(error, path) instanceof WalletFileError)) throw error
          expect(readFileSync(path).equals(garbled)).toBe(true)
        }
      }),
      { numRuns: nightly() ? 5_000 : 80 },
    )
    expect(refused).toBeGreaterThan(20)
  })
})
