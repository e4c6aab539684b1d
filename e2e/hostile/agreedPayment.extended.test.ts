/**
 * The person agrees to one payment, on each way that spends, while the page does what it can to make it another one. What
 * is mined is what the question's window showed: its text is read from the window, and the transaction from the attacker's
 * node, which gets it as everybody does.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { answerQuestion } from '../gui/consent.ts'
import { until } from '../support/network.ts'
import { type Attacker, startAttacker } from './attacker.ts'
import { beginCall, call, callRaw, type RawCall, resultOf } from './pageCalls.ts'
import { appease, heldQuestion, readQuestion, refuseOpen, type ShownQuestion, type ShownRow } from './person.ts'
import { startVictim, type Victim } from './victim.ts'

/** Of nobody here. */
const PAYEE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA'
const SATOSHIS = 100_000_000

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
  resultOf<Built>(victim.page, method, ...params).then(({ hex }) => hex)

async function tokenOf(supply: string): Promise<string> {
  const { rpc } = victim.chains[0]
  const { hex } = await rpc.call<Built>('tokencreate', 'GOLD', supply, 'of the owner')
  const txid = await rpc.call<string>('sendrawtransaction', hex)
  await rpc.call('generate', 1)
  return txid
}

type Way = readonly [name: string, call: () => Promise<readonly [method: string, ...params: unknown[]]>]

/** What the window itself uses. The other ways end in the same question, and are the nightly run's. */
const BY_DAY: ReadonlySet<string> = new Set(['preparesend', 'tokentransfer'])

const ways: readonly Way[] = [
  ['sendtoaddress', async () => ['sendtoaddress', PAYEE, '1.5', 'a comment']],
  ['sendmany', async () => ['sendmany', '', { [PAYEE]: 1.25, [OTHER]: 0.5 }]],
  [
    'preparesend',
    async () => ['sendprepared', await build('preparesend', { outputs: [{ address: PAYEE, amount: '2' }] })],
  ],
  [
    'signrawtransaction',
    async () => {
      const raw = await resultOf<string>(victim.page, 'createrawtransaction', [], { [PAYEE]: 3 })
      const funded = await build('fundrawtransaction', raw)
      return ['sendrawtransaction', await build('signrawtransaction', funded)]
    },
  ],
  [
    'tokentransfer',
    async () => [
      'sendrawtransaction',
      await build('tokentransfer', await tokenOf('20'), attacker.pubkey, '1000000000'),
    ],
  ],
  ['faucetfund', async () => ['sendrawtransaction', await build('faucetfund', '4')]],
]

/** Everything that once changed a payment that somebody was just agreeing to. */
function interference(): readonly RawCall[] {
  const [first, second] = victim.chains
  const calls: readonly (readonly [string, ...unknown[]])[] = [
    ['setidentity', attacker.pubkey],
    ['setpubkey', attacker.pubkey],
    ['settxfee', 5],
    ['importprivkey', attacker.privkey],
    ['importprivkey', ''],
    ['selectchain', second.id],
    ['sendtoaddress', attacker.address, '900'],
    ['selectchain', first.id],
    ['lockunspent', false, []],
    ['setaddresslabel', attacker.address, 'Rent'],
    ['preparesend', { outputs: [{ address: attacker.address, amount: '900' }] }],
    ['getnewaddress'],
  ]
  return calls.map(([name, ...params]) => [name, JSON.stringify(params)])
}

/** The page draws a question of its own over everything, as far as it reaches. */
const LIE = `(() => {
  const cover = document.createElement('div')
  cover.style = 'position: fixed; inset: 0; z-index: 99999; background: white'
  cover.innerHTML = '<h1>Send 0.00000001 TWIN?</h1><p>to yourself</p>'
  document.body.append(cover)
  try { window.open('/question', '_blank') } catch {}
})()`

interface Sent {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[]
  readonly vout: readonly {
    readonly value: number
    readonly scriptPubKey: { readonly addresses?: readonly string[] }
  }[]
}

