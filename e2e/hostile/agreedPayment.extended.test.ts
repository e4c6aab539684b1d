/**
 * The user approves one payment, by each method that spends, while the page tries to change it. The mined transaction
 * must equal the one in the question window. The text is read from that window, and the transaction from the attacker's
 * node, which receives it like any peer.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { until } from '../support/network.ts'
import { checkAgreedPayment, type PaymentCall, STRANGER } from './agreedPayment.ts'
import { type Attacker, startAttacker } from './attacker.ts'
import { beginCall, call, callForResult } from './pageCalls.ts'
import { appease, heldQuestion, refuseOpen } from './person.ts'
import { startVictim, type Victim } from './victim.ts'

const OTHER = 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA'

let victim: Victim
let attacker: Attacker

beforeAll(async () => {
  victim = await startVictim()
  attacker = await startAttacker(victim.chains[0])
})
afterEach(() => refuseOpen(victim))
afterAll(async () => {
  await attacker?.close()
  await victim?.close()
})

interface Built {
  readonly hex: string
}

const build = (method: string, ...params: readonly unknown[]) =>
  callForResult<Built>(victim.page, method, ...params).then(({ hex }) => hex)

async function createToken(supply: string): Promise<string> {
  const { rpc } = victim.chains[0]
  const { hex } = await rpc.call<Built>('tokencreate', 'GOLD', supply, 'of the owner')
  const txid = await rpc.call<string>('sendrawtransaction', hex)
  await rpc.call('generate', 1)
  return txid
}

type Way = readonly [name: string, call: () => Promise<PaymentCall>]

/**
 * Methods tested in normal runs: the window uses this one, and namedAttacks covers `preparesend`. The others lead to
 * the same question and are tested nightly.
 */
const BY_DAY: ReadonlySet<string> = new Set(['tokentransfer'])

const ways: readonly Way[] = [
  ['sendtoaddress', async () => ['sendtoaddress', STRANGER, '1.5', 'a comment']],
  ['sendmany', async () => ['sendmany', '', { [STRANGER]: 1.25, [OTHER]: 0.5 }]],
  [
    'signrawtransaction',
    async () => {
      const raw = await callForResult<string>(victim.page, 'createrawtransaction', [], { [STRANGER]: 3 })
      const funded = await build('fundrawtransaction', raw)
      return ['sendrawtransaction', await build('signrawtransaction', funded)]
    },
  ],
  [
    'tokentransfer',
    async () => [
      'sendrawtransaction',
      await build('tokentransfer', await createToken('20'), attacker.pubkey, '1000000000'),
    ],
  ],
  ['faucetfund', async () => ['sendrawtransaction', await build('faucetfund', '4')]],
]

describe('the mined payment', () => {
  it.each(ways.filter(([name]) => nightly() || BY_DAY.has(name)))(
    'equals the payment in the question window: %s',
    async (_, begin) => {
      await checkAgreedPayment(victim, attacker, await begin())
    },
  )

  it('appears in the question with the token, its units and the recipient', async () => {
    const { consent } = victim
    const text = consent.asked.find((each) => each.includes('GOLD')) ?? ''
    expect(text).toContain('Send 1,000,000,000 units of “GOLD” to ')
    expect(text).not.toMatch(/10\.00000000 to/)
  })

  it('stays unsent if the chain stops while the question is open', async () => {
    const { page, consent, chains } = victim
    await appease(victim)
    consent.given = 'held'
    const answer = beginCall(page, 'sendtoaddress', STRANGER, '1')
    await heldQuestion(consent)
    await call(page, 'stopchain', chains[0].id)
    expect(await answer).toMatchObject({ state: 'refused' })
    await until('no question', async () => consent.open.size === 0)
    await call(page, 'startchain', chains[0].id)
    expect(await chains[0].rpc.call('getrawmempool')).toEqual([])
    consent.given = false
  })
})
