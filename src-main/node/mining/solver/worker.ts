/**
 * Entry of a solver thread: searches the headers of the newest job, each for about half a second. It checks for a new job
 * between two headers, and for cancellation during the search. Idle, it costs nothing but memory.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { EquihashParameters } from '../../primitives/index.ts'
import { lowerThreadPriority, yieldToEventLoop } from '../../util/index.ts'
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
/** A tenth of the processor time of a normal thread: calls are answered at once, and idle cores are still fully used. */
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
      // Messages arrive here, and termination by the owner.
      await yieldToEventLoop()
    }
  }
  working = false
}
