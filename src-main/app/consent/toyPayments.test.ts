import { describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import { stringifyJson } from '#shared/json.ts'
import type { Method } from '#shared/rpc/define.ts'
import { nightly } from '../../node/testing/nightly.ts'
import { seededRandom } from '../fuzz/testing/random.ts'
import { ADDRESS, done, explanation, NO, PUBKEY, signedHex, startBroker, txidOfHex } from '../testing/testBroker.ts'
import type { BrokerOptions } from './options.ts'

/** Starts a broker test in which the first chain is the private sandbox. */
function startSandbox(options: Partial<BrokerOptions> = {}) {
  const test = startBroker(options)
  test.chainManager.toys.add('one')
  test.answer = () => NO
  return test
}
const BROWSER = { secrets: 'page', sealed: false, stakes: new Set(['money', 'keys'] as const) } as const

/** Lets the wallet build a transaction for the page. Returns what the page received, and the transaction's bytes. */
async function build(test: ReturnType<typeof startBroker>) {
  const given = JSON.parse(await test.call('preparesend', { outputs: [] })).hex as string
  return { given, hex: signedHex(1) }
}

const input = (owner: string, amount: string | null = '6.00000000') => ({
  ...{ txid: '22'.repeat(32), vout: 0, address: 'RX', amount, type: 'pubkeyhash', owner, gone: false },
})

const DATA_OUTPUT = { n: 0, address: null, type: 'nulldata', owner: 'foreign', change: false, role: 'data' }

describe('test-coin payments in the private sandbox', () => {
  it.each([
    ['the desktop app', {}],
    ['a browser', BROWSER],
  ])('need no prompt in %s', async (_, options) => {
    for (const [method, params] of [
      ['sendtoaddress', [ADDRESS, '5']],
      ['sendmany', ['', { [ADDRESS]: '5' }]],
    ] as const) {
      const test = startSandbox(options)
      expect(JSON.parse(await test.call(method, ...params))).toBe(txidOfHex(signedHex(1)))
      expect([test.questions, done(test.chainManager, 'sendprepared')]).toMatchObject([[], [{ chain: 'one' }]])
    }
    for (const method of ['sendprepared', 'sendrawtransaction']) {
      const test = startSandbox(options)
      const { given, hex } = await build(test)
      await test.call(method, given)
      expect([test.questions, done(test.chainManager, method)[0]?.params[0]]).toEqual([[], hex])
    }
  })

  it('need a prompt if this wallet did not build the bytes for the page on this chain', async () => {
    for (const options of [{}, BROWSER]) {
      const test = startSandbox(options)
      await expect(test.call('sendrawtransaction', signedHex(9))).rejects.toThrow('decided against')
      test.time += 1_000_000
      await expect(test.call('sendprepared', signedHex(9))).rejects.toThrow('decided against')
      expect(test.questions).toHaveLength(2)
    }
  })

  it('need a prompt on every other chain', async () => {
    const test = startSandbox()
    test.chainManager.show('two')
    await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow('decided against')
    expect([test.questions.length, done(test.chainManager, 'sendprepared')]).toEqual([1, []])
  })

  it('need a prompt if a node had outside contact between the decision and sending', async () => {
    const test = startSandbox()
    test.chainManager.replies['explaintransaction'] = (params) => {
      test.chainManager.nodesPrivate = false
      return explanation(String(params[0]))
    }
    await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow('decided against')
    expect([test.questions.length, done(test.chainManager, 'sendprepared')]).toEqual([1, []])
    test.time += 1_000_000
    test.answer = () => ({ agreed: true, secrets: {} })
    await test.call('sendtoaddress', ADDRESS, '5')
    expect(done(test.chainManager, 'sendprepared')).toHaveLength(1)
  })

  it.each([
    ['spends a coin that this chain does not know', { inputs: [input('own'), input('unknown', null)] }],
    ['spends a coin of an imported key', { inputs: [input('imported')] }],
    ['spends what another can spend too', { inputs: [input('shared')] }],
    ['spends a stranger’s coin', { inputs: [input('foreign')] }],
    ['burns units', { module: 'tokens', action: 'token-burn' }],
    ['burns coins', { outputs: [{ ...DATA_OUTPUT, amount: '1.00000000' }] }],
  ])('need a prompt for a transaction that %s', async (_, more) => {
    for (const method of ['sendprepared', 'sendrawtransaction']) {
      const test = startSandbox()
      const { given } = await build(test)
      test.chainManager.replies['explaintransaction'] = (params) => explanation(String(params[0]), more)
      await test.call(method, given).catch(() => undefined)
      expect(done(test.chainManager, method)).toEqual([])
    }
  })

  it('need a prompt if the page allows any fee', async () => {
    const test = startSandbox()
    const { given } = await build(test)
    await expect(test.call('sendrawtransaction', given, true)).rejects.toThrow('decided against')
  })

  it('use five methods; every other method that asks also asks in the sandbox', async () => {
    const others = Object.values(windowMethods as Readonly<Record<string, Method>>).filter(
      ({ name, consent }) => consent === 'ask' && !['sendtoaddress', 'sendmany'].includes(name),
    )
    expect(others.length).toBeGreaterThan(40)
    for (const { name, examples } of others) {
      const test = startSandbox()
      const params = examples[0]?.params ?? []
      const fresh = name === 'setidentity' || name === 'setpubkey' ? [PUBKEY] : params
      await test.broker.call(name, stringifyJson([...fresh])).catch(() => undefined)
      const effects = done(test.chainManager, name)
      // The user may have approved these methods before, so they can run without a prompt.
      if (['gettokenpicture', 'opentokenlink', 'openupdatepage'].includes(name)) continue
      expect([name, effects]).toEqual([name, []])
    }
  })

  it('always need a prompt, for random transactions, unless they spend only test coins', async () => {
    const random = seededRandom(31)
    const owners = ['own', 'own', 'own', 'contract', 'imported', 'shared', 'foreign', 'watched', 'unknown'] as const
    const methods = ['sendprepared', 'sendrawtransaction', 'sendtoaddress', 'sendfrom'] as const
    for (let round = 0; round < (nightly() ? 20_000 : 1_000); round++) {
      const test = startSandbox(random.chance(0.5) ? {} : BROWSER)
      const { given } = await build(test)
      const inputs = Array.from({ length: 1 + random.int(3) }, () =>
        input(random.pick(owners), random.chance(0.9) ? '6.00000000' : null),
      )
      const burned = random.chance(0.1)
      const outputs = burned ? [{ ...DATA_OUTPUT, amount: '0.50000000' }] : []
      const [toys, nodes] = [random.chance(0.8), random.chance(0.8)]
      if (!toys) test.chainManager.toys.clear()
      test.chainManager.nodesPrivate = nodes
      test.chainManager.replies['explaintransaction'] = (params) => explanation(String(params[0]), { inputs, outputs })
      const method = random.pick(methods)
      const raw = random.chance(0.2)
      const hex = raw ? signedHex(77) : given
      const params = method === 'sendtoaddress' ? [ADDRESS, '5'] : method === 'sendfrom' ? ['', ADDRESS, '5'] : [hex]
      await test.call(method, ...params).catch(() => undefined)
      const sent = ['sendprepared', 'sendrawtransaction', 'sendtogether'].flatMap((each) =>
        done(test.chainManager, each),
      )
      const known = inputs.every(({ owner, amount }) => amount !== null && (owner === 'own' || owner === 'contract'))
      const built = !raw || method === 'sendtoaddress'
      const toy = toys && nodes && known && !burned && built && method !== 'sendfrom'
      const about = { round, method, inputs, burned, toys, nodes, raw }
      expect([about, sent.length, test.questions.length]).toEqual([about, toy ? 1 : 0, toy ? 0 : 1])
    }
  })
})

describe('addnode in the private sandbox', () => {
  it.each([
    ['add', {}],
    ['onetry', {}],
    ['add', BROWSER],
  ])(
    'asks before %s of a numeric address, and warns that payments will then need approval',
    async (command, options) => {
      const test = startSandbox(options)
      await expect(test.call('addnode', '203.0.113.7', command)).rejects.toThrow('decided against')
      expect(done(test.chainManager, 'addnode')).toEqual([])
      expect(test.questions[0]?.warnings).toContain(
        'Payments of this sandbox need an answer here from then on, and that stays so.',
      )
    },
  )

  it('asks nothing when a node is removed, or on another chain', async () => {
    const test = startSandbox()
    await test.call('addnode', '203.0.113.7', 'remove')
    test.chainManager.show('two')
    await test.call('addnode', '203.0.113.7', 'add')
    expect([test.questions, done(test.chainManager, 'addnode').length]).toEqual([[], 2])
  })
})
