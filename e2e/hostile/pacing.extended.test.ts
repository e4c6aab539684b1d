/** A page that asks in a loop: a person sees few windows, is offered to close the page, and everything else goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { nightly } from '../../src-main/node/testing/index.ts'
import { evaluateAsync } from '../gui/inPage.ts'
import { withPatience } from '../support/patience.ts'
import { callRaw } from './pageCalls.ts'
import { lossesBetween, stateOf } from './state.ts'
import { startVictim, type Victim } from './victim.ts'

const FLOOD_MS = nightly() ? 60_000 : 15_000
const PAYEE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
/** A handful in the first seconds, then pauses that grow. */
const MOST_WINDOWS = 15

let victim: Victim
beforeAll(async () => {
  victim = await startVictim()
  victim.consent.given = false
})
afterAll(() => victim?.close())

const all: readonly Method[] = Object.values(windowMethods)
const asking = all.filter(({ consent }) => consent === 'ask')

/** As fast as it can, every method that asks and payments above all; counts calls and how long a harmless one takes. */
const FLOOD = (names: readonly string[]) => `(async () => {
  const names = ${JSON.stringify(names)}
  const params = { sendtoaddress: '["${PAYEE}", 1]', settxfee: '[5]', stop: '[]', sendmany: '["", {"${PAYEE}": 1}]' }
  const until = performance.now() + ${FLOOD_MS}
  let calls = 0
  let slowest = 0
  for (let id = 8e6; performance.now() < until;) {
    const some = Array.from({ length: 40 }, () => names[calls++ % names.length])
    // One whose question is open is not waited for.
    const pause = new Promise((done) => setTimeout(done, 100))
    await Promise.all(some.map((name) => Promise.race([pause, node.call(++id, name, params[name] ?? '[""]').catch(() => {})])))
    const begun = performance.now()
    await node.call(++id, 'getblockcount', '[]')
    slowest = Math.max(slowest, performance.now() - begun)
  }
  return { calls, slowest }
})()`

describe('a page that asks in a loop', () => {
  it('shows few windows, and is refused at once all the other times', { timeout: 300_000 }, async () => {
    const { page, consent } = victim
    const before = await stateOf(victim)
    const names = [...asking.map(({ name }) => name), ...Array(20).fill('sendtoaddress'), 'sendmany', 'settxfee']
    const found = (await evaluateAsync(page, FLOOD(names))) as { calls: number; slowest: number }
    console.log(
      `${found.calls} calls in ${FLOOD_MS / 1000} s, ${consent.asked.length} questions, slowest other call ${found.slowest} ms`,
    )
    expect(consent.asked.length).toBeGreaterThan(2)
    expect(consent.asked.length).toBeLessThanOrEqual(MOST_WINDOWS)
    expect(found.calls).toBeGreaterThan(FLOOD_MS / 60)
    expect(found.slowest).toBeLessThan(withPatience(1000))
    expect(consent.asked.at(-1)).toContain('Close this page')
    const [answer] = await callRaw(page, [['sendtoaddress', JSON.stringify([PAYEE, 1])]])
    expect(answer).toMatchObject({ state: 'refused', text: expect.stringMatching(/can be asked again in \d+ s/) })
    expect(lossesBetween(before, await stateOf(victim))).toEqual([])
  })
})
