/**
 * Entry of a searching thread: attempts until one succeeds or its owner says stop. It never runs its event loop in between
 * and shares nothing with the node but two words of memory.
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

/** A third of the processor time that an equal would get: enough to get on on a busy machine, too. */
const NICENESS = 5
/** Between two looks at the stop word: a few milliseconds. */
const ATTEMPTS_A_TURN = 32

// Not while the module is still being evaluated: a thread that is ended there takes the process with it.
setImmediate(work)

function work(): void {
  parentPort?.postMessage(BEGUN)
  lowerThreadPriority(NICENESS)
  const attempts = createAttempts(task)
  while (Atomics.load(control, STOP) === 0) {
    const found = attempts.run(ATTEMPTS_A_TURN)
    Atomics.store(control, MADE, attempts.made())
    if (found) {
      parentPort?.postMessage(found)
      return
    }
  }
}
