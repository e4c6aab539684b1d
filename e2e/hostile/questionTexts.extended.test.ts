/**
 * Questions that were once misleading, each triggered by the page and read from its window; they must be correct now.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKey } from '../../src-main/node/testing/index.ts'
import { startDaemon } from '../support/daemon.ts'
import { call, callForResult } from './pageCalls.ts'
import { appease, refuse, refusedQuestion } from './person.ts'
import { startVictim, type Victim } from './victim.ts'

const COIN = 100_000_000n
/** Keys of the attacker. */
const [thief, partner] = [testKey(7_001), testKey(7_002)]
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

let victim: Victim
beforeAll(async () => {
  victim = await startVictim()
  victim.consent.given = false
})
afterAll(() => victim?.close())

interface Signed {
  readonly hex: string
}

/** Signs a transaction whose first output of 1 coin gets this script, and asks to send it. */
async function questionForScript(script: string) {
  const { page } = victim
  await appease(victim, 'payment')
  const raw = await callForResult<string>(page, 'createrawtransaction', [], { [thief.address]: 1 })
  const plain = `1976a914${toHex(thief.hash)}88ac`
  const length = (script.length / 2).toString(16).padStart(2, '0')
  const { hex: funded } = await callForResult<Signed>(
    page,
    'fundrawtransaction',
    raw.replace(plain, `${length}${script}`),
  )
  const { hex } = await callForResult<Signed>(page, 'signrawtransaction', funded)
  return refuse(victim, 'sendrawtransaction', hex)
}

