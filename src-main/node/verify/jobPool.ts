import type { Logger } from '../core/index.ts'
import type { VerifierOptions } from './inlineVerifier.ts'
import { ARENA_BYTES, createSharedQueue, JobQueue, RESULT, SLOTS } from './jobQueue.ts'
import { endThread, startThread, type Thread } from './thread.ts'
import type { GroupState } from './types.ts'
import type { WorkerInput } from './worker.ts'

export interface PoolOptions extends VerifierOptions {
  /** threads besides the calling one; at least 1 */
  readonly threads: number
  /** only tests set it */
  readonly workerUrl?: URL
  /** see STALL_MS; only tests set it */
  readonly stallMillis?: number
}

/** Cost of the proof of a spend or output, including its signatures, as a number of input signatures. */
export const INPUTS_PER_PROOF = 40
/**
 * Number of queued jobs from which threads are started. The few transactions of a block at the tip do not need threads.
 */
const MIN_JOBS_FOR_THREADS = 16
/** Number of queued inputs from which threads are started, even for fewer jobs. */
const MIN_INPUTS_FOR_THREADS = 16 * INPUTS_PER_PROOF
/**
 * Time for which the calling thread sleeps while other threads verify shielded parts, in ms. This delays its event
 * loop.
 */
const NAP_MS = 2
/**
 * Offset from which the ring buffer wraps around if there is room at its start: more bytes than the jobs that the
 * import queue keeps waiting (12,000 inputs), because all jobs are awaited if there is no room. Memory that was never
 * written to is not allocated.
 */
const USUAL_BYTES = 5 * 1024 * 1024
/**
 * Timeout in ms, longer than any transaction takes. If no job finishes within this time, a thread is considered dead
 * and the calling thread runs its jobs.
 */
const STALL_MS = 2_000

/** Runs a job on the calling thread. @param bytes the encoded job */
export type ResultHandler = (bytes: Uint8Array, tag: number) => void

/** Job to publish. */
export interface Task {
  readonly size: number
  /** amount of work, as an approximate number of signatures */
  readonly inputs: number
  readonly tag: number
  /** true if the job blocks for long, so that the calling thread should leave it to other threads */
  readonly long?: boolean
  write(arena: Uint8Array, view: DataView, offset: number): void
  /** called only if no worker has reported success */
  readonly onResult: ResultHandler
}

/**
 * Published job. The arena contains all its data. Thousands of jobs are kept for a while, and must not keep thousands
 * of transactions in memory.
 */
interface Placed extends Pick<Task, 'inputs' | 'tag' | 'onResult' | 'long'> {
  readonly offset: number
}

/**
 * Shares jobs between the calling thread and worker threads, behind a synchronous interface. Jobs are in shared memory.
 * When the caller has nothing else to do, it runs jobs too, and then sleeps until the last one is finished. A worker
 * can only save work: if it dies, hangs, or reports a failure, the caller runs that job itself.
 */
export class JobPool {
  readonly #options: PoolOptions
  readonly #logger: Logger
  readonly #shared = createSharedQueue()
  readonly #queue = new JobQueue(this.#shared)
  readonly #view = new DataView(this.#shared.arena)
  #workers: Thread[] | undefined
  /** published and not known to be done, in order of publication */
  #tasks = new Map<number, Placed>()
  /** number of the newest job */
  #last = -1
  /** No job of #tasks is older. A map's first key is slow to find behind thousands of deleted ones. */
  #front = 0
  /** number of inputs of #tasks, and of long jobs among #tasks */
  #inputs = 0
  #long = 0
  /** time when the number of finished jobs was last seen to change, and that number */
  #progress = { done: 0, at: 0 }
  /** offset for the next job's bytes; those of #tasks are before it, in a ring buffer */
  #tail = 0

  constructor(options: PoolOptions, logger: Logger) {
    this.#options = options
    this.#logger = logger
  }

