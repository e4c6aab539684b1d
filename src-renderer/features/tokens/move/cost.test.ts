import { beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { anExplanation, anOutput } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { builtCosts, createCosts } from './cost.ts'

beforeAll(() => loadTexts('tokens', 'parts'))

const CONDITION = { type: 'cryptocondition', address: null } as const
const outputs = [
  anOutput({ ...CONDITION, role: 'marker', owner: 'contract', amount: 10_000n }),
  anOutput({
    ...CONDITION,
    role: 'token',
    owner: 'own',
    amount: 100n,
    token: { tokenid: 't', units: 100n, name: 'A', nft: false },
  }),
  anOutput({ owner: 'own', change: true, made: 'change', role: 'change', amount: 7_000n }),
]
const built = (fee: bigint, more: Partial<Explanation> = {}) => ({
  ...{ hex: '00', decodedText: '{}' },
  told: anExplanation(outputs, { action: 'token-create', module: 'tokens', fee: fee, ...more }),
})

describe('what a token costs', () => {
  it('is the same beside the form and in the review', () => {
    const { locked, listing, fee, dust, back } = builtCosts(built(10_000n)) ?? {}
    expect({ locked, listing, fee }).toEqual(createCosts(100n))
    expect([dust, back]).toEqual([0n, 7_000n])
  })

  it('keeps its fee where change was too small to be sent back: that is said to be something else', () => {
    expect(builtCosts(built(10_950n))).toMatchObject({ fee: createCosts(1n).fee, dust: 950n })
  })

  it('has the fees of both where coins are moved first', () => {
    const move = { hex: '01', told: anExplanation([], { fee: 20_300n }) }
    expect(builtCosts({ ...built(10_000n), move })).toMatchObject({ fee: 30_300n, dust: 0n })
  })

  it('is not told where a fee is not known', () => {
    expect(builtCosts({ ...built(0n), told: anExplanation(outputs, { fee: null }) })).toBeNull()
  })
})
