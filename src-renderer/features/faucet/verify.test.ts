import { beforeAll, describe, expect, it } from 'vitest'
import { anExplanation, anInput, anOutput } from '../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { claimMismatch, depositMismatch } from './verify.ts'

beforeAll(() => loadTexts('faucet'))

const ME = 'RMe'
const YOU = 'RYou'
const CONDITION = { type: 'cryptocondition', owner: 'contract' } as const

describe('depositMismatch', () => {
  const pool = anOutput({ ...CONDITION, role: 'contract', amount: 200n })
  const change = anOutput({ address: ME, owner: 'own', amount: 5n })
  const told = (outputs: readonly ReturnType<typeof anOutput>[], fee: bigint | null = 10_000n) =>
    anExplanation(outputs, { action: 'faucet-fund', fee })

  it('accepts the amount, change to an address of the wallet, and dust added to the fee', () => {
    expect(depositMismatch(told([pool, change]), 200n, ME)).toBeUndefined()
    expect(depositMismatch(told([pool], 19_999n), 200n, ME)).toBeUndefined()
  })

  it('rejects every difference from the request', () => {
    expect(depositMismatch(told([change, pool]), 200n, ME)).toMatch('not pay into')
    expect(depositMismatch({ ...told([pool, change]), action: null }, 200n, ME)).toMatch('not pay into')
    expect(depositMismatch(told([pool, change]), 201n, ME)).toMatch('another amount')
    expect(depositMismatch(told([pool, anOutput({ address: YOU })]), 200n, ME)).toMatch('somebody else')
    expect(depositMismatch(told([pool, change], 20_000n), 200n, ME)).toMatch('fee')
    expect(depositMismatch(told([pool, change], null), 200n, ME)).toMatch('gone')
    expect(depositMismatch({ ...told([pool, change]), inputs: [anInput({ gone: true })] }, 200n, ME)).toMatch('gone')
  })
})

describe('claimMismatch', () => {
  const terms = { payout: 10_000_000n, address: ME }
  const coins = [anInput({ ...CONDITION })]
  const back = anOutput({ ...CONDITION, role: 'contract' })
  const paid = anOutput({ address: ME, owner: 'own', amount: 10_000_000n })
  const data = anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n })
  const told = (outputs: readonly ReturnType<typeof anOutput>[], inputs = coins, fee = 10_000n) =>
    anExplanation(outputs, { action: 'faucet-claim', inputs, fee })

  it('accepts a claim with and without change', () => {
    expect(claimMismatch(told([back, paid, data]), terms)).toBeUndefined()
    expect(claimMismatch(told([paid, data]), terms)).toBeUndefined()
  })

  it('rejects every difference from the terms', () => {
    const mine = anInput({ address: ME })
    expect(claimMismatch(told([back, paid, data], [anInput({ amount: null })]), terms)).toMatch(
      'another claim was faster',
    )
    expect(claimMismatch(told([back, paid, data], [anInput({ ...CONDITION, gone: true })]), terms)).toMatch('faster')
    expect(claimMismatch(told([back, paid, data], [mine]), terms)).toMatch('not the faucet’s')
    expect(claimMismatch(told([back, { ...paid, address: YOU }]), terms)).toMatch('somebody else')
    expect(claimMismatch(told([back, paid, anOutput({ address: YOU })]), terms)).toMatch('somebody else')
    expect(claimMismatch(told([back, paid, anOutput({ type: 'cryptocondition', role: 'contract' })]), terms)).toMatch(
      'somebody else',
    )
    expect(claimMismatch(told([back, { ...paid, amount: 1n }]), terms)).toMatch('another amount')
    expect(claimMismatch(told([back, paid], coins, 20_000n), terms)).toMatch('fee')
  })
})
