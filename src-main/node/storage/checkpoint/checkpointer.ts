import { Worker } from 'node:worker_threads'
import type { Logger } from '../../core/index.ts'
import { CHECKPOINT, type CheckpointInput } from './checkpointWord.ts'

/** It reads and writes pages in native code. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }
/** A thread that has not responded within this time is considered dead; starting one takes a hundredth of it. */
const LOST_MS = 60_000

interface RunningCheckpoint {
  readonly word: Int32Array
  /** milliseconds */
  readonly since: number
}

/**
 * Copies the write-ahead log back into the database, each time on a thread of its own. Other connections read and write in the
 * meantime, and nothing depends on when it happens: what a crash interrupts is still in the log. It waits for no reader, so
 * that it may copy less than all.
 */
export class Checkpointer {
  readonly #path: string
  readonly #logger: Logger
  readonly #workerUrl: URL
  #running: RunningCheckpoint | undefined

  /**
   * @param path of the database
   * @param workerUrl only tests set it
   */
  constructor(path: string, logger: Logger, workerUrl = defaultWorkerUrl()) {
    this.#path = path
    this.#logger = logger
    this.#workerUrl = workerUrl
  }

  /** Starts a checkpoint, unless one is running. */
  begin(): void {
    if (!this.wait(0)) return
    const word = new Int32Array(new SharedArrayBuffer(4))
    this.#running = { word, since: performance.now() }
    const input: CheckpointInput = { path: this.#path, word }
    const worker = new Worker(this.#workerUrl, { workerData: input, name: 'checkpoint', resourceLimits: MEMORY })
    worker.on('error', (error) => {
      this.#logger.warn('the thread of a checkpoint failed', { error: String(error) })
      Atomics.store(word, 0, CHECKPOINT.FAILED)
    })
    worker.unref()
  }

  /** Blocks for at most `millis` ms. Returns true if no checkpoint is running. */
  wait(millis: number): boolean {
    if (this.#running === undefined) return true
    Atomics.wait(this.#running.word, 0, CHECKPOINT.RUNNING, millis)
    if (!this.#isOver(this.#running)) return false
    this.#running = undefined
    return true
  }

  /** Waits for the checkpoint that is running. */
  close(): void {
    this.wait(LOST_MS)
  }

  #isOver({ word, since }: RunningCheckpoint): boolean {
    const state = Atomics.load(word, 0)
    const lost = state === CHECKPOINT.RUNNING && performance.now() - since > LOST_MS
    if (lost || state === CHECKPOINT.FAILED) this.#logger.warn('the write-ahead log could not be copied back this time')
    return lost || state !== CHECKPOINT.RUNNING
  }
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './checkpointWorker.ts' : './checkpointWorker.js'
  return new URL(file, import.meta.url)
}
