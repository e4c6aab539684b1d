/**
 * Repeats attacks that succeeded on an earlier build, run by a compromised page of the unmodified build; each must
 * fail. A node of the attacker and the proxy of the victim's nodes record outgoing data.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/network.ts'
import { checkAgreedPayment, STRANGER } from './agreedPayment.ts'
import { type Attacker, startAttacker } from './attacker.ts'
import { leaksIn } from './leaks.ts'
import { call, callForResult, takeReceived } from './pageCalls.ts'
import { appease, openQuestion, refusedQuestion, refuseOpen } from './person.ts'
import { lossesBetween, readVictimState, type VictimState } from './state.ts'
import { namesAsked, PASSPHRASE, startVictim, type Victim } from './victim.ts'

const PHRASE = `${'abandon '.repeat(11)}about`

let victim: Victim
let attacker: Attacker
let before: VictimState

beforeAll(async () => {
  victim = await startVictim()
  attacker = await startAttacker(victim.chains[0])
  victim.consent.given = false
  before = await readVictimState(victim)
})
afterAll(async () => {
  await attacker?.close()
  await victim?.close()
})

interface Signed {
  readonly hex: string
}
/** Source of the keys of a wallet. */
interface WalletKeyStatus {
  readonly encrypted: boolean
  readonly accounts: readonly { readonly pubkey: string }[]
}

