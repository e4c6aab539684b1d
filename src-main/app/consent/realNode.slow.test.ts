/**
 * Tests the broker with a real node that has coins, tokens and keys: what was shown is sent, and owners are correct.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainNode } from '../../node/composition/node.ts'
import { encodeAddress, encodeWif } from '../../node/script/index.ts'
import { testKey } from '../../node/testing/index.ts'
import { waitFor } from '../../node/testing/waitFor.ts'
import { toHex } from '../../node/util/index.ts'
import { type AskNode, startBroker } from '../testing/testBroker.ts'
import { createLoggingNode } from '../thread/nodeSetup.ts'
import { readOptions } from '../thread/readOptions.ts'

const CHAIN = [
  '-ac_name=BROKER',
  '-ac_supply=1000',
  '-ac_cc=2',
  '-ac_public=1',
  '-regtest',
  '-maxconnections=0',
  '-server=0',
]
const ATTACKER = testKey(9)
const attacker = encodeAddress({ type: 1, hash: ATTACKER.hash })

let folder = ''
let node: ChainNode
const ask: AskNode = (method, params) => node.dispatcher.callText(method, params, { transport: 'ipc' })
const rpc = async (method: string, ...params: unknown[]) => JSON.parse(await ask(method, JSON.stringify(params)))
const start = () => startBroker({}, ask)
const waiting = (): Promise<string[]> => rpc('getrawmempool')
const hexes = async (...ids: string[]) => {
  const all = await Promise.all(ids.map((txid) => rpc('getrawtransaction', txid)))
  return all.join('')
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'broker-'))
  const loaded = readOptions([...CHAIN, `-datadir=${folder}`])
  if (loaded.kind !== 'options') throw new Error('no options')
  node = createLoggingNode(loaded, () => undefined)
  await node.start()
  await rpc('setphrase', `${'abandon '.repeat(11)}about`)
  await rpc('setidentity', '0')
  await rpc('generate', 3)
})
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('Broker with a real node', () => {
  beforeEach(() => rpc('generate', 1))

  it.each([
    ['sendtoaddress', [attacker, '5']],
    ['sendmany', ['', { [attacker]: '5', [toHex(ATTACKER.pub)]: '1' }]],
    ['sendfrom', ['', attacker, '5']],
  ])('sends by %s what it showed, and nothing if the user declines', async (method, params) => {
    const test = start()
    const before = await waiting()
    test.answer = () => ({ agreed: false })
    await expect(test.call(method, ...params)).rejects.toThrow('You decided against it')
    expect(await waiting()).toEqual(before)
    test.time += 10_000
    test.answer = () => ({ agreed: true, secrets: {} })
    const txid = JSON.parse(await test.call(method, ...params))
    expect((await waiting()).filter((id) => !before.includes(id))).toEqual([txid])
    const [, question] = test.questions
    expect(question?.facts).toContainEqual({ name: 'Transaction', value: txid })
    // A payment to the key counts as one to its address.
    const title = `Send ${method === 'sendmany' ? 6 : 5}.00000000 ONE to ${attacker}?`
    expect(question).toMatchObject({ title, details: { open: false } })
    expect(question?.lists.map(({ heading }) => heading)).toEqual(['To', 'Change', 'From'])
    expect(question?.lists[0]?.rows).toHaveLength(method === 'sendmany' ? 2 : 1)
    expect(question?.lists[0]?.rows).toContainEqual({ who: attacker, what: '5.00000000 ONE', owner: 'foreign' })
    expect(question?.lists[1]?.rows).toMatchObject([{ owner: 'own' }])
    // Only the first payment is to an address that was never paid.
    const warnings = method === 'sendtoaddress' ? ['You have never paid this address before.'] : []
    expect(question).toMatchObject({ danger: false, warnings })
  })

  it('sends what was shown even if identity and fee change while the prompt is open', async () => {
    const test = start()
    test.answer = async () => {
      await rpc('setidentity', toHex(ATTACKER.pub))
      await rpc('settxfee', '1')
      return { agreed: true, secrets: {} }
    }
    const txid = JSON.parse(await test.call('sendtoaddress', attacker, '2'))
    await rpc('setidentity', '0')
    await rpc('settxfee', '0')
    expect(test.questions[0]?.facts).toContainEqual({ name: 'Transaction', value: txid })
    expect(JSON.stringify(await rpc('getrawtransaction', txid, 1))).not.toContain(toHex(ATTACKER.pub))
  })

  it('gives the page handles instead of signatures, and sends by handle', async () => {
    const test = start()
    const prepared = JSON.parse(await test.call('preparesend', { outputs: [{ address: attacker, amount: '3' }] }))
    expect(prepared.hex).toMatch(/^[0-9a-f]{64}$/)
    const decoded = JSON.parse(await test.call('decoderawtransaction', prepared.hex))
    expect(decoded.txid).toBe(prepared.txid)
    expect(decoded.vin.map(({ scriptSig }: { scriptSig: unknown }) => scriptSig)).toEqual(
      decoded.vin.map(() => ({ asm: '', hex: '' })),
    )
    const signed = JSON.parse(await test.call('signrawtransaction', prepared.hex))
    expect(signed).toEqual({ hex: expect.stringMatching(/^[0-9a-f]{64}$/), complete: true })
    const explained = JSON.parse(await test.call('explaintransaction', prepared.hex))
    expect(explained.txid).toBe(prepared.txid)
    expect(JSON.parse(await test.call('sendprepared', prepared.hex, 'rent'))).toBe(prepared.txid)
  })

  it('shows tokens in units, with the name their creator chose', async () => {
    const test = start()
    const { hex } = JSON.parse(await test.call('tokencreate', 'GOLD\u202e', '10', 'shiny'))
    const tokenid = JSON.parse(await test.call('sendrawtransaction', hex))
    expect(test.questions[0]?.title).toBe('Create the token “GOLD\\u{202e}” with 1,000,000,000 units?')
    await rpc('generate', 1)
    const moved = JSON.parse(await test.call('tokentransfer', tokenid, toHex(ATTACKER.pub), '1000000000'))
    await test.call('sendrawtransaction', moved.hex)
    expect(test.questions[1]?.title).toMatch(/^Send 1,000,000,000 units of “GOLD\\u\{202e\}” to R\w{33}\?$/)
    expect(test.questions[1]).toMatchObject({ danger: true, details: { open: true } })
    expect(test.questions[1]?.lists.find(({ heading }) => heading === 'Tokens')?.rows).toEqual([
      expect.objectContaining({ owner: 'foreign', note: `token ${tokenid.slice(0, 12)}…${tokenid.slice(-12)}` }),
    ])
    expect(test.questions[1]?.facts).toContainEqual({ name: 'Token id', value: tokenid })
  })

  it('asks once about a move to the token key and the payment it funds, and sends both', async () => {
    await rpc('newaccount', 'tokens')
    await rpc('setidentity', '1')
    const test = start()
    const built = JSON.parse(await test.call('preparefunded', 'tokencreate', ['SILVER', '7', 'shiny']))
    expect(built).toEqual({
      ...{
        result: 'success',
        move: expect.stringMatching(/^[0-9a-f]{64}$/),
        hex: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    const alone = JSON.parse(await test.call('explaintransaction', built.hex))
    expect(alone.inputs).toMatchObject([{ amount: null }])
    const [move, told] = [
      JSON.parse(await test.call('explaintransaction', built.move)),
      JSON.parse(await test.call('explaintransaction', built.hex, built.move)),
    ]
    expect(move).toMatchObject({ action: null, refused: null, paid: 0, kept: 7.0002 })
    expect(told).toMatchObject({ action: 'token-create', complete: true, refused: null, fee: 0.0001 })
    expect(told.inputs).toMatchObject([{ txid: move.txid, amount: 7.0002, owner: 'own', gone: false }])
    expect(told.outputs.some(({ change }: { change: boolean }) => change)).toBe(false)

    test.answer = () => ({ agreed: false })
    const before = await waiting()
    await expect(test.call('sendtogether', built.move + built.hex)).rejects.toThrow('You decided against it')
    expect(await waiting()).toEqual(before)
    test.time += 10_000
    test.answer = () => ({ agreed: true, secrets: {} })
    expect(JSON.parse(await test.call('sendtogether', built.move + built.hex))).toEqual([move.txid, told.txid])
    const question = test.questions[1]
    expect(question).toMatchObject({
      ...{
        title: 'Move 7.00020000 ONE within your wallet; then: Create the token “SILVER” with 700,000,000 units?',
        agree: 'Create',
        danger: false,
        warnings: [],
      },
      consequence: '2 transactions are sent, one after the other. Cannot be undone.',
    })
    expect(question?.facts.slice(0, 2)).toEqual([
      { name: 'Step 1', value: 'Move 7.00020000 ONE within your wallet' },
      { name: 'Step 2', value: 'Create the token “SILVER” with 700,000,000 units' },
    ])
    for (const [place, txid] of [move.txid, told.txid].entries()) {
      expect(question?.facts).toContainEqual({ name: `${place + 1}. Transaction`, value: txid })
    }
    expect((await waiting()).filter((id) => !before.includes(id)).toSorted()).toEqual([move.txid, told.txid].toSorted())
    // A repeated call returns the same transactions, whether they are in the mempool or in a block.
    expect(await rpc('sendtogether', await hexes(move.txid, told.txid))).toEqual([move.txid, told.txid])
    await rpc('generate', 1)
    expect(await rpc('sendtogether', await hexes(move.txid, told.txid))).toEqual([move.txid, told.txid])
    expect(await rpc('tokenbalance', told.txid)).toMatchObject({ result: 'success', balance: 700_000_000 })
    await rpc('setidentity', '0')
  })

  it('builds no move if the token key holds enough, and rejects payments without sufficient funds', async () => {
    const test = start()
    // Account 1 holds the change of the previous move.
    await rpc('setidentity', '1')
    expect(Object.keys(JSON.parse(await test.call('preparefunded', 'tokencreate', ['A', '1'])))).toEqual([
      'result',
      'hex',
    ])
    await expect(test.call('preparefunded', 'tokencreate', ['A', '90000000'])).rejects.toThrow('Insufficient funds')
    expect(JSON.parse(await test.call('preparefunded', 'tokencreate', ['', '1']))).toMatchObject({ result: 'error' })
    await expect(test.call('preparefunded', 'sendtoaddress', [])).rejects.toThrow('method must be')
    for (const hex of ['00', 'ff'.repeat(100)]) {
      await expect(test.call('sendtogether', hex)).rejects.toMatchObject({ code: -22 })
    }
    expect(test.questions).toEqual([])
    await rpc('setidentity', '0')
  })

  it('marks as own only what no other party can spend', async () => {
    const test = start()
    await rpc('importprivkey', encodeWif({ privateKey: ATTACKER.priv, compressed: true }))
    await test.call('sendtoaddress', attacker, '1')
    expect(test.questions[0]?.lists[0]?.rows).toMatchObject([{ who: attacker, owner: 'imported' }])
    expect(test.questions[0]).toMatchObject({ title: `Send 1.00000000 ONE to ${attacker}?`, danger: true })
    const own = (await rpc('getwalletstatus')).accounts[0].pubkey
    const shared = await rpc('addmultisigaddress', 1, [own, toHex(testKey(8).pub)])
    await test.call('sendtoaddress', shared, '1')
    expect(test.questions[1]?.lists[0]?.rows).toMatchObject([{ who: shared, owner: 'shared' }])
  })

  it('asks once about a complete move to the phrase, and sends nothing if declined', async () => {
    const test = start()
    const plan = JSON.parse(await test.call('planmovetophrase'))
    expect(plan.tokens).toMatchObject([{ pubkey: toHex(ATTACKER.pub), units: 1_000_000_000 }])
    const before = await waiting()
    test.answer = () => ({ agreed: false })
    await expect(test.call('movetophrase', plan.plan)).rejects.toThrow('You decided against it')
    expect([await waiting(), (await rpc('getwalletstatus')).move]).toEqual([before, null])
    test.time += 10_000
    test.answer = () => ({ agreed: true, secrets: {} })
    await test.call('movetophrase', plan.plan)
    const [, question] = test.questions
    expect(question).toMatchObject({
      title: expect.stringMatching(/^Move .* ONE to your recovery phrase\?$/),
      agree: 'Move',
    })
    expect(question?.warnings).toEqual([expect.stringContaining('your old addresses belong together')])
    expect(question?.lists[0]?.rows).toMatchObject([{ who: toHex(ATTACKER.pub), what: '1,000,000,000 GOLD\\u{202e}' }])
    await waitFor(async () => {
      await rpc('generate', 1)
      expect((await rpc('getwalletstatus')).move).toBeNull()
    })
    const own = (await rpc('getwalletstatus')).accounts[0].pubkey
    expect(await rpc('tokenbalance', plan.tokens[0].tokenid, own)).toMatchObject({ balance: 1_000_000_000 })
    expect(JSON.parse(await test.call('planmovetophrase'))).toMatchObject({ transactions: 0, coins: 0, tokens: [] })
  })

  it('shows whose key will receive change and rewards', async () => {
    const test = start()
    test.answer = () => ({ agreed: false })
    const asked = async (text: string) => {
      test.time += 1_000_000
      await expect(test.call('setidentity', text)).rejects.toThrow('You decided against it')
      return test.questions.at(-1)
    }
    expect(await asked(toHex(testKey(7).pub))).toMatchObject({ danger: true })
    expect(test.questions[0]?.facts).toContainEqual(
      expect.objectContaining({ name: 'Whose key it is', value: expect.stringContaining('NOT YOURS') }),
    )
    expect(await asked(toHex(ATTACKER.pub))).toMatchObject({ danger: true })
    expect(await asked('0')).toMatchObject({ danger: false })
    expect((await rpc('getwalletstatus')).identity).toBe((await rpc('getwalletstatus')).accounts[0].pubkey)
  })

  it('creates, shows and sets a phrase in one call without revealing it to the page', async () => {
    const other = mkdtempSync(join(folder, 'other-'))
    const loaded = readOptions([...CHAIN, `-datadir=${other}`])
    if (loaded.kind !== 'options') throw new Error('no options')
    const fresh = createLoggingNode(loaded, () => undefined)
    await fresh.start()
    const test = startBroker({}, (method, params) => fresh.dispatcher.callText(method, params, { transport: 'ipc' }))
    expect(JSON.parse(await test.call('newphrase', 24))).toEqual({ phrase: '(written down, and set)' })
    expect(test.disclosures[0]?.secret.split(' ')).toHaveLength(24)
    expect(JSON.parse(await test.call('getwalletstatus'))).toMatchObject({ phrase: true, words: 24 })
    await expect(test.call('newphrase')).rejects.toThrow('The wallet already has a phrase')
    const saved = JSON.parse(await test.call('exportwallet'))
    expect(saved.text).toBe('(saved to a file)')
    expect(JSON.parse(await test.call('getwalletstatus')).backup).toBe(saved.time)
    expect(JSON.parse(await test.call('provebackup', { dump: '' }))).toMatchObject({ missing: 0 })
    await fresh.stop()
  })
})
