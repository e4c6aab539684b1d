import { Worker } from 'node:worker_threads'
import type { Logger } from '../core/index.ts'
import type { WorkerInput } from './worker.ts'

/** A worker holds one job at a time: little memory is needed, and much would only be garbage not yet collected. */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

/**
 * A thread that is to stop ends after the job at hand. On a busy machine that may take long, and one that is ended
 * inside of a native binding takes the process with it.
 */
const END_MILLIS = 10_000
/** Loading its code takes a thread a tenth of this, longer where many things begin at once. */
const LOAD_MILLIS = 10_000

export interface Thread {
  readonly worker: Worker
  /** its code is loaded */
  readonly begun: Promise<unknown>
}

export function startThread(url: URL, input: WorkerInput, logger: Logger): Thread {
  const worker = new Worker(url, { workerData: input, name: 'verify', resourceLimits: WORKER_MEMORY })
  worker.on('error', (error) => logger.warn('a verifying thread failed', { error: String(error) }))
  const begun = new Promise((resolve) => worker.once('message', resolve))
  worker.unref()
  return { worker, begun }
}

/**
 * A thread ends by itself when it is to stop; one that hangs is terminated. Not while it loads its code, as far as that can
 * be helped: V8 takes the whole process with a thread that is ended between asynchronous modules.
 */
export async function endThread({ worker, begun }: Thread): Promise<void> {
  if (worker.threadId < 0) return
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const over = async (millis: number, what: Promise<unknown>) => {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([what, new Promise((resolve) => (timer = setTimeout(resolve, millis)))])
    clearTimeout(timer)
  }
  await over(LOAD_MILLIS, Promise.race([exited, begun]))
  await over(END_MILLIS, exited)
  await worker.terminate()
}
