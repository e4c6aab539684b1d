import { Worker } from 'node:worker_threads'
import type { EquihashParameters } from '../../primitives/index.ts'
import { createSolverControl, OLDEST_JOB, SOLUTIONS } from './control.ts'
import { loadSolver } from './module.ts'
import type { SolvedHeader, SolverEvents, SolverJob, SolverThread, StartSolverThread } from './types.ts'
import type { SolverMessage, SolverWorkerInput } from './worker.ts'

/** Heap limits of the thread. The solver's memory is outside the heap, which contains little else. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
/** Timeout after which a thread is terminated, in ms. A thread normally ends within milliseconds of the request. */
const END_TIMEOUT_MS = 3000
/** Higher than any job number. */
const ALL_JOBS = 0x7fff_ffff

/** Creates threads that search Equihash 200,9. The solver is loaded when the first thread starts. */
export function createSolverThreads(personal: EquihashParameters['personal']): StartSolverThread {
  let loading: Promise<WebAssembly.Module> | undefined
  return (events) => {
    loading ??= loadSolver()
    return startThread(loading, personal, events)
  }
}

function startThread(
  loading: Promise<WebAssembly.Module>,
  personal: EquihashParameters['personal'],
  events: SolverEvents,
): SolverThread {
  const control = createSolverControl()
  let open = true
  let worker: Worker | undefined
  let waiting: SolverJob | undefined
  const fail = (error: unknown) => {
    if (open) events.failed(error instanceof Error ? error : new Error(String(error)))
    open = false
  }

  const start = (module: WebAssembly.Module) => {
    if (!open) return
    const input: SolverWorkerInput = { module, control, personal }
    worker = new Worker(workerUrl(), { workerData: input, name: 'solver', resourceLimits: MEMORY })
    worker.on('message', (find: SolvedHeader) => open && events.found(find))
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the mining thread exited')))
    if (waiting) worker.postMessage(waiting)
  }
  loading.then(start).catch(fail)

  return {
    work(job) {
      waiting = job
      worker?.postMessage(job)
    },
    cancelBefore: (job) => void Atomics.store(control, OLDEST_JOB, job),
    solutions: () => Atomics.load(control, SOLUTIONS) >>> 0,
    async stop() {
      open = false
      Atomics.store(control, OLDEST_JOB, ALL_JOBS)
      if (worker) await end(worker)
    },
  }
}

/** Requests the end before terminating: terminating a thread while it starts crashes the process. */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return
  const message: SolverMessage = 'end'
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage(message)
  const timer = setTimeout(() => void worker.terminate(), END_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** Next to this file when run from source, next to the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './solverWorker.js'
  return new URL(file, import.meta.url)
}
