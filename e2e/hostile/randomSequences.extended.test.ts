/**
 * Random sequences of calls from a seed: several at once, of all methods, with aimed and with half valid parameters.
 * During them chains are switched, questions stay open, the page is reloaded and the app restarted. The user is absent
 * or rejects. CHAINWRIGHT_NIGHTLY=1 runs ten thousand.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { type SeededRandom, seededRandom } from '../../src-main/app/fuzz/testing/random.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { type Attacker, startAttacker } from './attacker.ts'
import { createHostileParams, type HostileParams } from './hostileParams.ts'
import { leaksIn, type Secrets } from './leaks.ts'
import { callSequences, takeFinishedCalls, takeReceived } from './pageCalls.ts'
import { lossesBetween, readVictimState, type VictimState } from './state.ts'
import { namesAsked, PASSPHRASE, reload, startVictim, unlock, type Victim } from './victim.ts'

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122)
const SEQUENCES = nightly() ? 10_000 : Number.POSITIVE_INFINITY
const TIME_MS = nightly() ? Number.POSITIVE_INFINITY : 15_000
const MAX_CALLS = 12
/** Sequences per batch, which the page runs without the test. */
const BATCH = 10
/** Minimum number of sequences, however busy the machine is. */
const MIN_SEQUENCES = nightly() ? SEQUENCES : 200
/** Timeouts for the calls of a sequence, before the next one starts; unfinished calls continue. */
const TIMEOUTS_MS = [10, 10, 10, 10, 200]
/**
 * Maximum number of open read calls at the start of the next batch, and the time to wait for that. Both keep the load
 * independent of the machine's speed.
 */
const MAX_OPEN_CALLS = 20
const OPEN_LIMIT_MS = 2000
/** Average number of batches between two user actions, reloads and restarts. */
const [QUESTION, RELOAD, RESTART] = nightly() ? [3, 10, 60] : [3, 8, 25]

const all: readonly Method[] = Object.values(windowMethods)
/**
 * Groups methods by consent level. Calls with a notice are rate-limited in a loop, so a larger share would leave less
 * time for the others.
 */
const methodsByLevel = (levels: readonly string[]) => all.filter(({ consent }) => levels.includes(consent))
const [reading, telling, asking] = [['none'], ['tell'], ['ask', 'never']].map(methodsByLevel) as [
  Method[],
  Method[],
  Method[],
]

const namesRead = reading.map(({ name }) => name)

let victim: Victim
let attackers: readonly Attacker[] = []
let before: VictimState
let secrets: Secrets

beforeAll(async () => {
  victim = await startVictim()
  attackers = [await startAttacker(victim.chains[0]), await startAttacker(victim.chains[1])]
  victim.consent.given = false
  before = await readVictimState(victim)
  const privateKeys = new Set(before.chains.flatMap((chain) => [...chain.privateKeys]))
  secrets = { privateKeys, phrases: [victim.phrase], passphrases: [PASSPHRASE] }
})
afterAll(async () => {
  for (const attacker of attackers) await attacker.close()
  await victim?.close()
})

const figures = { sequences: 0, calls: 0, answered: 0, refused: 0, questions: 0, restarts: 0, reloads: 0 }

/** Checks that the witnesses with immediate results saw nothing. */
async function checkWitnesses(): Promise<void> {
  for (const { received } of attackers) expect(received).toEqual([])
  expect(namesAsked(victim)).toEqual([])
}

/** Restarts the app with both chains running, and checks all witnesses. */
async function checkAllWitnesses(): Promise<void> {
  figures.questions += victim.consent.asked.length
  await victim.restart()
  figures.restarts++
  for (const [place, { rpc }] of victim.chains.entries()) {
    // The page may have banned the witness.
    await rpc.call('clearbanned')
    await attackers[place]?.reconnect()
  }
  expect(lossesBetween(before, await readVictimState(victim))).toEqual([])
  for (const attacker of attackers) {
    await attacker.catchUp()
    expect(attacker.received).toEqual([])
    expect(await attacker.strangeInBlocks()).toEqual([])
    expect(await attacker.balance()).toBe(0)
  }
  await checkWitnesses()
}

function sequence(random: SeededRandom, params: HostileParams) {
  const length = 1 + random.int(MAX_CALLS)
  return Array.from({ length }, () => {
    const level = random.chance(0.15) ? telling : random.chance(0.5) ? asking : reading
    return params.callOf(random.pick(level))
  })
}

async function run(random: SeededRandom, params: HostileParams): Promise<void> {
  const sequences = Array.from({ length: BATCH }, () => sequence(random, params))
  // Rate-limited calls would otherwise block all other calls.
  const cancelled = telling.map(({ name }) => name)
  await callSequences(victim.page, sequences, { patience: random.pick(TIMEOUTS_MS), cancelled })
  const settled = await takeFinishedCalls(victim.page, namesRead, MAX_OPEN_CALLS, OPEN_LIMIT_MS)
  const told = await takeReceived(victim.page)
  expect([sequences, leaksIn(told, secrets, JSON.stringify(sequences))]).toEqual([sequences, []])
  for (const { state, text } of settled) {
    figures[state]++
    if (state === 'answered') params.learn(text)
  }
  figures.sequences += BATCH
  figures.calls += sequences.flat().length
}

/** Leaves the next question open, or rejects all open ones. */
async function turn(random: SeededRandom): Promise<void> {
  const { consent } = victim
  consent.given = consent.given === 'held' ? false : 'held'
  if (consent.given === 'held') return
  for (const window of consent.open)
    await window
      .locator('[data-answer="no"]')
      .click({ timeout: 2000 })
      .catch(() => {})
  if (random.chance(0.3)) await unlock(victim.chains[0].rpc).catch(() => {})
}

describe('random sequences of calls', () => {
  it('give the attacker no coins and no data', async () => {
    const random = seededRandom(SEED)
    const [{ address, pubkey, privkey }] = attackers as [Attacker]
    const params = createHostileParams(random, { chains: victim.chains, address, pubkey, privkey })
    params.learnCoins(await victim.chains[0].rpc.call('listunspent'))
    const until = performance.now() + TIME_MS
    try {
      while (figures.sequences < SEQUENCES && (performance.now() < until || figures.sequences < MIN_SEQUENCES)) {
        await run(random, params)
        await checkWitnesses()
        if (random.int(QUESTION) === 0) await turn(random)
        if (random.int(RELOAD) === 0) {
          await reload(victim)
          figures.reloads++
        }
        if (random.int(RESTART) === 0) await checkAllWitnesses()
        if (nightly() && figures.sequences % 500 === 0) console.log(JSON.stringify(figures))
      }
      await checkAllWitnesses()
    } finally {
      console.log(`seed ${SEED}: ${JSON.stringify(figures)}`)
    }
    expect(figures.answered).toBeGreaterThan(figures.sequences / 10)
    expect(figures.questions).toBeGreaterThan(0)
  })
})
