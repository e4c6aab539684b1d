/** Thread that calls a server over several connections, each without a pause, until a message arrives. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { connectRpc } from '../support/rpcClient.ts'
import type { Call } from './calls.ts'

export interface CallersInput {
  readonly port: number
  readonly user: string
  readonly password: string
  readonly connections: number
  readonly calls: readonly Call[]
  /** expected body of the reply of each call, if it is known */
  readonly replies?: readonly string[]
}

export interface Failure {
  /** Unix time in ms */
  readonly at: number
  readonly reason: string
}

export interface CallersResult {
  /** duration of each successful call in ms, in ascending order */
  readonly times: readonly number[]
  readonly failures: readonly Failure[]
  readonly seconds: number
}

const MAX_REASON_LENGTH = 200
/** Pause after a call without a reply, in ms. */
const RETRY_MS = 10

async function callAll({ calls, connections, replies, ...server }: CallersInput): Promise<CallersResult> {
  const rpc = connectRpc(server)
  const times: number[] = []
  const failures: Failure[] = []
  let next = 0
  let running = true
  parentPort?.once('message', () => (running = false))
  const fail = (reason: string) => failures.push({ at: Date.now(), reason: reason.slice(0, MAX_REASON_LENGTH) })

  async function callOnce(): Promise<void> {
    const index = next++ % calls.length
    const [method, ...params] = calls[index]!
    const begun = performance.now()
    try {
      const { status, body } = await rpc.raw(method, params)
      if (status !== 200) fail(`${method}: ${status} ${body}`)
      else if (replies !== undefined && replies[index] !== body) fail(`${method}: another reply: ${body}`)
      else times.push(performance.now() - begun)
    } catch (error) {
      fail(`${method}: ${String(error)}`)
      await delay(RETRY_MS)
    }
  }

  const start = performance.now()
  const callers = Array.from({ length: connections }, async () => {
    while (running) await callOnce()
  })
  await Promise.all(callers)
  const seconds = (performance.now() - start) / 1000
  rpc.close()
  return { times: times.sort((a, b) => a - b), failures, seconds }
}

parentPort?.postMessage(await callAll(workerData as CallersInput))
