/** A thread that calls getinfo every few milliseconds until it is stopped, and then reports how long each call took. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { connectRpc } from '../support/rpcClient.ts'

const PAUSE_MS = 5
/** Every so many calls a new connection. */
const CALLS_A_CONNECTION = 10

const credentials = { port: workerData as number, user: 'e2e', password: 'e2e-password' }
const times: number[] = []
let working = true
parentPort?.on('message', () => {
  working = false
})

let rpc = connectRpc(credentials)
for (let count = 1; working; count++) {
  const before = performance.now()
  await rpc.call('getinfo')
  times.push(performance.now() - before)
  if (count === 1) parentPort?.postMessage('begun')
  if (count % CALLS_A_CONNECTION === 0) {
    rpc.close()
    rpc = connectRpc(credentials)
  }
  await delay(PAUSE_MS)
}
rpc.close()
parentPort?.postMessage(times)
parentPort?.close()
