/**
 * Runs attacks in which the user approves one payment while the page tries to change it. The attacker's node receives
 * the mined one.
 */
import { expect } from 'vitest'
import { answerQuestion } from '../gui/consent.ts'
import type { Attacker } from './attacker.ts'
import { beginCall, call, callRaw, type RawCall } from './pageCalls.ts'
import { appease, heldQuestion, readQuestion, type ShownQuestion, type ShownRow } from './person.ts'
import type { Victim } from './victim.ts'

/** Address of an unknown key. */
export const STRANGER = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const SATOSHIS = 100_000_000

/** Method and parameters with which the page requests a payment. */
export type PaymentCall = readonly [method: string, ...params: unknown[]]

/** Returns calls that could change a payment while the user is approving it; each once succeeded. */
function interference({ chains }: Victim, attacker: Attacker): readonly RawCall[] {
  const [first, second] = chains
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

/** Script by which the page draws a fake question over everything that it can reach. */
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
const parseSatoshis = (text: string) => satoshis(Number(/(\d+\.\d{8}) TWIN/.exec(text)?.[1]))

/** Returns address and satoshis of each row, sorted. */
const formatRows = (rows: readonly ShownRow[] = []) => rows.map(({ who, what }) => `${who} ${parseSatoshis(what)}`)

async function compare({ facts, lists }: ShownQuestion, { vin, vout }: Sent, attacker: Attacker): Promise<void> {
  const { rpc } = attacker.node
  const coins = await Promise.all(
    vin.map(async ({ txid, vout: index }) => (await rpc.call<Sent>('getrawtransaction', txid, 1)).vout[index]),
  )
  const spent = coins.reduce((sum, coin) => sum + satoshis(coin?.value ?? Number.NaN), 0)
  const paid = vout.reduce((sum, { value }) => sum + satoshis(value), 0)
  expect(parseSatoshis(facts['Network fee'] ?? '')).toBe(spent - paid)
  const shown = [...formatRows(lists['To'] ?? lists['Goes to']), ...formatRows(lists['Change'])].toSorted()
  const sent = vout
    .filter(({ value }) => value > 0)
    .map(({ value, scriptPubKey }) => [scriptPubKey.addresses?.[0], satoshis(value)] as const)
  const found = (row: string) => sent.some(([address, amount]) => row === `${address} ${amount}`)
  // Each row is an output, and all amounts are present; outputs without an address have another label.
  expect(shown.map((row) => Number(row.split(' ').at(-1))).toSorted()).toEqual(
    sent.map(([, amount]) => amount).toSorted(),
  )
  for (const row of shown.filter((each) => each.startsWith('R'))) expect([row, found(row)]).toEqual([row, true])
}

/**
 * Lets the page request, interfere and deceive, then approves and mines. Compares the transaction that the attacker
 * receives with the text of the window.
 */
export async function checkAgreedPayment(
  victim: Victim,
  attacker: Attacker,
  [method, ...params]: PaymentCall,
): Promise<void> {
  const { page, consent, chains } = victim
  const [{ rpc }] = chains
  await appease(victim)
  const asked = consent.asked.length
  consent.given = 'held'
  const answer = beginCall(page, method, ...params)
  const window = await heldQuestion(consent)
  const shown = await readQuestion(window)
  const disturbed = callRaw(page, interference(victim, attacker), { patience: 3000 })
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
  await compare(shown, await attacker.node.rpc.call<Sent>('getrawtransaction', tx[1], 1), attacker)
  expect(await attacker.balance()).toBe(0)
  await call(page, 'selectchain', chains[0].id)
}
