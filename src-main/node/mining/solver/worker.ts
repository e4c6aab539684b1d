/**
 * Entry of a solving thread: searches the headers of the newest job it was given, each for about half a second. Between two
 * headers it looks for another job; inside, the solver looks whether the job was called off. Idle, it costs nothing but memory.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { EquihashParameters } from '../../primitives/index.ts'
import { lowerThreadPriority } from '../../util/index.ts'
import { OLDEST_JOB, SOLUTIONS } from './control.ts'
import { createHeaderSearch } from './search.ts'
import { createSolver, type EquihashSolver } from './solver.ts'
import type { SolverJob } from './types.ts'

export interface SolverWorkerInput {
  readonly module: WebAssembly.Module
  readonly control: Int32Array
  readonly personal: EquihashParameters['personal']
}

export type SolverMessage = SolverJob | 'end'

const { module, control, personal } = workerData as SolverWorkerInput
const port = parentPort!
/** A tenth of the processor time that an equal would get: calls are answered at once, and idle cores are used up all the same. */
const NICENESS = 10

let newest: SolverJob | undefined
let solver: EquihashSolver | undefined
let working = false

const isCalledOff = ({ id }: SolverJob) => id < Atomics.load(control, OLDEST_JOB)

port.on('message', (message: SolverMessage) => {
  if (message === 'end') {
    newest = undefined
    port.close()
    return
  }
  newest = message
  if (!working) setImmediate(work)
  working = true
})

async function work(): Promise<void> {
  if (!solver) {
    lowerThreadPriority(NICENESS)
    solver = createSolver(module, { personal, isCancelled: () => !newest || isCalledOff(newest) })
  }
  while (newest && !isCalledOff(newest)) {
    const job = newest
    const search = createHeaderSearch(job, solver, personal)
    while (job === newest && !isCalledOff(job)) {
      const result = search.next()
      Atomics.add(control, SOLUTIONS, result?.solutions ?? 0)
      for (const find of result?.finds ?? []) port.postMessage(find)
      // Messages come in here, and an owner who ends the thread.
      await new Promise(setImmediate)
    }
  }
  working = false
}
