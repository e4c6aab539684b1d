/**
 * Entry of a verification thread. It never runs its event loop: it claims jobs from shared memory, runs them and sleeps
 * on the queue's signal, until it is stopped. An exception is not a result: the job is reported as failed, and the
 * publisher runs it again itself.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { systemRandom } from '../core/index.ts'
import { createShielded } from '../shielded/index.ts'
import { runJob } from './jobCodec.ts'
import { JobQueue, RESULT, type SharedQueue } from './jobQueue.ts'

export interface WorkerInput {
  readonly queue: SharedQueue
  readonly ccEnabled: boolean
}

const { queue: shared, ccEnabled } = workerData as WorkerInput
const queue = new JobQueue(shared)
const tools = { ccEnabled, shielded: createShielded({ random: systemRandom() }) }

// Wait until the module is evaluated: terminating a thread during evaluation crashes the process.
setImmediate(work)

function work(): void {
  parentPort?.postMessage('begun')
  while (!queue.stopped()) {
    const job = queue.claim()
    if (job === undefined) queue.waitForJobs()
    else queue.finish(job, succeeds(job) ? RESULT.OK : RESULT.FAILED)
  }
}

function succeeds(job: number): boolean {
  try {
    return runJob(queue.readBytes(job), tools)
  } catch {
    return false
  }
}
