import { Worker } from 'node:worker_threads'
import { CELL, CELLS, FAILED, PHASE } from './logControl.ts'
import type { LogWorkerInput } from './logWorker.ts'

export interface LogThreadOptions {
  /** of chain.db */
  readonly path: string
  /** only tests set it */
  readonly workerUrl?: URL | undefined
  /** see IDLE_MILLIS; only tests set it */
  readonly idleMillis?: number | undefined
}

/** A thread that writes the log of chain.db back when it is asked to. */
export interface LogThread {
  readonly isRunning: boolean
  /** begins or goes on; what it is at it finishes first, and is not asked twice */
  ask(): void
  /** or about to */
  readonly isWriting: boolean
  /** some thread failed; it is not started again */
  readonly hasFailed: boolean
  /** Waits, holding the calling thread, while the other one has the database in hand; at most so long. */
  wait(millis: number): void
  /** Waits, holding the calling thread, until the thread has closed the database; resolves when the thread has ended. */
  stop(): Promise<void>
}

/** A thread costs some megabytes and is begun again within milliseconds. */
const IDLE_MILLIS = 20_000
/** Its code and SQLite's memory are not in this: it holds next to nothing. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 }
/** Loading its code takes a thread a hundredth of this, longer where many things begin at once. */
const LOAD_MILLIS = 10_000
/** A checkpoint cannot be interrupted. On a slow disk it takes seconds; closing the database here would take as long. */
const STOP_MILLIS = 10_000
const END_MILLIS = 500

interface Running {
  readonly worker: Worker
  readonly control: Int32Array
  /** its code is loaded, or it has ended */
  readonly begun: Promise<void>
  readonly exited: Promise<void>
}

/** @param failed told once, with a reason */
export function createLogThread(options: LogThreadOptions, failed: (reason: string) => void): LogThread {
  let running: Running | undefined
  /** those before it too: they have closed the database, but may still be there */
  const threads = new Set<Running>()
  let hasFailed = false

  const phase = () => (running === undefined ? PHASE.ENDED : Atomics.load(running.control, CELL.PHASE))

  function fail(reason: string): void {
    if (hasFailed) return
    hasFailed = true
    failed(reason)
  }

  function start(): void {
    const { path, workerUrl = ownUrl(), idleMillis = IDLE_MILLIS } = options
    const control = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT))
    try {
      const thread = begin(workerUrl, { path, control, idleMillis }, fail)
      running = thread
      threads.add(thread)
      void thread.exited.then(() => threads.delete(thread))
    } catch (error) {
      fail(String(error))
    }
  }

  function wait(millis: number, waiting: (phase: number) => boolean): void {
    const until = performance.now() + millis
    for (let now = phase(); running !== undefined && waiting(now); now = phase()) {
      const left = until - performance.now()
      if (left <= 0) return
      Atomics.wait(running.control, CELL.PHASE, now, left)
    }
  }

  /** Said by the thread itself, before its message comes: a busy event loop must not start one that fails again and again. */
  const saidFailed = () => running !== undefined && Atomics.load(running.control, CELL.FAILED) === FAILED

  return {
    get isRunning() {
      return threads.size > 0
    },
    ask() {
      if (hasFailed || saidFailed()) return
      if (phase() === PHASE.ENDED) start()
      else if (running && move(running, PHASE.WAITING, PHASE.WRITING)) Atomics.notify(running.control, CELL.PHASE)
    },
    get isWriting() {
      const now = phase()
      return now === PHASE.STARTING || now === PHASE.WRITING
    },
    get hasFailed() {
      return hasFailed || saidFailed()
    },
    wait: (millis) => wait(millis, (now) => now === PHASE.WRITING),
    async stop() {
      if (running !== undefined && !move(running, PHASE.STARTING, PHASE.ENDED)) {
        Atomics.store(running.control, CELL.STOP, 1)
        move(running, PHASE.WAITING, PHASE.ENDING)
        Atomics.notify(running.control, CELL.PHASE)
        wait(STOP_MILLIS, (now) => now !== PHASE.ENDED)
      }
      await Promise.all([...threads].map(endThread))
    },
  }
}

function move({ control }: Running, from: number, to: number): boolean {
  return Atomics.compareExchange(control, CELL.PHASE, from, to) === from
}

function begin(url: URL, input: LogWorkerInput, failed: (reason: string) => void): Running {
  const worker = new Worker(url, { workerData: input, name: 'log', resourceLimits: MEMORY })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const loaded = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  worker.on('message', (reason?: string) => reason !== undefined && failed(reason))
  worker.on('error', (error) => failed(String(error)))
  worker.on('exit', () => {
    // However it came to its end, nobody is to wait for it.
    const last = Atomics.exchange(input.control, CELL.PHASE, PHASE.ENDED)
    Atomics.notify(input.control, CELL.PHASE)
    if (last !== PHASE.ENDED) failed('the thread ended')
  })
  worker.unref()
  return { worker, control: input.control, begun: Promise.race([loaded, exited]), exited }
}

/** A thread is not ended while it loads its code, as far as that can be helped: V8 may take the whole process with it. */
async function endThread({ worker, begun, exited }: Running): Promise<void> {
  const over = async (millis: number, what: Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([what, new Promise((resolve) => (timer = setTimeout(resolve, millis)))])
    clearTimeout(timer)
  }
  await over(LOAD_MILLIS, begun)
  await over(END_MILLIS, exited)
  await worker.terminate()
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function ownUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './logWorker.ts' : './logWorker.js'
  return new URL(file, import.meta.url)
}
