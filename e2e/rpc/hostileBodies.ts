/**
 * Request bodies that once blocked the event loop or filled the memory, and checks that other clients are served during
 * the attack.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Daemon, readMemory, startDaemon } from '../support/daemon.ts'
import { type HostileClients, hostileClients } from './hostileClient.ts'

const MEGABYTE = 1 << 20
/** Maximum resident memory of the daemon under any attack. */
const MEMORY = 500 * MEGABYTE
/**
 * Maximum processor time, in ms, of the daemon's main thread until it replies to another client's `getinfo`, for 99 of
 * 100 calls.
 */
const MAX_ANSWER_MS = 250
export const AUTHORIZATION = `Basic ${Buffer.from('e2e:e2e-password').toString('base64')}`

export const long = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length))

type Bodies = readonly (readonly [string, () => string])[]

/** A call for each kind of attack. */
export const BODIES: Bodies = [
  ['an id of 30 MB', () => `{"method":"getblockcount","id":"${long('x', 30e6)}"}`],
  ['a parameter of 30 MB that an error repeats', () => `{"method":"getblock","params":["${long('z', 30e6)}"]}`],
  ['five million numbers', () => `{"method":"getinfo","params":[${long('7,', 10e6)}7]}`],
  ['objects', () => `[${long('{},', 30e6)}{}]`],
  ['brackets', () => long('[', 30e6)],
  ['a script of 15 MB', () => `{"method":"decodescript","params":["${long('51', 30e6)}"]}`],
  [
    '300,000 inputs',
    () => `{"method":"createrawtransaction","params":[[${long(`{"txid":"${long('ab', 64)}","vout":1},`, 26e6)}{}],{}]}`,
  ],
  ['addresses', () => `{"method":"getaddressbalance","params":[{"addresses":[${long('"R",', 30e6)}"R"]}]}`],
  ['a text of 30 MB to import', () => `{"method":"importwallettext","params":["${long('K\\n', 30e6)}"]}`],
]

/** Further bodies that take the same code paths. */
export const MORE_BODIES: Bodies = [
  ['escapes', () => `{"method":"${long('\\u0041', 30e6)}"}`],
  ['blanks', () => long(' ', 30e6)],
  ['digits', () => `{"method":"estimatefee","params":[${long('9', 30e6)}]}`],
  ['a script of pushes', () => `{"method":"decodescript","params":["${long('01ff', 30e6)}"]}`],
  ['a transaction of 15 MB', () => `{"method":"decoderawtransaction","params":["${long('01', 30e6)}"]}`],
  [
    '200,000 outputs',
    () =>
      `{"method":"createrawtransaction","params":[[],{${Array.from({ length: 200_000 }, (_, n) => `"76a914${n.toString(16).padStart(40, '0')}88ac":1`)}}]}`,
  ],
  ['a block of 15 MB', () => `{"method":"submitblock","params":["${long('00', 30e6)}"]}`],
  ['keys', () => `{"method":"createmultisig","params":[1,[${long('"02",', 30e6)}"02"]]}`],
  [
    'a message of 30 MB',
    () => `{"method":"verifymessage","params":["RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA","","${long('m', 30e6)}"]}`,
  ],
  ['a long name', () => `{"method":"tokencreate","params":["${long('n', 30e6)}","1"]}`],
  ['a long label', () => `{"method":"getnewaddress","params":["${long('n', 30e6)}"]}`],
]

/**
 * Measures `getinfo` of another client while `work` runs and until there are enough calls. Returns for each call the
 * processor time of the daemon's main thread until the reply, in ms, sorted.
 */
export async function latencies(daemon: Daemon, work: () => Promise<unknown> = async () => {}): Promise<number[]> {
  const probe = new Worker(new URL('./latencyProbe.ts', import.meta.url), {
    workerData: { port: daemon.port, pid: daemon.process.pid },
  })
  await once(probe, 'message')
  try {
    const enough = once(probe, 'message')
    await work()
    await enough
  } finally {
    probe.postMessage('stop')
  }
  const [times] = (await once(probe, 'message')) as [number[]]
  return times.toSorted((a, b) => a - b)
}

const centile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

export interface Attacked {
  readonly daemon: Daemon
  readonly hostile: HostileClients
}

/** Starts a daemon before the first test of a file and kills it after the last. */
export function useAttacked(): Attacked {
  let daemon: Daemon
  let hostile: HostileClients
  beforeAll(async () => {
    daemon = await startDaemon({ args: ['-ac_name=HOSTILE', '-regtest', '-ac_supply=1000', '-ac_cc=2', '-keypool=5'] })
    await daemon.rpc.call('generate', 5)
    hostile = hostileClients(daemon.port, AUTHORIZATION)
  })
  afterAll(async () => {
    hostile?.close()
    await daemon?.kill()
  })
  return {
    get daemon() {
      return daemon
    },
    get hostile() {
      return hostile
    },
  }
}

/** Expects that other clients were answered in time and that memory stayed within its limit. */
export function expectGood({ daemon }: Attacked, times: readonly number[], what: string): void {
  const { now, peak } = readMemory(daemon.process.pid ?? 0)
  const [middle, most, worst] = [0.5, 0.99, 1].map((share) => Math.round(centile(times, share)))
  console.log(
    `      ${what}: getinfo ${middle} ms, 99 of 100 within ${most} ms, longest ${worst} ms of the processor, ${times.length} calls; memory ${now >> 20} MB, at most ${peak >> 20} MB`,
  )
  expect(peak).toBeLessThan(MEMORY)
  expect(most).toBeLessThan(MAX_ANSWER_MS)
}

export async function expectBodyHarmless(attacked: Attacked, what: string, text: string): Promise<void> {
  const { daemon } = attacked
  const times = await latencies(daemon, async () => {
    const { status } = await daemon.rpc.post(text)
    expect([200, 400, 404, 413, 500]).toContain(status)
  })
  expectGood(attacked, times, what)
}
