/**
 * Tests a page that asks in a loop: the user sees few windows and is offered to close the page, and everything else
 * keeps working.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { nightly } from '../../src-main/node/testing/index.ts'
import { evaluateAsync } from '../gui/inPage.ts'
import { callRaw } from './pageCalls.ts'
import { lossesBetween, readVictimState } from './state.ts'
import { startVictim, type Victim } from './victim.ts'

/** Duration of the flood in milliseconds; the delays between questions use the app's clock. */
const FLOOD_MS = nightly() ? 60_000 : 15_000
/** Minimum number of calls of a flood, however slow the machine is. */
const MIN_CALLS = FLOOD_MS / 60
const PAYEE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
/** Maximum number of question windows: a few in the first seconds, then growing delays. */
const MAX_WINDOWS = 15

let victim: Victim
beforeAll(async () => {
  victim = await startVictim()
  victim.consent.given = false
})
afterAll(() => victim?.close())

const all: readonly Method[] = Object.values(windowMethods)
const asking = all.filter(({ consent }) => consent === 'ask')

/**
 * Calls every method with a question as fast as possible, mostly payments. Counts the calls, and waits for a harmless
 * call in between.
 */
const FLOOD = (names: readonly string[]) => `(async () => {
  const names = ${JSON.stringify(names)}
  const params = { sendtoaddress: '["${PAYEE}", 1]', settxfee: '[5]', stop: '[]', sendmany: '["", {"${PAYEE}": 1}]' }
  const until = performance.now() + ${FLOOD_MS}
  let calls = 0
  for (let id = 8e6; performance.now() < until || calls < ${MIN_CALLS};) {
    const some = Array.from({ length: 40 }, () => names[calls++ % names.length])
    // One whose question is open is not waited for.
    const pause = new Promise((done) => setTimeout(done, 100))
    await Promise.all(some.map((name) => Promise.race([pause, node.call(++id, name, params[name] ?? '[""]').catch(() => {})])))
    await node.call(++id, 'getblockcount', '[]')
  }
  return calls
})()`

describe('a page that makes calls in a loop', () => {
  it('shows few windows, and is rejected at once for all other calls', async () => {
    const { page, consent } = victim
    const before = await readVictimState(victim)
    const names = [...asking.map(({ name }) => name), ...Array(20).fill('sendtoaddress'), 'sendmany', 'settxfee']
    const calls = (await evaluateAsync(page, FLOOD(names))) as number
    console.log(`${calls} calls, ${consent.asked.length} questions`)
    expect(consent.asked.length).toBeGreaterThan(2)
    expect(consent.asked.length).toBeLessThanOrEqual(MAX_WINDOWS)
    expect(consent.asked.at(-1)).toContain('Close this page')
    const [answer] = await callRaw(page, [['sendtoaddress', JSON.stringify([PAYEE, 1])]])
    expect(answer).toMatchObject({ state: 'refused', text: expect.stringMatching(/can be asked again in \d+ s/) })
    expect(lossesBetween(before, await readVictimState(victim))).toEqual([])
  })
})
