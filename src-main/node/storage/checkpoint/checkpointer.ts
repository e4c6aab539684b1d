import { Worker } from 'node:worker_threads'
import type { Logger } from '../../core/index.ts'
import { CHECKPOINT, type CheckpointInput } from './checkpointWord.ts'

/** It reads and writes pages in native code. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }
/** A thread that has not answered for so long will not: starting takes one a hundredth of it. */
const LOST_MILLIS = 60_000

/** Copies the write-ahead log back into the database on a thread of its own, one for each time. */
export interface Checkpointer {
  /** does nothing while one is under way */
  begin(): void
  /** Sleeps so long at most; true: none is under way. */
  wait(millis: number): boolean
  /** Waits for the one that is under way. */
  close(): void
}

interface Running {
  readonly word: Int32Array
  /** milliseconds */
  readonly since: number
}

/**
 * Other connections read and write meanwhile, and nothing depends on when it happens: what a crash interrupts is still in the
 * log. It waits for no reader, so that it may copy less than all.
 * @param path of the database
 * @param workerUrl only tests set it
 */
export function createCheckpointer(path: string, logger: Logger, workerUrl = defaultWorkerUrl()): Checkpointer {
  let running: Running | undefined

  function isOver({ word, since }: Running): boolean {
    const state = Atomics.load(word, 0)
    const lost = state === CHECKPOINT.RUNNING && performance.now() - since > LOST_MILLIS
    if (lost || state === CHECKPOINT.FAILED) logger.warn('the write-ahead log could not be copied back this time')
    return lost || state !== CHECKPOINT.RUNNING
  }

  function wait(millis: number): boolean {
    if (running === undefined) return true
    Atomics.wait(running.word, 0, CHECKPOINT.RUNNING, millis)
    if (!isOver(running)) return false
    running = undefined
    return true
  }

  return {
    begin() {
      if (!wait(0)) return
      const word = new Int32Array(new SharedArrayBuffer(4))
      running = { word, since: performance.now() }
      const input: CheckpointInput = { path, word }
      const worker = new Worker(workerUrl, { workerData: input, name: 'checkpoint', resourceLimits: MEMORY })
      worker.on('error', (error) => {
        logger.warn('the thread of a checkpoint failed', { error: String(error) })
        Atomics.store(word, 0, CHECKPOINT.FAILED)
      })
      worker.unref()
    },
    wait,
    close: () => void wait(LOST_MILLIS),
  }
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './checkpointWorker.ts' : './checkpointWorker.js'
  return new URL(file, import.meta.url)
}
