import { beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { anExplanation, anInput, anOutput } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { TradeRequest } from './request.ts'
import { tradeMismatch } from './verify.ts'

const TOKEN = { tokenid: 'c'.repeat(64), name: 'GOLD', movable: true }
const [OWNER, THIEF] = ['02'.padEnd(66, 'a'), '03'.padEnd(66, 'b')]
const CC = { type: 'cryptocondition' } as const
type Output = ReturnType<typeof anOutput>

const units = (n: bigint, change: Partial<Output> = {}): Output =>
  anOutput({
    ...{ ...CC, role: 'token', amount: n, token: { tokenid: TOKEN.tokenid, name: 'GOLD', units: n, nft: false } },
    ...change,
  })
const marker = (change: Partial<Output> = {}) => anOutput({ ...CC, role: 'marker', amount: 10_000n, ...change })
const change = anOutput({ owner: 'own', change: true, made: 'change', amount: 50_000n })
const data = anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n })

function told(action: Explanation['action'], order: Explanation['order'], outputs: readonly Output[]): Explanation {
  const total = outputs.reduce((sum, { amount }) => sum + amount, 10_000n)
  const tokens = [{ tokenid: TOKEN.tokenid, name: 'GOLD', nft: false, moves: [], burned: 0n }]
  return anExplanation([...outputs, change, data], {
    ...{ action, order, tokens, module: 'assets' },
    inputs: [anInput({ amount: total + change.amount })],
  })
}

beforeAll(() => loadTexts('trade'))

describe('tradeMismatch', () => {
  const amounts = { units: 5n, coins: 700n }
  const left = { units: 3n, coins: 420n }
  const existing = { order: 'd'.repeat(64), owner: OWNER }
  const held = (n: bigint) => units(n, { owner: 'contract' })
  const samples: readonly (readonly [TradeRequest, readonly Output[]])[] = [
    [{ action: 'ask', token: TOKEN, ...amounts, price: '1' }, [held(5n), marker(), units(9n, { owner: 'own' })]],
    [
      { action: 'bid', token: TOKEN, ...amounts, price: '1' },
      [anOutput({ ...CC, role: 'contract', owner: 'contract', amount: 700n }), marker()],
    ],
    [
      { action: 'fill-ask', token: TOKEN, ...amounts, left, ...existing },
      [held(3n), units(5n, { owner: 'own' }), anOutput({ amount: 700n, pubkey: OWNER }), marker()],
    ],
    [
      { action: 'fill-bid', token: TOKEN, ...amounts, left, ...existing },
      [
        anOutput({ ...CC, role: 'contract', owner: 'contract', amount: 420n }),
        anOutput({ owner: 'own', amount: 700n }),
        units(5n, { pubkey: OWNER }),
        marker(),
      ],
    ],
    [{ action: 'cancel-ask', token: TOKEN, ...amounts, ...existing }, [units(5n, { owner: 'own' })]],
    [{ action: 'cancel-bid', token: TOKEN, ...amounts, ...existing }, [anOutput({ owner: 'own', amount: 700n })]],
  ]
  const toOrder = (request: TradeRequest) => ({ ...amounts, ...('left' in request && { left: request.left }) })

  it.each(samples)('accepts exactly the requested trade, and rejects every difference: $action', (request, outputs) => {
    const explained = told(request.action, toOrder(request), outputs)
    expect(tradeMismatch(explained, request)).toBeUndefined()

    const differs = (changed: Partial<Explanation>) => tradeMismatch({ ...explained, ...changed }, request)
    expect(differs({ action: 'token-transfer' })).toMatch('something else')
    expect(differs({ order: null })).toMatch('something else')
    expect(differs({ tokens: [{ ...explained.tokens[0]!, tokenid: 'e'.repeat(64) }] })).toMatch('another token')
    expect(differs({ order: { ...toOrder(request), units: 6n, coins: 701n } })).toMatch('amounts')
    expect(differs({ fee: null })).toMatch('gone')
    expect(differs({ inputs: [anInput({ gone: true })] })).toMatch('gone')
    expect(differs({ fee: 20_000n })).toMatch('fee')
    const more = (output: Output) => differs({ outputs: [...explained.outputs, { n: 9, ...output }] })
    expect(more(anOutput({ amount: 1n, pubkey: OWNER }))).toMatch('elsewhere')
    expect(more(units(1n, { pubkey: OWNER }))).toMatch('elsewhere')
    expect(more(marker({ amount: 20_000n }))).toMatch('elsewhere')
  })

  it('accepts a trade with another key of the same wallet', () => {
    for (const [request, outputs] of samples.slice(2, 4)) {
      const own = outputs.map((output): Output => (output.pubkey === OWNER ? { ...output, owner: 'own' } : output))
      expect(tradeMismatch(told(request.action, toOrder(request), own), request)).toBeUndefined()
    }
  })

  it('rejects a payment to a wrong key', () => {
    const swap = (output: Output): Output => (output.pubkey === OWNER ? { ...output, pubkey: THIEF } : output)
    for (const [request, outputs] of samples.slice(2, 4)) {
      expect(tradeMismatch(told(request.action, toOrder(request), outputs.map(swap)), request)).toMatch('elsewhere')
    }
    const [request, outputs] = samples[2]!
    const order = { ...toOrder(request), left: { units: 4n, coins: 420n } }
    expect(tradeMismatch(told(request.action, order, outputs), request)).toMatch('amounts')
  })
})
