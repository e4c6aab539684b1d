import { Worker } from 'node:worker_threads'
import type { Logger } from '../core/index.ts'
import type { WorkerInput } from './worker.ts'

/**
 * A worker holds one job at a time. Its young generation is three semi-spaces of eight megabytes, because a collection
 * takes a millisecond even if nothing survives it.
 */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }

/**
 * Timeout in ms for a thread to end after its current job. On a busy machine that may take long, and terminating a
 * thread inside a native binding crashes the process.
 */
const END_TIMEOUT_MS = 10_000
/**
 * Timeout in ms for a thread to load its code. Loading takes a tenth of this time, or longer if many threads start at
 * the same time.
 */
const LOAD_TIMEOUT_MS = 10_000

export interface Thread {
  readonly worker: Worker
  /** resolves when its code is loaded */
  readonly begun: Promise<unknown>
}

export function startThread(url: URL, input: WorkerInput, logger: Logger): Thread {
  const worker = new Worker(url, { workerData: input, name: 'verify', resourceLimits: WORKER_MEMORY })
  worker.on('error', (error) => logger.warn('verification thread failed', { error: String(error) }))
  const begun = new Promise((resolve) => worker.once('message', resolve))
  worker.unref()
  return { worker, begun }
}

/**
 * Waits until a stopped thread ends, and terminates it if it hangs. It first waits for the thread's code to be loaded,
 * within a timeout: V8 crashes the process if a thread is terminated between asynchronous modules.
 */
export async function endThread({ worker, begun }: Thread): Promise<void> {
  if (worker.threadId < 0) return
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const over = async (millis: number, what: Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([what, new Promise((resolve) => (timer = setTimeout(resolve, millis)))])
    clearTimeout(timer)
  }
  await over(LOAD_TIMEOUT_MS, Promise.race([exited, begun]))
  await over(END_TIMEOUT_MS, exited)
  await worker.terminate()
}
