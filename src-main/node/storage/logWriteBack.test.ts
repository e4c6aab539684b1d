import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger } from '../interfaces.ts'
import { silentLogger } from '../testing/index.ts'
import { createLogWriteBack, type LogMarks, type LogWriteBack, type LogWriteBackOptions } from './logWriteBack.ts'

const PAGE = 4096
const FRAME = PAGE + 24
const LOG_HEAD = 32
/** Pages that one commit of these tests adds at most: the root, inner pages, three rows of a page each. */
const UNIT = 12

const atTip: LogMarks = { write: 40, press: 80, limit: 160, kept: 160 * FRAME }
const inBulk: LogMarks = { write: 200, press: 300, limit: 400, kept: 500 * FRAME }

describe('createLogWriteBack', () => {
  let folder: string
  let path: string
  let db: Database
  let log: LogWriteBack
  let warnings: unknown[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'))
    path = join(folder, 'some.db')
    db = new SqliteDatabase(path)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, content BLOB)')
    warnings = []
  })
  afterEach(async () => {
    const ended = log.close()
    db.close()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  const logger: Logger = { ...silentLogger, warn: (...given) => void warnings.push(given) }

  function open(options: Partial<LogWriteBackOptions> = {}): void {
    log = createLogWriteBack({ path, marks: { atTip, inBulk }, ...options }, { db, logger })
  }

  function commit(units = 1): void {
    const insert = db.prepare('INSERT INTO rows (content) VALUES (randomblob(4000))')
    for (let unit = 0; unit < units; unit++) {
      db.transaction(() => {
        for (let row = 0; row < 3; row++) insert.run()
      }).immediate()
      log.committed()
    }
  }

  /** pages of the log, and how many of them are written back */
  function state(): { log: number; done: number } {
    const [, pages = 0, done = 0] = db.prepare<[], number[]>('PRAGMA wal_checkpoint(NOOP)').raw(true).get() ?? []
    return { log: pages, done }
  }

  function commitUntil(pages: number): void {
    while (state().log < pages) commit()
  }

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await delay(2)
  }

  const ownCheckpoint = () => db.pragma('wal_autocheckpoint', { simple: true })
  const logBytes = () => statSync(`${path}-wal`).size

  it('starts no thread for a short log', () => {
    open()
    commitUntil(atTip.write / 2)
    expect(log.isRunning).toBe(false)
    expect(state().done).toBe(0)
  })

  it('has a long log written back by a thread, so that the log starts anew', async () => {
    open()
    commitUntil(atTip.write)
    const { log: pages, done } = state()
    // Neither the commit nor what was told of it has written anything back itself.
    expect(done).toBe(0)
    expect(log.isRunning).toBe(true)
    await until(() => state().done === pages)
    commit()
    expect(state().log).toBeLessThanOrEqual(UNIT)
    expect(warnings).toEqual([])
  })

  it('asks the same thread again', async () => {
    open()
    for (let round = 0; round < 5; round++) {
      commitUntil(atTip.write)
      await until(() => state().done === state().log)
      commit()
    }
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('bounds the log while nobody ever waits for the thread', async () => {
    open()
    let most = 0
    for (let round = 0; round < 60; round++) {
      commit(20)
      most = Math.max(most, state().log)
      // Sometimes the thread's messages are heard, mostly not.
      if (round % 20 === 0) await delay(1)
    }
    expect(most).toBeLessThanOrEqual(atTip.limit + UNIT)
    expect(logBytes()).toBeLessThanOrEqual(LOG_HEAD + (atTip.limit + UNIT) * FRAME)
    expect(warnings).toEqual([])
  })

  it('bounds the log when the thread never begins', () => {
    const stuck = new URL(
      'data:text/javascript,setInterval(() => {}, 1000); import("node:worker_threads").then((m) => m.parentPort.postMessage(undefined))',
    )
    open({ workerUrl: stuck })
    commit(300)
    expect(log.isRunning).toBe(true)
    expect(logBytes()).toBeLessThanOrEqual(LOG_HEAD + (atTip.limit + UNIT) * FRAME)
  })

  it('takes over, and says so once, when the thread cannot be loaded', async () => {
    open({ workerUrl: pathToFileURL(join(folder, 'missing.js')) })
    expect(ownCheckpoint()).toBe(atTip.limit)
    commitUntil(atTip.write)
    await until(() => warnings.length > 0)
    expect(ownCheckpoint()).toBe(atTip.write)
    commit(300)
    await delay(20)
    expect(warnings).toHaveLength(1)
    expect(logBytes()).toBeLessThanOrEqual(LOG_HEAD + (atTip.limit + UNIT) * FRAME)
    await until(() => !log.isRunning)
  })

  it('takes over, and says so once, when the thread meets an error', async () => {
    open({ path: join(folder, 'missing.db') })
    commitUntil(atTip.write)
    // Long enough for thread after thread, if one were started for each commit while the event loop is held.
    const end = performance.now() + 300
    while (performance.now() < end) commit()
    await until(() => warnings.length > 0)
    await delay(20)
    expect(warnings).toEqual([
      [expect.stringContaining('failed'), { reason: expect.stringContaining('unable to open') }],
    ])
    expect(ownCheckpoint()).toBe(atTip.write)
    commitUntil(atTip.write - UNIT)
    await until(() => !log.isRunning)
  })

  it('does no harm with an error that comes when all is closed', async () => {
    const late = new URL(
      'data:text/javascript,import("node:worker_threads").then(({ parentPort }) => { parentPort.postMessage(undefined); setTimeout(() => parentPort.postMessage("too late"), 100); })',
    )
    open({ workerUrl: late })
    commitUntil(atTip.write)
    const ended = log.close()
    db.close()
    await ended
    expect(warnings).toEqual([[expect.stringContaining('failed'), { reason: 'too late' }]])
  })

  it('presses only while the end of a long log is being written back', async () => {
    open()
    commitUntil(atTip.write)
    expect(log.isPressing).toBe(false)
    commitUntil(atTip.press)
    expect(log.isPressing).toBe(true)
    await until(() => !log.isPressing)
    expect(state().done).toBe(state().log)
    commit()
    expect(state().log).toBeLessThanOrEqual(UNIT)
  })

  it('leaves more to the thread in bulk, and leaves it all to the thread when that ends', async () => {
    open()
    log.setBulk(true)
    commitUntil(atTip.limit + UNIT)
    expect(log.isRunning).toBe(false)
    log.setBulk(false)
    expect(state().done).toBe(0)
    // The log is longer than it may be at the tip: no commit is to write it back before it was shorter once.
    expect(ownCheckpoint()).toBe(inBulk.limit)
    await until(() => state().done === state().log)
    commit()
    commit()
    expect(ownCheckpoint()).toBe(atTip.limit)
    expect(logBytes()).toBeLessThanOrEqual(atTip.kept + FRAME)
  })

  it('lets go of a thread that has nothing to do, and begins another when there is', async () => {
    open({ idleMillis: 20 })
    for (let round = 0; round < 2; round++) {
      commitUntil(atTip.write)
      await until(() => state().done === state().log)
      await until(() => !log.isRunning)
      commit()
    }
    expect(warnings).toEqual([])
  })

  it.each([
    ['waits', async () => until(() => state().done === state().log)],
    ['is being loaded', async () => {}],
    ['is at work, or nearly so', async () => delay(15)],
  ])('leaves a database without a log when it is closed while the thread %s', async (_, reach) => {
    open()
    commitUntil(atTip.press)
    await reach()
    const rows = db.prepare('SELECT count(*) AS n FROM rows').get()
    const ended = log.close()
    db.close()
    // At once: whoever opens the directory next need not know of any thread.
    expect(existsSync(`${path}-wal`)).toBe(false)
    await ended
    expect(log.isRunning).toBe(false)
    db = new SqliteDatabase(path)
    expect(db.prepare('SELECT count(*) AS n FROM rows').get()).toEqual(rows)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(warnings).toEqual([])
  })

  it('does not mind a reader, who keeps the log from starting anew', async () => {
    open()
    const reader = new SqliteDatabase(path, { readonly: true })
    reader.exec('BEGIN')
    const seen = reader.prepare('SELECT count(*) AS n FROM rows').get()
    commit(200)
    expect(reader.prepare('SELECT count(*) AS n FROM rows').get()).toEqual(seen)
    reader.close()
    commit()
    await until(() => state().done === state().log)
    commit(2)
    expect(state().log).toBeLessThanOrEqual(atTip.limit)
    expect(warnings).toEqual([])
  })
})
