import { describe, expect, it } from 'vitest'
import { done, explanation, signedHex, startBroker } from '../../testing/testBroker.ts'

const RAW = signedHex(77)
const POOL = { address: 'RPool', type: 'cryptocondition', owner: 'contract' }
const TOKEN = { tokenid: 'ab'.repeat(32), name: 'GOLD', units: '5n', nft: false }

const input = (change: object = {}) => ({
  ...{ txid: '22'.repeat(32), vout: 0, amount: '9.00000000', gone: false, ...POOL },
  ...change,
})
const output = (n: number, change: object = {}) => ({
  ...{ n, address: 'ROwn', amount: '0.10000000', type: 'pubkey', owner: 'own', change: false, role: 'payment' },
  ...change,
})
const POOL_CHANGE = output(0, { ...POOL, amount: '8.89990000', role: 'contract' })
const DATA = output(2, { address: null, amount: '0.00000000', type: 'nulldata', owner: 'foreign', role: 'data' })
const COST = { total: '-0.10000000', received: '0.10000000' }
const NO_PARTS = {
  fee: '0.00000000',
  paid: '0.00000000',
  locked: '0.00000000',
  markers: '0.00000000',
  units: '0.00000000',
}

const CLAIM = {
  ...{ action: 'faucet-claim', module: 'faucet', inputs: [input()], outputs: [POOL_CHANGE, output(1), DATA] },
  ...{ spent: '9.00000000', spentown: '0.00000000', paid: '8.89990000', kept: '0.10000000', change: '0.00000000' },
  cost: { ...NO_PARTS, ...COST },
}

async function send(change: object, method = 'sendrawtransaction', ...params: unknown[]) {
  const test = startBroker()
  test.chainManager.replies['explaintransaction'] = () => explanation(RAW, { ...CLAIM, ...change })
  await test.call(method, RAW, ...params)
  return { asked: test.questions.length, notices: test.notices, sent: done(test.chainManager, 'sendrawtransaction') }
}

describe('faucet claim consent', () => {
  it.each(['sendrawtransaction', 'sendprepared'])(
    'sends the exact bytes of a claim by %s without asking',
    async (method) => {
      const { asked, notices, sent } = await send({}, method)
      expect(asked).toBe(0)
      expect(notices).toMatchObject([
        { chain: 'First (ONE)', text: '0.10000000 ONE come from the faucet to your wallet.' },
      ])
      expect(sent).toEqual([{ chain: 'one', method: 'sendrawtransaction', params: [RAW] }])
    },
  )

  const outputs = (...more: readonly object[]) => ({ outputs: [POOL_CHANGE, output(1), ...more] })
  it.each<[string, object]>([
    ['spends a coin of the wallet', { inputs: [input(), input({ vout: 1, owner: 'own', type: 'pubkeyhash' })] }],
    ['spends an own condition', { inputs: [input(), input({ vout: 1, owner: 'own' })] }],
    ['spends an imported coin', { inputs: [input(), input({ vout: 1, owner: 'imported', type: 'pubkeyhash' })] }],
    ['spends a coin of another', { inputs: [input(), input({ vout: 1, owner: 'foreign', type: 'pubkeyhash' })] }],
    ['spends a shared coin', { inputs: [input(), input({ vout: 1, owner: 'shared' })] }],
    ['spends token units', { inputs: [input(), input({ vout: 1, token: TOKEN })] }],
    ['spends what is not known', { inputs: [input(), input({ vout: 1, owner: 'unknown', amount: null, type: null })] }],
    ['spends what is gone', { inputs: [input({ gone: true })] }],
    ['spends nothing', { inputs: [] }],
    ['has own coins among what it spends', { spentown: '0.00000001' }],
    ['pays another', outputs(output(2, { owner: 'foreign', address: 'RThem' }))],
    ['pays an imported key', { outputs: [POOL_CHANGE, output(1, { owner: 'imported' })] }],
    ['pays a watched address', { outputs: [POOL_CHANGE, output(1, { owner: 'watched' })] }],
    ['pays a shared address', outputs(output(2, { owner: 'shared' }))],
    ['pays a contract’s plain address', outputs(output(2, { owner: 'contract' }))],
    ['pays a condition of its own', outputs(output(2, { type: 'cryptocondition' }))],
    ['makes a marker', outputs(output(2, { ...POOL, role: 'marker' }))],
    ['destroys coins', outputs({ ...DATA, amount: '0.00000001' })],
    ['makes token units', outputs(output(2, { token: TOKEN, role: 'token' }))],
    ['moves a token', { tokens: [{ ...TOKEN, moves: [], burned: '0n' }] }],
    ['is warned of', { warnings: ['Something is odd.'] }],
    ['brings nothing', { cost: { ...NO_PARTS, total: '0.00000000', received: '0.00000000' } }],
    ['has an unknown cost', { fee: null, cost: null }],
    ['is not signed completely', { complete: false }],
    ['is sent already', { state: 'mempool' }],
    ['is of another contract', { module: 'rewards' }],
    ['fills the faucet', { action: 'faucet-fund' }],
    ['has no action', { action: null }],
  ])('asks about a claim that %s', async (_, change) => {
    const { asked, sent } = await send(change)
    expect([asked, sent.length]).toEqual([1, 1])
  })

  it('asks about a claim with a comment of the page', async () => {
    expect((await send({}, 'sendprepared', 'rent')).asked).toBe(1)
  })
})