describe('a question', () => {
  it('labels an imported key as imported, not as own', async () => {
    const { rpc } = victim.chains[0]
    // Simulates that the user once imported a private key received from another user.
    const elsewhere = await startDaemon({ args: ['-sandbox', '-automine=0'] })
    const address = await elsewhere.rpc.call<string>('getnewaddress')
    await rpc.call('importprivkey', await elsewhere.rpc.call('dumpprivkey', address), '', false)
    await elsewhere.stop()
    const { lists, title } = await refusedQuestion(victim, 'sendtoaddress', address, '3')
    expect(lists['To']).toEqual([{ who: address, what: '3.00000000 TWIN', owner: 'Address of an imported key' }])
    expect(title).toBe(`Send 3.00000000 TWIN to ${address}?`)
    await rpc.call('setaddresslabel', address, 'my own savings (yours)')
    const again = await refusedQuestion(victim, 'sendtoaddress', address, '3')
    expect(again.lists['To']?.[0]?.owner).toBe('Address of an imported key')
  })

  it('labels no output as own that another key can spend', async () => {
    const { pubkey } = victim.chains[0]
    const shared = [`5121${pubkey}21${toHex(thief.pub)}52ae`, `5121${toHex(thief.pub)}21${pubkey}52ae`]
    const foreign = [`5121${toHex(thief.pub)}21${toHex(partner.pub)}52ae`, `21${toHex(thief.pub)}ac`]
    for (const script of [...shared, ...foreign]) {
      const { lists, title } = await questionForScript(script)
      expect(title).toMatch(/^Send 1\.00000000 TWIN(?: to R\w{33})?\?$/)
      const [row] = lists['To'] ?? []
      expect([script, row?.owner]).toEqual([
        script,
        shared.includes(script) ? 'An address shared with others' : 'Somebody else’s address',
      ])
    }
  })

  it('names the contract of an address', async () => {
    const { rpc } = victim.chains[0]
    const faucet = await rpc.call<{ readonly FaucetNormalAddress: string }>('faucetaddress')
    const address = faucet.FaucetNormalAddress
    const { lists } = await refusedQuestion(victim, 'sendtoaddress', address, '3')
    expect(lists['To']).toEqual([{ who: address, what: '3.00000000 TWIN', owner: 'Faucet · A contract’s address' }])
  })

  it('lists every payee completely', async () => {
    const others = Array.from({ length: 36 }, (_, number) => testKey(8_000 + number).address)
    const { page, consent } = victim
    const amounts = Object.fromEntries(others.map((address) => [address, 0.001]))
    const { lists, text, title } = await refusedQuestion(victim, 'sendmany', '', { ...amounts, [thief.address]: 90 })
    expect(lists['To']).toHaveLength(37)
    expect(lists['To']).toContainEqual({
      who: thief.address,
      what: '90.00000000 TWIN',
      owner: 'Somebody else’s address',
    })
    expect(title).toBe('Send 90.03600000 TWIN?')
    for (const address of others) expect(text).toContain(address)
    // A list too long for a user to read is rejected without a question.
    const many = Array.from({ length: 600 }, (_, number) => [testKey(9_000 + number).address, 0.001])
    const asked = consent.asked.length
    const answer = await call(page, 'sendmany', '', Object.fromEntries(many))
    expect(answer).toMatchObject({ state: 'refused', text: expect.stringContaining('600 payees') })
    expect(consent.asked.length).toBe(asked)
  })

  it('truncates no text and moves none out of view', async () => {
    const blanks = ' '.repeat(700)
    const { page, consent } = victim
    const shown = await refusedQuestion(victim, 'sendtoaddress', thief.address, '2', blanks.concat('to my savings'))
    expect(shown.lists['To']).toEqual([
      { who: thief.address, what: '2.00000000 TWIN', owner: 'Somebody else’s address' },
    ])
    expect(shown.facts['Note of the page']).not.toContain('   ')
    const turned = await refusedQuestion(victim, 'sendtoaddress', thief.address, '2', '\u202eyours\u2028Fee 0')
    expect(turned.text).not.toMatch(/[\u202e\u2028]/)
    // Blanks around an address are skipped, as in the reference; the question shows only the address.
    for (const address of [blanks + thief.address, thief.address + blanks]) {
      const { lists, text } = await refusedQuestion(victim, 'sendtoaddress', address, '2')
      expect(lists['To']?.[0]?.who).toBe(thief.address)
      expect(text).not.toContain('   ')
    }
    const asked = consent.asked.length
    expect(await call(page, 'sendtoaddress', `x${blanks}${thief.address}`, '2')).toMatchObject({ state: 'refused' })
    expect(consent.asked.length).toBe(asked)
  })

  it('shows token amounts in units, with name and id', async () => {
    const { rpc } = victim.chains[0]
    const names = ['GOLD', 'GOLD', '10.00000000 TWIN to', '\u202eDLOG']
    for (const name of names) {
      await appease(victim, 'payment')
      const { hex } = await rpc.call<Signed>('tokencreate', name, '15', 'x')
      const tokenid = await rpc.call<string>('sendrawtransaction', hex)
      await rpc.call('generate', 1)
      const built = await callForResult<Signed>(victim.page, 'tokentransfer', tokenid, toHex(thief.pub), '1000000000')
      const { title, text } = await refuse(victim, 'sendrawtransaction', built.hex)
      expect(title).toMatch(/^Send 1,000,000,000 units of “.*” to R\w{33}\?$/)
      expect(text).toContain(tokenid)
      expect(text).not.toContain('\u202e')
    }
  })

  it('shows the fee that is really paid', async () => {
    const { rpc } = victim.chains[0]
    await rpc.call('settxfee', 5)
    const { facts, title } = await refusedQuestion(victim, 'sendtoaddress', thief.address, '0.5')
    await rpc.call('settxfee', 0)
    expect(title).toBe(`Send 0.50000000 TWIN to ${thief.address}?`)
    const fee = Number(/[\d.]+/.exec(facts['Network fee'] ?? '')?.[0])
    // The maximum fee allowed.
    expect(fee).toBe(0.1)
    const total = BigInt((facts['You pay'] ?? '').replace(/ TWIN|\./g, ''))
    expect(total).toBe(COIN / 2n + BigInt((facts['Network fee'] ?? '').replace(/ TWIN|\./g, '')))
  })

  it('distinguishes two chains with the same name', async () => {
    const { page, chains } = victim
    const [first, second] = chains
    await callForResult(page, 'stopchain', second.id)
    const { facts, text } = await refusedQuestion(victim, 'deletechain', second.id, 'TWIN')
    expect(facts['Folder']).toBe(second.folder)
    expect(text).toContain('There is another chain of this name')
    expect(text).toContain(first.folder)
    const forgetting = await refusedQuestion(victim, 'forgetchain', second.id)
    expect(forgetting.facts['Folder']).toBe(second.folder)
    const payment = await refusedQuestion(victim, 'sendtoaddress', thief.address, '1')
    expect(payment.chain).toContain(first.folder)
  })
})
