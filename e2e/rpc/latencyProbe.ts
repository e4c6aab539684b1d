/**
 * Worker thread that calls getinfo every few ms until it is stopped. It then reports for each call the processor time,
 * in ms, that the daemon's main thread used before the reply. Unlike elapsed time, this does not grow on a busy
 * machine.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { mainThreadMillis } from '../support/daemon.ts'
import { connectRpc } from '../support/rpcClient.ts'

/** Pause between calls, so that other clients' requests are served in between. */
const PAUSE_MS = 5
/** Minimum number of calls: enough to determine the slowest one in a hundred. */
const MIN_CALLS = 100
const CALLS_PER_CONNECTION = 10

const { port, pid } = workerData as { readonly port: number; readonly pid: number }
const credentials = { port, user: 'e2e', password: 'e2e-password' }
const times: number[] = []
let working = true
parentPort?.on('message', () => {
  working = false
})

let rpc = connectRpc(credentials)
for (let count = 1; working; count++) {
  const before = mainThreadMillis(pid)
  await rpc.call('getinfo')
  times.push(mainThreadMillis(pid) - before)
  if (count === 1) parentPort?.postMessage('begun')
  if (count === MIN_CALLS) parentPort?.postMessage('enough')
  if (count % CALLS_PER_CONNECTION === 0) {
    rpc.close()
    rpc = connectRpc(credentials)
  }
  await delay(PAUSE_MS)
}
rpc.close()
parentPort?.postMessage(times)
parentPort?.close()
