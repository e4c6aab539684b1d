/** Entry point of a thread that checkpoints a database's write-ahead log once, reports the result and exits. */
import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { CHECKPOINT, type CheckpointInput } from './checkpointWord.ts'

const { path, word } = workerData as CheckpointInput

// Deferred until the module is evaluated: a thread that ends during evaluation crashes the process.
setImmediate(() => {
  Atomics.store(word, 0, copied() ? CHECKPOINT.DONE : CHECKPOINT.FAILED)
  Atomics.notify(word, 0)
})

function copied(): boolean {
  try {
    const db = new SqliteDatabase(path, { fileMustExist: true })
    try {
      db.pragma('synchronous = NORMAL')
      db.pragma('wal_checkpoint(PASSIVE)')
    } finally {
      db.close()
    }
    return true
  } catch {
    return false
  }
}
