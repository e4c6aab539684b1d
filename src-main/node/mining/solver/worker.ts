/**
 * Entry point of a solver thread. Searches the headers of the newest job, each for about half a second. Checks for a
 * new job between two headers, and for cancellation during the search. An idle thread only uses memory.
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
/**
 * Gives the thread a tenth of the processor time of a normal one: RPC calls are answered without delay, and idle cores
 * are still fully used.
 */
const NICENESS = 10

let newest: SolverJob | undefined
let solver: EquihashSolver | undefined
let working = false

const isJobCancelled = ({ id }: SolverJob) => id < Atomics.load(control, OLDEST_JOB)

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
    solver = createSolver(module, { personal, isCancelled: () => !newest || isJobCancelled(newest) })
  }
  while (newest && !isJobCancelled(newest)) {
    const job = newest
    const search = createHeaderSearch(job, solver, personal)
    while (job === newest && !isJobCancelled(job)) {
      const result = search.next()
      Atomics.add(control, SOLUTIONS, result?.solutions ?? 0)
      for (const find of result?.finds ?? []) port.postMessage(find)
      // Lets the port deliver new jobs and `end`.
      await yieldToEventLoop()
    }
  }
  working = false
}
