import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { moveProblem } from './built.ts'
import { anExplanation, anInput, anOutput } from './testing/explanation.ts'

beforeAll(() => loadTexts('parts'))

describe('moveProblem', () => {
  const HOME = 'RHome'
  const moved = (change: Parameters<typeof anOutput>[0] = {}) =>
    anExplanation([anOutput({ owner: 'own', address: HOME, ...change }), anOutput({ owner: 'own', change: true })], {
      ...{ txid: 'dd'.repeat(32), paid: 0n, fee: 10n },
    })
  const built = (inputs: Parameters<typeof anInput>[0][], move = moved()) => ({
    ...{ hex: '', decodedText: '', told: anExplanation([], { inputs: inputs.map(anInput) }) },
    move: { hex: '', told: move },
  })
  const fromMove = { txid: 'dd'.repeat(32) }

  it('accepts coins moved to the key of this node, and rejects other paying inputs', () => {
    expect(moveProblem(built([fromMove]), HOME)).toBeUndefined()
    expect(moveProblem(built([fromMove, {}]), HOME)).toBeDefined()
    expect(moveProblem({ ...built([{}]), move: undefined }, HOME)).toBeUndefined()
  })

  it('accepts token units and order funds as additional inputs', () => {
    const units = { type: 'cryptocondition', token: { tokenid: 'c', name: 'GOLD', units: 5n, nft: false } } as const
    const locked = { type: 'cryptocondition', owner: 'contract' } as const
    expect(moveProblem(built([fromMove, units, locked]), HOME)).toBeUndefined()
    expect(moveProblem(built([units]), HOME)).toBeUndefined()
  })

  it('rejects a move that pays another address', () => {
    expect(moveProblem(built([fromMove], moved({ address: 'RThief' })), HOME)).toBeDefined()
    expect(moveProblem(built([fromMove], { ...moved(), paid: 1n }), HOME)).toBeDefined()
    expect(moveProblem(built([fromMove], { ...moved(), action: 'token-transfer' }), HOME)).toBeDefined()
  })
})
