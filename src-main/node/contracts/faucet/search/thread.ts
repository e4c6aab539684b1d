import { Worker } from 'node:worker_threads'
import type { SearchTask } from './attempts.ts'
import { BEGUN, createSearchControl, MADE, STOP } from './control.ts'
import type { Search, SearchEvents } from './types.ts'
import type { SearchWorkerInput } from './worker.ts'

/** An attempt retains no memory, so a larger heap would only delay garbage collection. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
/**
 * Timeouts in ms. A thread stops within a few ms of the request, but may take long to load on a busy machine. A hanging
 * thread is terminated, but not earlier: terminating a thread while it loads asynchronous modules, or inside a native
 * binding, crashes the process.
 */
const PATIENCE = { load: 10_000, end: 10_000 }

/** Starts a search on its own thread. */
export function startThreadSearch(task: SearchTask, events: SearchEvents, patience = PATIENCE): Search {
  const control = createSearchControl()
  const input: SearchWorkerInput = { task, control }
  const worker = new Worker(workerUrl(), { workerData: input, name: 'claim', resourceLimits: MEMORY })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const begun = Promise.withResolvers<void>()
  let open = true
  const once = (tell: () => void) => {
    if (open) tell()
    open = false
  }
  worker.on('message', (message: Uint8Array | typeof BEGUN) => {
    if (message === BEGUN) begun.resolve()
    else once(() => events.found(message))
  })
  worker.on('error', (error) => once(() => events.failed(error instanceof Error ? error : new Error(String(error)))))
  worker.on('exit', () => once(() => events.failed(new Error('the search thread exited'))))
  return {
    attempts: () => Atomics.load(control, MADE) >>> 0,
    async stop() {
      open = false
      Atomics.store(control, STOP, 1)
      let timer = setTimeout(begun.resolve, patience.load)
      await Promise.race([begun.promise, ended])
      clearTimeout(timer)
      timer = setTimeout(() => void worker.terminate(), patience.end)
      await ended
      clearTimeout(timer)
    },
  }
}

/**
 * URL of the worker: in this folder when run from source, next to the bundle's chunk when built (see
 * electron.vite.config.ts).
 */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './claimWorker.js'
  return new URL(file, import.meta.url)
}
