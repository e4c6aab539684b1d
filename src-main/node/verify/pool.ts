import { Worker } from 'node:worker_threads'
import type { Logger, Random } from '../interfaces.ts'
import type { BlockHeader, EquihashParameters } from '../primitives/index.ts'
import { checkSolution, createInlineVerifier, type VerifierOptions } from './inline.ts'
import { encodeSolutionJob, rawTransaction, scriptJobSize, writeScriptJob } from './jobCodec.ts'
import { ARENA_BYTES, createSharedQueue, JobQueue, RESULT, SLOTS } from './jobQueue.ts'
import type { ScriptJob, Verifier, VerifyGroup } from './types.ts'
import { verifyScripts } from './verifyScripts.ts'
import type { WorkerInput } from './worker.ts'

export interface PoolOptions extends VerifierOptions {
  /** threads besides the calling one; at least 1 */
  readonly threads: number
  /** only tests set it */
  readonly workerUrl?: URL
  /** see STALL_MILLIS; only tests set it */
  readonly stallMillis?: number
}

/** Threads are started when this many jobs wait: the few transactions of a block at the tip are not worth any. */
const JOBS_WORTH_A_THREAD = 16
/** No transaction takes this long. When no job finishes for this time, a thread is gone and its job is done here. */
const STALL_MILLIS = 2_000
/** A worker holds one job at a time: little memory is needed, and much would only be garbage not yet collected. */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

/** A thread that was told to stop ends within the job at hand. */
const END_MILLIS = 500

/**
 * Shares jobs between the calling thread and worker threads without giving up synchrony: jobs lie in shared memory, the
 * caller does jobs too once it has nothing else to do, and then sleeps until the last one is finished. A worker can only
 * spare work. If one dies, hangs, or answers "failed", the caller does that job itself.
 */
export function createPoolVerifier(
  options: PoolOptions,
  deps: { readonly logger: Logger; readonly random: Random },
): Verifier {
  const inline = createInlineVerifier(options, deps)
  const pool = new Pool(options, deps.logger)
  return {
    ...inline,
    threads: options.threads,
    group: () => new PoolGroup(pool, options.ccEnabled),
    checkSolutions(headers, rules) {
      if (headers.length < 2) return inline.checkSolutions(headers, rules)
      const answers: boolean[] = Array(headers.length).fill(true)
      headers.forEach((header, index) => {
        pool.add(
          solutionTask(header, rules, () => {
            answers[index] = false
          }),
        )
      })
      pool.drain()
      return answers
    },
    close: () => pool.close(),
  }
}

/** A job as its publisher keeps it: how to write it for others, and how to do it here. */
interface Task {
  readonly size: number
  write(arena: Uint8Array, view: DataView, offset: number): void
  /** does the job on this thread; called only if nobody else reported success */
  run(): void
}

class PoolGroup implements VerifyGroup {
  readonly #pool: Pool
  readonly #ccEnabled: boolean
  #failure: ReturnType<VerifyGroup['finish']>

  constructor(pool: Pool, ccEnabled: boolean) {
    this.#pool = pool
    this.#ccEnabled = ccEnabled
  }

  add(job: ScriptJob, tag: number): void {
    const raw = rawTransaction(job)
    this.#pool.add({
      size: scriptJobSize(job, raw.length),
      write: (arena, view, offset) => writeScriptJob(arena, view, offset, job, raw),
      run: () => {
        const verdict = verifyScripts(job, this.#ccEnabled)
        if (!verdict.ok && (this.#failure === undefined || tag < this.#failure.tag)) this.#failure = { tag, verdict }
      },
    })
  }

  finish(): ReturnType<VerifyGroup['finish']> {
    this.#pool.drain()
    const found = this.#failure
    this.#failure = undefined
    return found
  }
}

function solutionTask(header: BlockHeader, rules: EquihashParameters, onFailure: () => void): Task {
  const bytes = encodeSolutionJob(header, rules)
  return {
    size: bytes.length,
    write: (arena, _view, offset) => arena.set(bytes, offset),
    run: () => {
      if (!checkSolution(header, rules)) onFailure()
    },
  }
}

class Pool {
  readonly #options: PoolOptions
  readonly #logger: Logger
  readonly #shared = createSharedQueue()
  readonly #queue = new JobQueue(this.#shared)
  readonly #view = new DataView(this.#shared.arena)
  #workers: Worker[] | undefined
  /** published and not known to be done, in order of publication */
  #tasks = new Map<number, Task>()
  #used = 0

  constructor(options: PoolOptions, logger: Logger) {
    this.#options = options
    this.#logger = logger
  }

  add(task: Task): void {
    if (task.size > ARENA_BYTES) {
      task.run()
      return
    }
    if (this.#used + task.size > ARENA_BYTES || this.#tasks.size === SLOTS) this.drain()
    task.write(this.#queue.arena(), this.#view, this.#used)
    this.#tasks.set(this.#queue.publish(this.#used, task.size), task)
    this.#used += task.size
    if (this.#workers === undefined && this.#tasks.size >= JOBS_WORTH_A_THREAD) this.#start()
  }

  /** Returns when every job has an answer. */
  drain(): void {
    const { stallMillis = STALL_MILLIS } = this.#options
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
    this.#used = 0
  }

  async close(): Promise<void> {
    this.#queue.stop()
    await Promise.all((this.#workers ?? []).map(ended))
  }

  /** Does a job on this thread and takes it off the list, whatever a worker may say later. */
  #runHere(job: number): void {
    const task = this.#tasks.get(job)
    if (task === undefined) return
    // Reported first, so that a late worker cannot write into the slot any more.
    this.#queue.finish(job, RESULT.OK)
    this.#tasks.delete(job)
    task.run()
  }

  #collect(job: number): void {
    const result = this.#queue.resultOf(job)
    if (result === RESULT.OK) this.#tasks.delete(job)
    // Only this thread's own answer refuses a transaction: a worker's may come from a fault of the worker.
    else if (result === RESULT.FAILED) this.#runHere(job)
  }

  #start(): void {
    const { threads, ccEnabled, workerUrl = defaultWorkerUrl() } = this.#options
    const input: WorkerInput = { queue: this.#shared, ccEnabled }
    this.#workers = Array.from({ length: threads }, () => {
      const worker = new Worker(workerUrl, { workerData: input, name: 'verify', resourceLimits: WORKER_MEMORY })
      worker.on('error', (error) => this.#logger.warn('a verifying thread failed', { error: String(error) }))
      worker.unref()
      return worker
    })
  }
}

/** A thread ends by itself when it is told to stop; one that hangs is ended. */
async function ended(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return
  const timer = setTimeout(() => void worker.terminate(), END_MILLIS)
  await new Promise((resolve) => worker.once('exit', resolve))
  clearTimeout(timer)
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function defaultWorkerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './verifyWorker.js'
  return new URL(file, import.meta.url)
}
