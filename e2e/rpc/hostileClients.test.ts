/** What callers with the password, or without it, can do to the daemon and to everybody else who calls it. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, memoryOf, startDaemon } from '../support/daemon.ts'
import { withPatience } from '../support/patience.ts'
import { type HostileClients, head, hostileClients } from './hostileClient.ts'

const MEGABYTE = 1 << 20
/** Highest resident memory of the daemon, whatever callers do. */
const MEMORY = 500 * MEGABYTE
/** Longest `getinfo` of somebody else meanwhile, 99 of 100, in milliseconds. */
const LATENCY_MS = 250
const AUTHORIZATION = `Basic ${Buffer.from('e2e:e2e-password').toString('base64')}`

const long = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length))

/** One call of each kind that held the thread, or filled the memory. */
const BODIES: readonly (readonly [string, () => string])[] = [
  ['an id of 30 MB', () => `{"method":"getblockcount","id":"${long('x', 30e6)}"}`],
  ['a parameter of 30 MB that an error repeats', () => `{"method":"getblock","params":["${long('z', 30e6)}"]}`],
  ['escapes', () => `{"method":"${long('\\u0041', 30e6)}"}`],
  ['five million numbers', () => `{"method":"getinfo","params":[${long('7,', 10e6)}7]}`],
  ['objects', () => `[${long('{},', 30e6)}{}]`],
  ['brackets', () => long('[', 30e6)],
  ['blanks', () => long(' ', 30e6)],
  ['digits', () => `{"method":"estimatefee","params":[${long('9', 30e6)}]}`],
  ['a script of 15 MB', () => `{"method":"decodescript","params":["${long('51', 30e6)}"]}`],
  ['a script of pushes', () => `{"method":"decodescript","params":["${long('01ff', 30e6)}"]}`],
  ['a transaction of 15 MB', () => `{"method":"decoderawtransaction","params":["${long('01', 30e6)}"]}`],
  [
    '300,000 inputs',
    () => `{"method":"createrawtransaction","params":[[${long(`{"txid":"${long('ab', 64)}","vout":1},`, 26e6)}{}],{}]}`,
  ],
  [
    '200,000 outputs',
    () =>
      `{"method":"createrawtransaction","params":[[],{${Array.from({ length: 200_000 }, (_, n) => `"76a914${n.toString(16).padStart(40, '0')}88ac":1`)}}]}`,
  ],
  ['a block of 15 MB', () => `{"method":"submitblock","params":["${long('00', 30e6)}"]}`],
  ['addresses', () => `{"method":"getaddressbalance","params":[{"addresses":[${long('"R",', 30e6)}"R"]}]}`],
  ['keys', () => `{"method":"createmultisig","params":[1,[${long('"02",', 30e6)}"02"]]}`],
  [
    'a message of 30 MB',
    () => `{"method":"verifymessage","params":["RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA","","${long('m', 30e6)}"]}`,
  ],
  ['a text of 30 MB to import', () => `{"method":"importwallettext","params":["${long('K\\n', 30e6)}"]}`],
  ['a long name', () => `{"method":"tokencreate","params":["${long('n', 30e6)}","1"]}`],
  ['a long label', () => `{"method":"getnewaddress","params":["${long('n', 30e6)}"]}`],
]

const batch = (method: string, count: number) => `[${long(`{"method":"${method}"},`, count * (method.length + 14))}{}]`

/** How long each `getinfo` of somebody else took while `work` went on, in milliseconds, sorted; by a clock in a thread of its own. */
async function latencies(daemon: Daemon, work: () => Promise<unknown>): Promise<number[]> {
  const probe = new Worker(new URL('./latencyProbe.ts', import.meta.url), { workerData: daemon.port })
  await once(probe, 'message')
  try {
    await work()
  } finally {
    probe.postMessage('stop')
  }
  const [times] = (await once(probe, 'message')) as [number[]]
  return times.toSorted((a, b) => a - b)
}

const centile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