describe('a compromised page', () => {
  it('gets no bytes of a signed payment, whatever it does with the handle', async () => {
    const { page, chains } = victim
    const outputs = [{ address: attacker.address, amount: '100' }]
    const prepared = await callForResult<Signed>(page, 'preparesend', { outputs })
    const coins = await callForResult<{ txid: string; vout: number }[]>(page, 'listunspent')
    const raw = await callForResult<string>(page, 'createrawtransaction', [coins[0]], { [attacker.address]: 100 })
    const signed = await callForResult<Signed>(page, 'signrawtransaction', raw)
    for (const { hex } of [prepared, signed]) {
      expect(hex).toHaveLength(64)
      for (const name of ['decoderawtransaction', 'explaintransaction', 'signrawtransaction', 'fundrawtransaction']) {
        await call(page, name, hex)
        await call(page, name, hex + hex)
      }
      await call(page, 'getrawtransaction', hex)
      await call(page, 'decodescript', hex)
    }
    // A signature that is valid for other transactions too is not created at all.
    for (const type of ['NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY']) {
      expect((await call(page, 'signrawtransaction', raw, [], null, type)).state).toBe('refused')
    }
    const told = await takeReceived(page)
    const { privateKeys } = before.chains[0] ?? { privateKeys: new Set<string>() }
    expect(told).toContain(attacker.address)
    expect(leaksIn(told, { privateKeys, phrases: [victim.phrase], passphrases: [PASSPHRASE] })).toEqual([])
    // Control: the same call over RPC returns what the page must not get.
    const owned = await chains[0].rpc.call<Signed>('signrawtransaction', raw)
    expect(leaksIn(owned.hex, { privateKeys, phrases: [], passphrases: [] })).toHaveLength(1)
  })

  it('triggers no name lookup by any call', async () => {
    const { page, socks, chains } = victim
    const name = `${'secret'.repeat(8)}.evil.example`
    const options = ['-ac_name=EVIL', '-ac_public=1', '-regtest']
    const shown = await refusedQuestion(victim, 'addnode', name, 'onetry')
    expect(shown.text).toContain(name)
    for (const params of [
      ['addnode', name, 'add'],
      ['addnode', `${name}:1`, 'onetry'],
      ['addnode', '0x7f000001', 'onetry'],
      ['addnode', '127.1', 'onetry'],
      ['disconnectnode', name],
      ['setban', name, 'add'],
      ['joinchain', { options, peers: [name] }],
      ['createchain', { label: 'x', options, testnode: true, peers: [name] }],
      ['joinchain', { text: `chainwrightd ${options.join(' ')} -addnode=${name}` }],
      ['describechain', { options, peers: [name] }],
      ['preflight', { options }],
      ['previewban', name],
      ['getaddednodeinfo', true, name],
      ['watchaddress', name],
      ['gettokenpicture', chains[0].id, `https://${name}/`],
      ['gettokenpicture', `https://${name}/`, '11'.repeat(32)],
      ['gettokenpicture', chains[0].id, '11'.repeat(32), `https://${name}/`],
      ['opentokenlink', chains[0].id, `https://${name}/`],
    ] as const) {
      const [method, ...rest] = params
      await call(page, method, ...rest)
    }
    // A numeric address causes a notice but no question. Its arrival proves that the proxy records requests.
    await call(page, 'addnode', '203.0.113.77:4321', 'onetry')
    await until('the connection that was told', async () => socks.asked.includes('203.0.113.77:4321'))
    expect(namesAsked(victim)).toEqual([])
  })

  it('gets no approval from the Enter key, even with the focus on the approve button', async () => {
    await appease(victim)
    const { window, answer } = await openQuestion(victim, 'setidentity', attacker.pubkey)
    await window.evaluate(
      "(() => { const main = document.querySelector('main'); main.scrollTop = main.scrollHeight })()",
    )
    await window.locator('[data-answer="yes"]:enabled').focus()
    for (let press = 0; press < 5; press += 1) await window.keyboard.press('Enter')
    expect(victim.consent.open.has(window)).toBe(true)
    await refuseOpen(victim)
    expect(await answer).toMatchObject({ state: 'refused' })
  })

  it('sends neither change nor rewards to another key', async () => {
    const { page, chains } = victim
    for (const method of ['setidentity', 'setpubkey']) {
      const shown = await refusedQuestion(victim, method, attacker.pubkey)
      expect(shown.text).toContain(attacker.pubkey)
      expect(shown.text).toContain('NOT YOURS')
      await call(page, method, attacker.pubkey)
    }
    await chains[0].rpc.call('generate', 2)
    await attacker.catchUp()
    expect(await attacker.strangeInBlocks()).toEqual([])
  })

  it('sets no phrase, no passphrase and no key', async () => {
    const { page, chains } = victim
    // The second wallet has its original phrase, and no passphrase yet.
    const readKeys = async () => {
      const { encrypted, accounts } = await chains[1].rpc.call<WalletKeyStatus>('getwalletstatus')
      return { encrypted, accounts: accounts.map(({ pubkey }) => pubkey) }
    }
    const before = await readKeys()
    expect(before).toMatchObject({ encrypted: false, accounts: [expect.any(String)] })
    await callForResult(page, 'selectchain', chains[1].id)
    for (const params of [
      ['setphrase', PHRASE],
      ['setphrase', PHRASE, { restore: false, birth: null }],
      ['protectwallet', 'passphrase of the attacker'],
      ['encryptwallet', 'passphrase of the attacker'],
      ['walletpassphrasechange', PASSPHRASE, 'passphrase of the attacker'],
      ['importprivkey', attacker.privkey],
      ['importwallettext', `${attacker.privkey} 2020-01-01T00:00:00Z change=1 # addr=${attacker.address}\n`],
      ['signrawtransaction', '00', [], [attacker.privkey]],
    ] as const) {
      const [method, ...rest] = params
      const asked = victim.consent.asked.length
      expect(await call(page, method, ...rest)).toMatchObject({ state: 'refused' })
      expect([method, victim.consent.asked.length]).toEqual([method, asked])
    }
    for (const method of ['setphrase', 'protectwallet', 'importprivkey']) {
      const shown = await refusedQuestion(victim, method, '')
      expect(shown.chain + shown.text).toContain(chains[1].folder)
    }
    await callForResult(page, 'selectchain', chains[0].id)
    expect(await readKeys()).toEqual(before)
  })

  it('raises no fee without a question that shows it', async () => {
    const { facts, text } = await refusedQuestion(victim, 'settxfee', 5)
    expect(facts['Fee per 1000 bytes']).toBe('5.00000000 TWIN')
    expect(text).toContain('far more than the network asks for')
  })

  it('gets a decoding for the shown chain only, however quickly it switches chains', async () => {
    const { page, chains, consent } = victim
    const { hex } = await callForResult<Signed>(page, 'preparesend', {
      outputs: [{ address: attacker.address, amount: '7' }],
    })
    const [first, second] = chains
    const flicker = Promise.all([
      call(page, 'selectchain', second.id),
      call(page, 'selectchain', first.id),
      call(page, 'selectchain', second.id),
    ])
    const answer = call(page, 'sendrawtransaction', hex)
    await flicker
    expect(await answer).toMatchObject({ state: 'refused' })
    // Either rejected on the second chain, or asked for the first chain with the first chain's name.
    for (const text of consent.asked.filter((asked) => asked.includes('7.00000000'))) {
      expect(text).toContain(first.folder)
    }
    expect(await call(page, 'explaintransaction', hex)).toMatchObject({
      state: 'refused',
      text: expect.stringContaining('another chain'),
    })
    await callForResult(page, 'selectchain', first.id)
  })

  it('changed nothing and sent nothing in all attacks', async () => {
    await attacker.catchUp()
    expect(lossesBetween(before, await readVictimState(victim))).toEqual([])
    expect(attacker.received).toEqual([])
    expect(await attacker.strangeInBlocks()).toEqual([])
    expect(await attacker.balance()).toBe(0)
  })
})

describe('a payment that the user approves', () => {
  it('reaches the attacker as its window showed it, whatever the page does during the question', async () => {
    const outputs = [{ address: STRANGER, amount: '2' }]
    const { hex } = await callForResult<Signed>(victim.page, 'preparesend', { outputs })
    await checkAgreedPayment(victim, attacker, ['sendprepared', hex])
  })
})
