import { describe, expect, it } from 'vitest'
import { FIRST_COINS_COMMENT } from '#shared/chains/index.ts'
import type { TxId } from '#shared/units.ts'
import { placeOfStep, STEPS, type StepFacts, stepOfSent, stepsDone, stepToDo } from './steps.ts'
import { listOf, useSteps } from './stepsStore.ts'

type Row = StepFacts['rows'][number]

const row = (changes: Partial<Row>): Row => ({
  ...{ kind: 'received', action: null, token: null, comment: '', state: 'confirmed', amount: 1n },
  ...changes,
})
const token = { tokenid: 'ab'.repeat(32) as TxId, name: 'GOLD', nft: false, units: 5n, away: true }
const facts = (changes: Partial<StepFacts>): StepFacts => ({ rows: [], bans: 0, ...changes })

describe('stepsDone', () => {
  it('finds nothing done in a new wallet', () => {
    expect([...stepsDone(facts({ rows: [row({ kind: 'mined' })] }))]).toEqual([])
  })

  it.each<[string, Partial<StepFacts>]>([
    ['mint', { rows: [row({ kind: 'module', action: 'token-create' })] }],
    ['send', { rows: [row({ kind: 'sent', amount: -5n })] }],
    ['send', { rows: [row({ kind: 'module', action: 'token-transfer', token })] }],
    ['fund', { rows: [row({ kind: 'module', action: 'faucet-fund', amount: -5n })] }],
    ['claim', { rows: [row({ kind: 'module', action: 'faucet-claim' })] }],
    ['offer', { rows: [row({ kind: 'module', action: 'ask' })] }],
    ['buy', { rows: [row({ kind: 'module', action: 'fill-bid' })] }],
    ['ban', { bans: 1 }],
  ])('ticks %s for %o', (step, changes) => {
    expect([...stepsDone(facts(changes))]).toEqual([step])
  })

  it.each<[string, Row]>([
    ['the coins that the app gave to Friend', row({ kind: 'sent', comment: FIRST_COINS_COMMENT })],
    ['a payment that another one replaced', row({ kind: 'sent', state: 'conflicted' })],
    ['tokens that came', row({ kind: 'module', action: 'token-transfer', token: { ...token, away: false } })],
    ['what others put into the faucet', row({ kind: 'module', action: 'faucet-fund', amount: 0n })],
  ])('does not count %s', (_, one) => {
    expect([...stepsDone(facts({ rows: [one] }))]).toEqual([])
  })
})

describe('what is kept of the steps', () => {
  it('is one list for both people, in the order of the list, whoever did what', () => {
    const me = listOf({ name: 'SANDBOX', magic: '07' })
    const friend = listOf({ name: 'SANDBOX', magic: '07' })
    const { note } = useSteps.getState()
    note(friend, ['claim'])
    note(me, [stepOfSent('token-create')!])
    note(me, [stepOfSent('payment')!, stepOfSent('fill-bid')!])
    expect(useSteps.getState().chains[me]?.done).toEqual(['mint', 'send', 'claim', 'buy'])
  })

  it('has the first token that was created, which further ones do not replace', () => {
    const list = listOf({ name: 'SANDBOX', magic: '08' })
    const { note } = useSteps.getState()
    note(list, ['mint'], 'aa'.repeat(32))
    note(list, ['mint'], 'bb'.repeat(32))
    note(list, ['send'])
    expect(useSteps.getState().chains[list]).toEqual({ done: ['mint', 'send'], hidden: false, token: 'aa'.repeat(32) })
  })

  it('has no step for a burn or what is none', () => {
    for (const kind of ['token-burn', 'cancel-ask', 'toString']) expect(stepOfSent(kind)).toBeUndefined()
  })
})

describe('the next step', () => {
  it('is the first one that is not done, and none after the last', () => {
    expect(stepToDo([])).toBe('mint')
    expect(stepToDo(['mint', 'fund'])).toBe('send')
    expect(stepToDo(STEPS)).toBeUndefined()
  })

  it('is done with the token that was created, as far inside as a link leads', () => {
    const token = 'ab'.repeat(32)
    expect(placeOfStep('send', token)).toEqual({ to: '/tokens', search: { token, act: 'transfer' } })
    expect(placeOfStep('offer', token)).toEqual({ to: `/market/${token}`, search: { side: 'ask' } })
    expect(placeOfStep('buy', token)).toEqual({ to: `/market/${token}`, search: { buy: true } })
    expect(placeOfStep('send', undefined)).toEqual({ to: '/wallet', search: { tab: 'send' } })
    expect(placeOfStep('buy', undefined)).toEqual({ to: '/market', search: {} })
  })
})
