import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { openReadSnapshot } from './readSnapshot.ts'
import { Storage } from './storage.ts'

describe('openReadSnapshot', () => {
  let dataDir: string
  let storage: Storage
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'))
    const identity = { magic: Uint8Array.of(1, 2, 3, 4), genesisHash: new Uint8Array(32).fill(9) }
    storage = Storage.open({ dataDir, durable: false, ...identity }, { logger: silentLogger })
  })
  afterEach(() => {
    storage.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('shows one committed state, even before the first block', () => {
    const count = 'SELECT count(*) FROM txs'
    const snapshot = openReadSnapshot(storage.db.name)
    expect(snapshot.tip).toEqual({ height: 0, hash: new Uint8Array(32) })
    storage.begin()
    storage.db.exec("INSERT INTO txs VALUES (1, x'00', 1, 0, 0, 10, 4, 1)")
    storage.commit({ tip: undefined, indexed: storage.files.end() })
    expect(snapshot.db.prepare(count).pluck().get()).toBe(0)
    snapshot.close()
    const next = openReadSnapshot(storage.db.name)
    expect(next.db.prepare(count).pluck().get()).toBe(1)
    next.close()
  })

  it('limits the page cache, because many snapshots may be open', () => {
    const snapshots = Array.from({ length: 3 }, () => openReadSnapshot(storage.db.name))
    // Negative values are kibibytes, independent of the page size.
    const sizes = snapshots.map(({ db }) => -Number(db.pragma('cache_size', { simple: true })))
    for (const size of sizes) expect(size).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_048)
    for (const { close } of snapshots) close()
  })
})
