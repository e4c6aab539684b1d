import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_TEST_MS } from '../../src-main/node/testing/limits.ts'

/** Default RPC port of the sandbox. */
export const SANDBOX_PORT = 12_777

/**
 * Ports below the ephemeral range of every system. A free ephemeral port could be taken by an outgoing connection
 * before the intended program binds it.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
/** Number of port ranges: test files that run at the same time use different ones. */
const RANGES = 8
const PORTS_PER_RANGE = (LAST_PORT - FIRST_PORT) / RANGES
const TRIES = 100
/** Maximum wait for a port in ms, a minute less than the time limit of the tests of the file that holds it. */
export const CLAIM_MS = MAX_TEST_MS - 60_000

/** Vitest numbers its worker processes from 1. */
const range = (Number(process.env['VITEST_POOL_ID'] ?? 0) || 0) % RANGES
const start = randomInt(PORTS_PER_RANGE)
let taken = 0

/** Binds a loopback port for a moment. Returns undefined if the port is in use. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })
}

/** Returns a loopback port that was free a moment ago and that this run gives to no other caller. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const place = (start + taken++) % PORTS_PER_RANGE
    const port = await tryPort(FIRST_PORT + range * PORTS_PER_RANGE + place)
    if (port !== undefined) return port
  }
  throw new Error('no port')
}

export const isFree = async (port: number): Promise<boolean> => (await tryPort(port)) !== undefined

/**
 * Reserves a port that the product chooses for this test file, until the returned function is called. Other files that
 * run at the same time wait for the port.
 */
export async function claimPort(port: number): Promise<() => void> {
  const mark = join(tmpdir(), `port-${port}`)
  const deadline = performance.now() + CLAIM_MS
  for (;;) {
    try {
      mkdirSync(mark)
      return () => rmSync(mark, { recursive: true })
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`another test file keeps port ${port}`, { cause: error })
    }
    await delay(100)
  }
}