  add(task: Task): void {
    const { size, inputs, tag, onResult, long = false } = task
    if (size > ARENA_BYTES) {
      const bytes = new Uint8Array(size)
      task.write(bytes, new DataView(bytes.buffer), 0)
      onResult(bytes, tag)
      return
    }
    const offset = this.#placeFor(size)
    task.write(this.#queue.arena(), this.#view, offset)
    const job = this.#queue.publish(offset, size)
    if (this.#tasks.size === 0) {
      this.#noteProgress()
      this.#front = job
    }
    this.#tasks.set(job, { inputs, tag, onResult, offset, long })
    this.#last = job
    this.#inputs += inputs
    if (long) this.#long++
    this.#tail = offset + size
    if (this.#isWorthThreads()) this.#start()
  }

  #isWorthThreads(): boolean {
    if (this.#workers !== undefined && (this.#long === 0 || this.#workers.length > this.#options.threads)) return false
    return this.#tasks.size >= MIN_JOBS_FOR_THREADS || this.#inputs >= MIN_INPUTS_FOR_THREADS
  }

  /** Returns when every job has an answer. */
  drain(): void {
    const { stallMillis = STALL_MS } = this.#options
    for (let job = this.#queue.claim(); job !== undefined; job = this.#queue.claim()) this.#runHere(job)
    let lastProgress = performance.now()
    while (true) {
      const done = this.#queue.doneCount()
      for (const job of this.#tasks.keys()) this.#collect(job)
      if (this.#tasks.size === 0) break
      if (this.#queue.waitForAny(done, stallMillis)) lastProgress = performance.now()
      else if (performance.now() - lastProgress >= stallMillis) {
        this.#logger.warn('verification thread not responding, running its jobs on the node thread', {
          jobs: this.#tasks.size,
        })
        for (const job of [...this.#tasks.keys()]) this.#runHere(job)
      }
    }
    this.#tail = 0
  }

  /**
   * Runs jobs on this thread for at most `millis` ms, or until other threads have at most `left` inputs. Returns true
   * if it ran a job, or slept because other threads verify long jobs.
   */
  help(left: number, millis: number): boolean {
    this.#collectFront()
    const until = performance.now() + millis
    let helped = false
    while (this.#inputs > left && performance.now() < until) {
      const job = this.#queue.claim((next) => !this.#tasks.get(next)?.long || this.#isLeftAlone())
      if (job === undefined) break
      this.#runHere(job)
      helped = true
    }
    if (helped || this.#long === 0 || this.#isLeftAlone()) return helped
    this.#queue.waitForAny(this.#queue.doneCount(), NAP_MS)
    return true
  }

  #noteProgress(): void {
    this.#progress = { done: this.#queue.doneCount(), at: performance.now() }
  }

  /** Returns true if the other threads have stalled, or were never started. */
  #isLeftAlone(): boolean {
    if (this.#workers === undefined) return true
    if (this.#queue.doneCount() !== this.#progress.done) this.#noteProgress()
    return performance.now() - this.#progress.at >= (this.#options.stallMillis ?? STALL_MS)
  }

  state(): Pick<GroupState, 'inputs' | 'answered'> {
    this.#collectFront()
    return { inputs: this.#inputs, answered: this.#oldest()?.tag ?? Number.POSITIVE_INFINITY }
  }

  async close(): Promise<void> {
    this.#queue.stop()
    await Promise.all((this.#workers ?? []).map(endThread))
  }

  /** Returns an offset at which a job's bytes overwrite no other job. If there is no room, waits for all jobs. */
  #placeFor(size: number): number {
    const from = this.#fits(size)
    if (from !== undefined) return from
    this.#collectFront()
    const freed = this.#fits(size)
    if (freed !== undefined) return freed
    this.drain()
    return 0
  }

  #fits(size: number): number | undefined {
    const oldest = this.#oldest()
    if (oldest === undefined) return 0
    // Compare the difference, because the numbers wrap around. Later jobs may be done, but still occupy their slots.
    if (((this.#last + 1 - this.#front) | 0) >= SLOTS) return undefined
    const tail = this.#tail
    // The tail never catches up with the head from behind: if they are equal, the buffer has not wrapped around.
    if (oldest.offset < tail) {
      const end = tail + size
      if (end > USUAL_BYTES && size < oldest.offset) return 0
      return end <= ARENA_BYTES ? tail : undefined
    }
    return tail + size < oldest.offset ? tail : undefined
  }

  /** Runs a job on this thread and removes it. A later result of a worker is ignored. */
  #runHere(job: number): void {
    const task = this.#tasks.get(job)
    if (task === undefined) return
    const bytes = this.#queue.readBytes(job)
    // Report first, so that a late worker can no longer write into the slot.
    this.#queue.finish(job, RESULT.OK)
    this.#forget(job, task)
    task.onResult(bytes, task.tag)
  }

  #forget(job: number, { inputs, long }: Placed): void {
    this.#tasks.delete(job)
    this.#inputs -= inputs
    if (long) this.#long--
  }

  /** Returns true if the job has a result. */
  #collect(job: number): boolean {
    const result = this.#queue.readResult(job)
    if (result === RESULT.PENDING) return false
    const task = this.#tasks.get(job)
    if (result === RESULT.OK && task !== undefined) this.#forget(job, task)
    // Only this thread's own result can reject a transaction: a worker's result may come from a fault of the worker.
    else this.#runHere(job)
    return true
  }

  /** Collects results up to the oldest job without one. */
  #collectFront(): void {
    while (this.#oldest() !== undefined) if (!this.#collect(this.#front)) return
  }

  /** Returns the oldest job of #tasks, whose number is then #front. */
  #oldest(): Placed | undefined {
    if (this.#tasks.size === 0) return undefined
    let oldest = this.#tasks.get(this.#front)
    while (oldest === undefined) {
      this.#front = (this.#front + 1) | 0
      oldest = this.#tasks.get(this.#front)
    }
    return oldest
  }

  /** Starts the threads, and one more if there are shielded parts, because the calling thread does not verify those. */
  #start(): void {
    const { threads, ccEnabled, workerUrl = defaultWorkerUrl() } = this.#options
    const input: WorkerInput = { queue: this.#shared, ccEnabled }
    this.#workers ??= []
    const wanted = this.#long > 0 ? threads + 1 : threads
    while (this.#workers.length < wanted) this.#workers.push(startThread(workerUrl, input, this.#logger))
  }
}

/**
 * Returns the worker's URL: next to this file when run from source, next to the bundle's chunk when built (see
 * electron.vite.config.ts).
 */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './verifyWorker.js'
  return new URL(file, import.meta.url)
}
