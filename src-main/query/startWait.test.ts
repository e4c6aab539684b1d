import { describe, expect, it } from 'vitest'
import { waitForTables } from './startWait.ts'
import type { TablesState, UnreadyState } from './tablesState.ts'

const READY: TablesState = {
  ...{ kind: 'ready', block: { height: 7, hash: new Uint8Array(32) }, time: 1, chain: 'TEST', settings: '{}' },
}
const away: TablesState = { kind: 'unreachable', reason: 'connect ECONNREFUSED' }
const loading: TablesState = { kind: 'publishing', reason: 'The chain is being published...' }

/** Runs the wait on a clock that moves only while it sleeps. Returns the result or error, and the retries. */
async function wait(states: readonly TablesState[], { limitMs = 60_000, abortAfter = Number.POSITIVE_INFINITY } = {}) {
  let time = 0
  let reads = 0
  const retries: [UnreadyState['kind'], number][] = []
  const controller = new AbortController()
  const result = await waitForTables({
    read: async () => {
      const state = states[Math.min(reads++, states.length - 1)]!
      if (reads > abortAfter) controller.abort()
      return state
    },
    sleep: async (millis) => {
      time += millis
    },
    now: () => time,
    retrying: ({ kind }, millis) => retries.push([kind, millis]),
    ...{ limitMs, signal: controller.signal },
  }).catch((error: unknown) => String(error))
  return { result, retries, time }
}

describe('waitForTables', () => {
  it('returns the published state at once if a chain is published', async () => {
    expect(await wait([READY])).toEqual({ result: READY, retries: [], time: 0 })
  })

  it('retries an unreachable database with growing delays, and reports each retry', async () => {
    const { result, retries } = await wait([away, away, away, READY])
    expect(result).toBe(READY)
    expect(retries).toEqual([
      ['unreachable', 500],
      ['unreachable', 1000],
      ['unreachable', 2000],
    ])
  })

  it('fails with the reason after the limit', async () => {
    const { result, time } = await wait([away])
    expect(result).toBe('Error: The database cannot be reached: connect ECONNREFUSED')
    expect(time).toBeGreaterThanOrEqual(60_000)
    expect(time).toBeLessThan(80_000)
  })

  it('fails at the first attempt if the limit is 0', async () => {
    expect(await wait([away], { limitMs: 0 })).toMatchObject({ retries: [], time: 0 })
  })

  it('waits without a limit for a first load', async () => {
    const { result, time } = await wait([...Array<TablesState>(100).fill(loading), READY])
    expect(result).toBe(READY)
    expect(time).toBeGreaterThan(600_000)
  })

  it('fails at once if the database refuses the user', async () => {
    const refused: TablesState = { kind: 'refused', reason: 'password authentication failed for user "x"' }
    const { result, retries } = await wait([away, refused])
    expect(result).toBe('Error: The database refuses this program: password authentication failed for user "x"')
    expect(retries.length).toBe(1)
  })

  it('ends without a result when the program is to stop', async () => {
    expect((await wait([away], { abortAfter: 2 })).result).toBeUndefined()
  })
})
