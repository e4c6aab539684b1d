/** Entry of a thread that copies the write-ahead log of a database back once, says so and ends. */
import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { CHECKPOINT, type CheckpointInput } from './checkpointWord.ts'

const { path, word } = workerData as CheckpointInput

// Not while the module is still being evaluated: a thread that is ended there takes the process with it.
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
