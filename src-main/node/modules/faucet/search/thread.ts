import { Worker } from 'node:worker_threads'
import type { SearchTask } from './attempts.ts'
import { createControl, MADE, STOP } from './control.ts'
import type { Search, SearchEvents } from './types.ts'
import type { SearchWorkerInput } from './worker.ts'

/** An attempt leaves nothing behind: much memory would only be garbage not yet collected. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
/** A thread that was told to stop does so within milliseconds; one that hangs is ended. */
const END_MILLIS = 500

/** A search on a thread of its own. */
export function startThreadSearch(task: SearchTask, events: SearchEvents): Search {
  const control = createControl()
  const input: SearchWorkerInput = { task, control }
  const worker = new Worker(workerUrl(), { workerData: input, name: 'claim', resourceLimits: MEMORY })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let open = true
  const once = (tell: () => void) => {
    if (open) tell()
    open = false
  }
  worker.on('message', (found: Uint8Array) => once(() => events.found(found)))
  worker.on('error', (error) => once(() => events.failed(error instanceof Error ? error : new Error(String(error)))))
  worker.on('exit', () => once(() => events.failed(new Error('the searching thread ended'))))
  return {
    attempts: () => Atomics.load(control, MADE) >>> 0,
    async stop() {
      open = false
      Atomics.store(control, STOP, 1)
      const timer = setTimeout(() => void worker.terminate(), END_MILLIS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './claimWorker.js'
  return new URL(file, import.meta.url)
}
