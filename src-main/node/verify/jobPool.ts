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
  /** see STALL_MILLIS; only tests set it */
  readonly stallMillis?: number
}

/** The proof of a spend or output, with the signatures beside it, takes as long as the signatures of this many inputs. */
export const INPUTS_PER_PROOF = 40
/** Threads are started when this many jobs wait: the few transactions of a block at the tip are not worth any. */
const JOBS_WORTH_A_THREAD = 16
/** … or when fewer have as much to do as this many inputs. */
const INPUTS_WORTH_A_THREAD = 16 * INPUTS_PER_PROOF
/** Time for which the calling thread sleeps while others verify shielded parts, in ms: its event loop waits that long. */
const NAP_MS = 2
/** Goes round here already where there is room: memory that was never written to takes none. */
const USUAL_BYTES = 1024 * 1024
/** No transaction takes this long. When no job finishes for this time, a thread is gone and its job is done here. */
const STALL_MS = 2_000

/** Does a job on the calling thread. @param bytes its encoded form */
export type Judge = (bytes: Uint8Array, tag: number) => void

/** A job to be published. */
export interface Task {
  readonly size: number
  /** how much work it is: signatures, roughly */
  readonly inputs: number
  readonly tag: number
  /** takes long in one piece: not for the calling thread, if others can do it */
  readonly long?: boolean
  write(arena: Uint8Array, view: DataView, offset: number): void
  /** called only if no worker reported success */
  readonly judge: Judge
}

/**
 * A published job. Its bytes in the arena say everything: thousands of these are kept for a while, and must not keep
 * thousands of transactions with them.
 */
interface Placed extends Pick<Task, 'inputs' | 'tag' | 'judge' | 'long'> {
  readonly offset: number
}

/**
 * Shares jobs between the calling thread and worker threads without giving up synchrony: jobs lie in shared memory, the
 * caller does jobs too once it has nothing else to do, and then sleeps until the last one is finished. A worker can only
 * spare work. If one dies, hangs, or answers "failed", the caller does that job itself.
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
  /** inputs of #tasks, and how many of them are long */
  #inputs = 0
  #long = 0
  /** when jobs were last seen to become fewer, and how many were finished by then */
  #progress = { done: 0, at: 0 }
  /** where the next job's bytes go; those of #tasks lie before it, going round */
  #tail = 0

  constructor(options: PoolOptions, logger: Logger) {
    this.#options = options
    this.#logger = logger
  }

  add(task: Task): void {
    const { size, inputs, tag, judge, long = false } = task
    if (size > ARENA_BYTES) {
      const bytes = new Uint8Array(size)
      task.write(bytes, new DataView(bytes.buffer), 0)
      judge(bytes, tag)
      return
    }
    const offset = this.#placeFor(size)
    task.write(this.#queue.arena(), this.#view, offset)
    const job = this.#queue.publish(offset, size)
    if (this.#tasks.size === 0) this.#noteProgress()
    this.#tasks.set(job, { inputs, tag, judge, offset, long })
    this.#last = job
    this.#inputs += inputs
    if (long) this.#long++
    this.#tail = offset + size
    if (this.#isWorthThreads()) this.#start()
  }

  #isWorthThreads(): boolean {
    if (this.#workers !== undefined && (this.#long === 0 || this.#workers.length > this.#options.threads)) return false
    return this.#tasks.size >= JOBS_WORTH_A_THREAD || this.#inputs >= INPUTS_WORTH_A_THREAD
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
        this.#logger.warn('a verifying thread does not answer; its work is done here', { jobs: this.#tasks.size })
        for (const job of [...this.#tasks.keys()]) this.#runHere(job)
      }
    }
    this.#tail = 0
  }

  /** Does jobs here for so long or until at most so many inputs are left to others; returns whether it did any. */
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

  /** Whether the other threads do nothing any more, or were never begun. */
  #isLeftAlone(): boolean {
    if (this.#workers === undefined) return true
    if (this.#queue.doneCount() !== this.#progress.done) this.#noteProgress()
    return performance.now() - this.#progress.at >= (this.#options.stallMillis ?? STALL_MS)
  }

  state(): Pick<GroupState, 'inputs' | 'answered'> {
    this.#collectFront()
    const [oldest] = this.#tasks.values()
    return { inputs: this.#inputs, answered: oldest?.tag ?? Number.POSITIVE_INFINITY }
  }

  async close(): Promise<void> {
    this.#queue.stop()
    await Promise.all((this.#workers ?? []).map(endThread))
  }

  /** Where a job's bytes fit without touching those of others; waits for all of these if there is no such place. */
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
    const [front] = this.#tasks
    if (front === undefined) return 0
    const [job, oldest] = front
    // The difference, not the order: the numbers wrap around. Those in between may be done, but their slots go round too.
    if (((this.#last + 1 - job) | 0) >= SLOTS) return undefined
    const tail = this.#tail
    // The tail never catches up with the head from behind: equal means that nothing has gone round.
    if (oldest.offset < tail) {
      const end = tail + size
      if (end > USUAL_BYTES && size < oldest.offset) return 0
      return end <= ARENA_BYTES ? tail : undefined
    }
    return tail + size < oldest.offset ? tail : undefined
  }

  /** Does a job on this thread and takes it off the list, whatever a worker may say later. */
  #runHere(job: number): void {
    const task = this.#tasks.get(job)
    if (task === undefined) return
    const bytes = this.#queue.bytesOf(job)
    // Reported first, so that a late worker cannot write into the slot any more.
    this.#queue.finish(job, RESULT.OK)
    this.#forget(job, task)
    task.judge(bytes, task.tag)
  }

  #forget(job: number, { inputs, long }: Placed): void {
    this.#tasks.delete(job)
    this.#inputs -= inputs
    if (long) this.#long--
  }

  /** Returns whether the job has an answer. */
  #collect(job: number): boolean {
    const result = this.#queue.resultOf(job)
    if (result === RESULT.PENDING) return false
    const task = this.#tasks.get(job)
    if (result === RESULT.OK && task !== undefined) this.#forget(job, task)
    // Only this thread's own answer refuses a transaction: a worker's may come from a fault of the worker.
    else this.#runHere(job)
    return true
  }

  /** Takes answers up to the oldest job that has none. */
  #collectFront(): void {
    for (const job of this.#tasks.keys()) if (!this.#collect(job)) return
  }

  /** One more where there are shielded parts, of which the calling thread does none. */
  #start(): void {
    const { threads, ccEnabled, workerUrl = defaultWorkerUrl() } = this.#options
    const input: WorkerInput = { queue: this.#shared, ccEnabled }
    this.#workers ??= []
    const wanted = this.#long > 0 ? threads + 1 : threads
    while (this.#workers.length < wanted) this.#workers.push(startThread(workerUrl, input, this.#logger))
  }
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './verifyWorker.js'
  return new URL(file, import.meta.url)
}