const satoshis = (coins: number) => Math.round(coins * SATOSHIS)
const amountOf = (text: string) => satoshis(Number(/(\d+\.\d{8}) TWIN/.exec(text)?.[1]))

/** Address and satoshis of rows, sorted. */
const rowsOf = (rows: readonly ShownRow[] = []) => rows.map(({ who, what }) => `${who} ${amountOf(what)}`)

async function compare({ facts, lists }: ShownQuestion, { vin, vout }: Sent): Promise<void> {
  const { rpc } = attacker.node
  const coins = await Promise.all(
    vin.map(async ({ txid, vout: index }) => (await rpc.call<Sent>('getrawtransaction', txid, 1)).vout[index]),
  )
  const spent = coins.reduce((sum, coin) => sum + satoshis(coin?.value ?? Number.NaN), 0)
  const paid = vout.reduce((sum, { value }) => sum + satoshis(value), 0)
  expect(amountOf(facts['Fee'] ?? '')).toBe(spent - paid)
  const shown = [...rowsOf(lists['To'] ?? lists['Goes to']), ...rowsOf(lists['Change'])].toSorted()
  const sent = vout
    .filter(({ value }) => value > 0)
    .map(({ value, scriptPubKey }) => [scriptPubKey.addresses?.[0], satoshis(value)] as const)
  const found = (row: string) => sent.some(([address, amount]) => row === `${address} ${amount}`)
  // Every row is an output, and the amounts are all amounts: outputs without an address have another name.
  expect(shown.map((row) => Number(row.split(' ').at(-1))).toSorted()).toEqual(
    sent.map(([, amount]) => amount).toSorted(),
  )
  for (const row of shown.filter((each) => each.startsWith('R'))) expect([row, found(row)]).toEqual([row, true])
}

describe('what is mined', () => {
  it.each(ways.filter(([name]) => nightly() || BY_DAY.has(name)))('is what the window showed: %s', async (_, begin) => {
    const { page, consent, chains } = victim
    const [{ rpc }] = chains
    const [method, ...params] = await begin()
    await appease(victim)
    const asked = consent.asked.length
    consent.given = 'held'
    const answer = beginCall(page, method, ...params)
    const window = await heldQuestion(consent)
    const shown = await readQuestion(window)
    const disturbed = callRaw(page, interference(), { patience: 3000 })
    await page.evaluate(LIE)
    await disturbed
    expect(await readQuestion(window)).toEqual(shown)
    await answerQuestion(window, { given: true, secrets: new Map() })
    const { state, text } = await answer
    expect([state, text]).toEqual(['answered', expect.stringContaining(shown.facts['Transaction'] ?? '-')])
    consent.given = false
    expect(consent.asked.length).toBe(asked + 1)

    const before = await attacker.node.rpc.call<number>('getblockcount')
    await rpc.call('generate', 1)
    await attacker.catchUp()
    const { tx } = await attacker.node.rpc.call<{ tx: string[] }>('getblock', String(before + 1))
    expect(tx.slice(1)).toEqual([shown.facts['Transaction']])
    await compare(shown, await attacker.node.rpc.call<Sent>('getrawtransaction', tx[1], 1))
    expect(await attacker.balance()).toBe(0)
    await call(page, 'selectchain', chains[0].id)
  })

  it('names the token, its units and who gets them', async () => {
    const { consent } = victim
    const text = consent.asked.find((each) => each.includes('GOLD')) ?? ''
    expect(text).toContain('Send 1,000,000,000 units of “GOLD”?')
    expect(text).not.toMatch(/10\.00000000 to/)
  })

  it('is nothing where the chain ends under the question', async () => {
    const { page, consent, chains } = victim
    await appease(victim)
    consent.given = 'held'
    const answer = beginCall(page, 'sendtoaddress', PAYEE, '1')
    await heldQuestion(consent)
    await call(page, 'stopchain', chains[0].id)
    expect(await answer).toMatchObject({ state: 'refused' })
    await until('no question', async () => consent.open.size === 0)
    await call(page, 'startchain', chains[0].id)
    expect(await chains[0].rpc.call('getrawmempool')).toEqual([])
    consent.given = false
  })
})
