/**
 * Entry point of a search thread: makes attempts until one succeeds or its owner stops it. It never returns to its
 * event loop during the search, and shares only two words of memory with the node.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../../util/index.ts'
import { createAttempts, type SearchTask } from './attempts.ts'
import { BEGUN, MADE, STOP } from './control.ts'

export interface SearchWorkerInput {
  readonly task: SearchTask
  readonly control: Int32Array
}

const { task, control } = workerData as SearchWorkerInput

/** A third of the processor time of a normal thread, which is enough to make progress on a busy machine. */
const NICENESS = 5
/** Attempts between two checks of the stop word: a few milliseconds. */
const ATTEMPTS_PER_CHECK = 32

// Start after the module has been evaluated: terminating a thread during evaluation crashes the process.
setImmediate(work)

function work(): void {
  parentPort?.postMessage(BEGUN)
  lowerThreadPriority(NICENESS)
  const attempts = createAttempts(task)
  while (Atomics.load(control, STOP) === 0) {
    const found = attempts.run(ATTEMPTS_PER_CHECK)
    Atomics.store(control, MADE, attempts.made())
    if (found) {
      parentPort?.postMessage(found)
      return
    }
  }
}
