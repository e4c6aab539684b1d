import { Worker } from 'node:worker_threads'
import type { Logger } from '../../core/index.ts'
import { CHECKPOINT, type CheckpointInput } from './checkpointWord.ts'

/** Small heap, because pages are read and written in native code. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }
/** Time after which a thread that has not responded is considered dead; starting one takes a hundredth of this. */
const LOST_MS = 60_000

interface RunningCheckpoint {
  readonly word: Int32Array
  /** start time in milliseconds */
  readonly since: number
}

/**
 * Checkpoints the write-ahead log into the database, on a separate thread each time. Other connections can read and
 * write at the same time, and timing does not matter: data of an interrupted checkpoint is still in the log. The
 * checkpoint waits for no reader, so it may copy only part of the log.
 */
export class Checkpointer {
  readonly #path: string
  readonly #logger: Logger
  readonly #workerUrl: URL
  #running: RunningCheckpoint | undefined

  /**
   * @param path path of the database
   * @param workerUrl set only by tests
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
      this.#logger.warn('checkpoint thread failed', { error: String(error) })
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

  /** Waits for the running checkpoint. */
  close(): void {
    this.wait(LOST_MS)
  }

  #isOver({ word, since }: RunningCheckpoint): boolean {
    const state = Atomics.load(word, 0)
    const lost = state === CHECKPOINT.RUNNING && performance.now() - since > LOST_MS
    if (lost || state === CHECKPOINT.FAILED) this.#logger.warn('write-ahead log not copied back this time')
    return lost || state !== CHECKPOINT.RUNNING
  }
}

/** Next to this file when run from source, next to the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './checkpointWorker.ts' : './checkpointWorker.js'
  return new URL(file, import.meta.url)
}
