/** Entry of the thread that publishes into PostgreSQL. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../util/index.ts'
import { follow } from './follow.ts'
import type { PublishInput } from './types.ts'

/** The node's own thread goes first. */
const NICENESS = 5

// Not while the module is still being evaluated: a thread that is ended there takes the process with it.
setImmediate(() => {
  lowerThreadPriority(NICENESS)
  const follower = follow(workerData as PublishInput, (status) => parentPort?.postMessage(status))
  parentPort?.once('message', () => {
    parentPort?.close()
    follower.stop()
  })
  void follower.ended.finally(() => parentPort?.close())
})
