import type { Database } from 'better-sqlite3'
import type { Logger } from '../interfaces.ts'
import { createLogThread, type LogThreadOptions } from './logThread.ts'
import { isBusy } from './storageError.ts'

/**
 * Lengths of the log of chain.db, in pages of 4 kB, at which something is done about it after a commit.
 * A log starts anew, at the beginning of its file, when a unit of work begins while all of it is written back.
 */
export interface LogMarks {
  /** another thread begins to write it back, while blocks go on connecting */
  readonly write: number
  /** little is left to write back, so whoever can wait a moment should: see LogWriteBack.isPressing */
  readonly press: number
  /** the node's own thread writes it back, or waits for the other to end: longer than this by one unit, it never gets */
  readonly limit: number
  /** bytes of its file that are kept when it starts anew */
  readonly kept: number
}

/**
 * At the tip: 4 MB and a block's worth, and the commit itself writes that back, which takes it some 15 ms every now and then.
 * That is not worth the 10 MB or so that a process which once had the thread is larger afterwards. What bulk leaves behind
 * is the thread's, though.
 */
const AT_TIP: LogMarks = { write: 1_000, press: 1_000, limit: 1_000, kept: 16 * 1024 * 1024 }
/** In bulk: 64 MB and a unit's worth. The file keeps its size meanwhile, because making it shorter takes its time too. */
const IN_BULK: LogMarks = { write: 8_000, press: 12_000, limit: 16_000, kept: 96 * 1024 * 1024 }
/** Pages worth a turn of the thread, as a share of `write`. */
const WORTH = 1 / 8
/** On a slow disk the download goes on after this, and the log grows. */
const PATIENCE_MILLIS = 1_000
/** A thread that takes longer is left alone until the next commit. */
const WAIT_MILLIS = 5_000

export interface LogWriteBackOptions extends LogThreadOptions {
  /** only tests set them */
  readonly marks?: { readonly atTip: LogMarks; readonly inBulk: LogMarks }
}

export interface LogWriteBack {
  /** to be told of each commit, when no transaction is open */
  committed(): void
  /** The log has become long and all but little of it is written back: who begins a unit now makes it longer. */
  readonly isPressing: boolean
  /** Many blocks in one transaction: write-backs become rare. To be called when no transaction is open. */
  setBulk(on: boolean): void
  /** there is a thread */
  readonly isRunning: boolean
  /** The thread has closed the database when this returns, and is gone when the promise resolves. */
  close(): Promise<void>
}

/**
 * Has the log of a database written back by another thread, so that the one that commits need not. SQLite's own automatic
 * checkpoint stays as what it is: inside a commit, at `limit`, and all there is once the thread has failed.
 */
export function createLogWriteBack(
  options: LogWriteBackOptions,
  { db, logger }: { readonly db: Database; readonly logger: Logger },
): LogWriteBack {
  const { atTip, inBulk } = options.marks ?? { atTip: AT_TIP, inBulk: IN_BULK }
  /** Says how long the log is and how much of it is written back, and does nothing. */
  const look = db.prepare<[], [busy: number, log: number, done: number]>('PRAGMA wal_checkpoint(NOOP)').raw(true)
  const thread = createLogThread(options, (reason) => {
    logger.warn('the thread that writes the log of chain.db back failed; the node does it itself from now on', {
      reason,
    })
    // Nobody catches what is thrown here. Where it cannot be said to SQLite now, `limit` goes on to hold.
    if (db.open) forgiving(apply)
  })
  let marks = atTip
  /** of `marks`; after bulk it stays what it was until the log is as short as it should be */
  let limit = atTip.limit
  /** time until which it is better to wait */
  let pressingUntil = 0
  let told = false

  function apply(): void {
    // Without a thread there is nothing to wait for.
    db.pragma(`wal_autocheckpoint = ${thread.hasFailed && marks === atTip ? atTip.write : limit}`)
    db.pragma(`journal_size_limit = ${marks.kept}`)
  }

  function setBulk(on: boolean): void {
    marks = on ? inBulk : atTip
    limit = inBulk.limit
    apply()
    committed()
  }

  function committed(): void {
    pressingUntil = 0
    if (thread.hasFailed) return
    const [, log, done] = look.get() ?? [0, 0, 0]
    if (limit > marks.limit && log < marks.limit) {
      limit = marks.limit
      apply()
    }
    if (log < marks.write || done === log) return
    if (log >= limit) takeOver()
    else hurry(log, done)
  }

  /** SQLite did so within the commit, unless it met the thread at work. What that leaves is little. */
  function takeOver(): void {
    thread.wait(WAIT_MILLIS)
    db.pragma('wal_checkpoint(PASSIVE)')
  }

  function hurry(log: number, done: number): void {
    const presses = log >= marks.press
    if (presses || log - done >= marks.write * WORTH) thread.ask()
    if (presses && thread.isWriting) pressingUntil = performance.now() + PATIENCE_MILLIS
  }

  /** The log can wait. A disk that fails will say so to the next commit, where it can be dealt with. */
  function forgiving(work: () => void): void {
    try {
      work()
    } catch (error) {
      // Somebody is reading.
      if (isBusy(error) || told) return
      told = true
      logger.warn('the log of chain.db was not written back', { reason: String(error) })
    }
  }

  apply()
  return {
    committed: () => forgiving(committed),
    setBulk: (on) => forgiving(() => setBulk(on)),
    get isPressing() {
      return pressingUntil > 0 && thread.isWriting && performance.now() < pressingUntil
    },
    get isRunning() {
      return thread.isRunning
    },
    close: () => thread.stop(),
  }
}
