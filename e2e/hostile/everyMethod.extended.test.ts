/**
 * Calls every method available to a page with several sets of hostile parameters, while the user rejects every
 * question, and while the user is absent. No protected state changes, and everything else keeps working.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { seededRandom } from '../../src-main/app/fuzz/testing/random.ts'
import { nightly } from '../../src-main/node/testing/index.ts'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { type Attacker, startAttacker } from './attacker.ts'
import { createHostileParams, type HostileParams } from './hostileParams.ts'
import { leaksIn } from './leaks.ts'
import { type Answer, beginCall, call, callForResult, callRaw, takeReceived } from './pageCalls.ts'
import { appease, heldQuestion, refuseOpen } from './person.ts'
import { lossesBetween, readVictimState, type VictimState } from './state.ts'
import { namesAsked, PASSPHRASE, startVictim, type Victim } from './victim.ts'

/** Minimum number of parameter sets per method. */
const SETS = nightly() ? 6 : 1
const SEED = 20_261_122
/** Number of rejected questions after which the delay is reset; with more, the page would be rate-limited. */
const APPEASED_AFTER = 2

const all: readonly Method[] = Object.values(windowMethods)

let victim: Victim
let attacker: Attacker
let params: HostileParams
let before: VictimState

beforeAll(async () => {
  victim = await startVictim()
  attacker = await startAttacker(victim.chains[0])
  victim.consent.given = false
  const { address, pubkey, privkey } = attacker
  params = createHostileParams(seededRandom(SEED), { chains: victim.chains, address, pubkey, privkey })
  params.learnCoins(await victim.chains[0].rpc.call('listunspent'))
  before = await readVictimState(victim)
})
afterAll(async () => {
  await attacker?.close()
  await victim?.close()
})

/** Undoes changes that the page may make without approval: stopped chains, and the choice of the shown chain. */
async function runAgain(): Promise<void> {
  const { page, chains } = victim
  const list = await callForResult<{ current: string; chains: { id: string; state: string }[] }>(page, 'listchains')
  for (const { id } of chains) {
    const state = list.chains.find((chain) => chain.id === id)?.state
    if (state !== 'running') await call(page, 'startchain', id)
  }
  if (list.current !== chains[0].id) await call(page, 'selectchain', chains[0].id)
}

async function nothingHappened(): Promise<void> {
  await runAgain()
  for (const { rpc } of victim.chains) await rpc.call('clearbanned')
  const told = await takeReceived(victim.page)
  const privateKeys = new Set(before.chains.flatMap((chain) => [...chain.privateKeys]))
  expect(leaksIn(told, { privateKeys, phrases: [victim.phrase], passphrases: [PASSPHRASE] })).toEqual([])
  expect(lossesBetween(before, await readVictimState(victim))).toEqual([])
  await attacker.reconnect()
  await attacker.catchUp()
  expect(attacker.received).toEqual([])
  expect(await attacker.strangeInBlocks()).toEqual([])
  expect(await attacker.balance()).toBe(0)
  expect(namesAsked(victim)).toEqual([])
}

/**
 * Returns the milliseconds that the page waits for a call. A call without approval must be answered, however slow the
 * machine is. The page abandons others: those that are rate-limited, or whose question is not answered.
 */
function patienceFor({ consent }: Method): number {
  if (consent === 'none') return MAX_WAIT_MS
  if (consent !== 'ask') return 1500
  return victim.consent.given === false ? 8000 : 200
}

/** Calls each method with each of its parameter sets, one after another. */
async function everything(each?: (method: Method) => Promise<void>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const method of all) {
    await each?.(method)
    const patience = patienceFor(method)
    for (const one of params.setsOf(method, SETS)) answers.push(...(await callRaw(victim.page, [one], { patience })))
    for (const { text } of answers.slice(-SETS)) params.learn(text)
    if (/chain$/.test(method.name)) await runAgain()
  }
  return answers
}

describe('every method', () => {
  it('changes nothing if the user rejects every question', async () => {
    const { consent } = victim
    let questions = 0
    const answers = await everything(async ({ consent: level }) => {
      if (level === 'ask' && questions++ % APPEASED_AFTER === 0) await appease(victim)
    })
    const agreed = consent.asked.filter((text) => text.includes('Pay 0.00000000')).length
    console.log(`${answers.length} calls of ${all.length} methods, ${consent.asked.length - agreed} questions refused`)
    expect(consent.asked.length - agreed).toBeGreaterThan(30)
    // Questions are rejected, and rate-limited calls get no reply, so no method with a question may return a result.
    const asks = new Set(
      all.filter(({ consent: level }) => level === 'ask' || level === 'never').map(({ name }) => name),
    )
    const done = answers.filter(({ name, state }) => state === 'answered' && asks.has(name))
    expect(done).toEqual([])
    await nothingHappened()
  })

  it('changes nothing if the user is absent, and still answers calls without approval', async () => {
    const { page, consent } = victim
    await appease(victim)
    consent.given = 'held'
    const open = beginCall(page, 'sendtoaddress', attacker.address, 1)
    await heldQuestion(consent)
    const asked = consent.asked.length
    const answers = await everything()
    // Only the first question is open, unless a call of the page stopped its chain.
    expect(consent.asked.length).toBeLessThanOrEqual(asked + 2)
    for (const name of ['getblockcount', 'getbalance', 'getinfo', 'listchains', 'getpeerinfo']) {
      expect(await call(page, name)).toMatchObject({ name, state: 'answered' })
    }
    const reading = new Set(all.filter(({ consent: level }) => level === 'none').map(({ name }) => name))
    const waiting = answers.filter(({ name, state }) => reading.has(name) && state === 'waiting')
    expect(waiting.map(({ name }) => name)).toEqual([])
    await refuseOpen(victim)
    expect(await open).toMatchObject({ state: 'refused' })
    await nothingHappened()
  })
})