describe('hostile callers of the daemon', () => {
  let daemon: Daemon
  let hostile: HostileClients
  beforeAll(async () => {
    daemon = await startDaemon({ args: ['-ac_name=HOSTILE', '-regtest', '-ac_supply=1000', '-ac_cc=2', '-keypool=5'] })
    await daemon.rpc.call('generate', 5)
    hostile = hostileClients(daemon.port, AUTHORIZATION)
  })
  afterAll(async () => {
    hostile.close()
    await daemon.kill()
  })

  function expectGood(times: readonly number[], what: string): void {
    const { now, peak } = memoryOf(daemon.process.pid ?? 0)
    const [middle, most, worst] = [0.5, 0.99, 1].map((share) => Math.round(centile(times, share)))
    console.log(
      `      ${what}: getinfo ${middle} ms, 99 of 100 within ${most} ms, longest ${worst} ms of ${times.length}; memory ${now >> 20} MB, at most ${peak >> 20} MB`,
    )
    expect(peak).toBeLessThan(MEMORY)
    expect(most).toBeLessThan(withPatience(LATENCY_MS))
  }

  it.each(BODIES)('%s', async (what, body) => {
    const text = body()
    const times = await latencies(daemon, async () => {
      const { status } = await daemon.rpc.post(text)
      expect([200, 400, 404, 413, 500]).toContain(status)
    })
    expectGood(times, what)
  })

  it('60 connections that never read, with ids and results of many megabytes', async () => {
    const text = Buffer.from(`{"method":"getblockcount","id":"${long('x', 30e6)}"}`)
    const echo = Buffer.from(`{"method":"decodescript","params":["6a${long('4b', 3000)}"]}`)
    const many = Buffer.from(`[${long(`${echo},`, 3 * MEGABYTE)}${echo}]`)
    const times = await latencies(daemon, async () => {
      await Promise.all(Array.from({ length: 60 }, (_, at) => hostile.unread(at % 2 === 0 ? text : many)))
    })
    expectGood(times, '60 that never read')
    hostile.close()
  })

  it('8 batches of 2,000 rpc.discover that nobody reads', async () => {
    const text = batch('rpc.discover', 2000)
    const times = await latencies(daemon, () => Promise.all(Array.from({ length: 8 }, () => hostile.unread(text))))
    const after = await latencies(daemon, () => delay(3000))
    expectGood(
      [...times, ...after].toSorted((a, b) => a - b),
      '8 batches',
    )
    hostile.close()
  })

  it('one that pipelines without reading', async () => {
    const body = '{"method":"rpc.discover"}'
    const request = Buffer.from(`${head(AUTHORIZATION, body.length)}${body}`)
    const times = await latencies(daemon, async () => {
      const socket = await hostile.unread(body)
      for (let sent = 0; sent < 4000 && !socket.destroyed; sent++) socket.write(request)
      await delay(2000)
    })
    expectGood(times, 'a pipeline')
    hostile.close()
  })

  it('600 connections that send half a header keep nobody out, and are ended', async () => {
    const half = `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthor`
    await Promise.all(Array.from({ length: 600 }, () => hostile.silent(half)))
    const times = await latencies(daemon, () => delay(1000))
    expectGood(times, '600 half-open')
    const deadline = performance.now() + withPatience(10_000)
    while (hostile.open() > 0 && performance.now() < deadline) await delay(50)
    expect(hostile.open()).toBe(0)
  })

  it('the same with whole headers and a password that is wrong', async () => {
    await Promise.all(Array.from({ length: 600 }, () => hostile.silent(head('Basic eDp5', 100))))
    const times = await latencies(daemon, () => delay(1000))
    expectGood(times, '600 that guess')
    hostile.close()
  })

  it('600 that know the password and never send the body they announce', async () => {
    await Promise.all(Array.from({ length: 600 }, () => hostile.silent(head(AUTHORIZATION, 1000))))
    const times = await latencies(daemon, () => delay(1000))
    expectGood(times, '600 that owe a body')
    hostile.close()
  })

  it('is answered as ever when they have gone', async () => {
    expect(await daemon.rpc.call('getblockcount')).toBe(5)
    expect(daemon.output()).not.toMatch(/[Ee]rror/)
  })
})

describe('a body that comes drop by drop', () => {
  it('is not waited for longer than twice -rpcservertimeout', async () => {
    const daemon = await startDaemon({ args: ['-ac_name=DRIP', '-regtest', '-rpcservertimeout=2'] })
    const hostile = hostileClients(daemon.port, AUTHORIZATION)
    const socket = await hostile.silent(head(AUTHORIZATION, 100_000))
    const before = performance.now()
    while (!socket.destroyed && performance.now() - before < withPatience(15_000)) {
      socket.write(' ')
      await delay(100)
    }
    expect(socket.destroyed).toBe(true)
    expect(performance.now() - before).toBeGreaterThan(2000)
    hostile.close()
    await daemon.stop()
  })
})
