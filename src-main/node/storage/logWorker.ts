/**
 * Entry of the thread that writes the log of chain.db back into it. It never runs its event loop: it writes back, sleeps until
 * it is asked again, and ends when nobody asks for long. What it does is SQLite's own passive checkpoint, on a connection of
 * its own: it waits for nobody and nobody waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { CELL, FAILED, PHASE } from './logControl.ts'

export interface LogWorkerInput {
  /** of chain.db */
  readonly path: string
  /** cells: see logControl.ts */
  readonly control: Int32Array
  /** after so long without work the thread ends */
  readonly idleMillis: number
}

const { path, control, idleMillis } = workerData as LogWorkerInput

// Not while the module is still being evaluated: a thread that is ended there takes the process with it.
setImmediate(work)

function work(): void {
  parentPort?.postMessage(undefined)
  // Told to stop before there was anything to close.
  if (Atomics.compareExchange(control, CELL.PHASE, PHASE.STARTING, PHASE.WRITING) !== PHASE.STARTING) return
  try {
    serve()
  } catch (error) {
    Atomics.store(control, CELL.FAILED, FAILED)
    parentPort?.postMessage(String(error))
  }
  Atomics.store(control, CELL.PHASE, PHASE.ENDED)
  Atomics.notify(control, CELL.PHASE)
}

function serve(): void {
  const db = new SqliteDatabase(path, { fileMustExist: true })
  try {
    // The log is forced to the disk before the database is written, the database before the log may be used anew.
    db.pragma('synchronous = NORMAL')
    const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
    do checkpoint.all()
    while (isAsked())
  } finally {
    db.close()
  }
}

/** Sleeps until there is something to do; false: the thread is to end. */
function isAsked(): boolean {
  Atomics.store(control, CELL.PHASE, PHASE.WAITING)
  Atomics.notify(control, CELL.PHASE)
  // After it is said that this thread waits: whoever says "stop" looks at the phase afterwards.
  if (Atomics.load(control, CELL.STOP) === 0) Atomics.wait(control, CELL.PHASE, PHASE.WAITING, idleMillis)
  return Atomics.compareExchange(control, CELL.PHASE, PHASE.WAITING, PHASE.ENDING) === PHASE.WRITING
}
