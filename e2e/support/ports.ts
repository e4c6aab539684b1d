import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_TEST_MS } from '../../src-main/node/testing/limits.ts'

/** The RPC port that the sandbox has where nobody names another. */
export const SANDBOX_PORT = 12_777

/**
 * Where no system takes ports for outgoing connections from: one of these, free for a moment, could have taken the port
 * before the program that it was meant for.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
/** Test files that run at the same time take their ports from ranges of their own. */
const RANGES = 8
const PORTS_A_RANGE = (LAST_PORT - FIRST_PORT) / RANGES
const TRIES = 100
/** Maximum duration of a wait for a port, in milliseconds: the tests of another file end before. */
export const CLAIM_MS = MAX_TEST_MS - 60_000

/** Vitest numbers the processes that run test files from 1. */
const range = (Number(process.env['VITEST_POOL_ID'] ?? 0) || 0) % RANGES
const start = randomInt(PORTS_A_RANGE)
let taken = 0

/** Takes a port of loopback for a moment. Undefined when somebody else has it. */
function take(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })
}

/** A port of loopback that was free a moment ago, and that nobody else in this run is given. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const place = (start + taken++) % PORTS_A_RANGE
    const port = await take(FIRST_PORT + range * PORTS_A_RANGE + place)
    if (port !== undefined) return port
  }
  throw new Error('no port')
}

export const isFree = async (port: number): Promise<boolean> => (await take(port)) !== undefined

/**
 * Has a port that the product chooses by itself to this test file alone, until the returned function is called: other files
 * that run at the same time wait here for it.
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
