import { describe, expect, it } from 'vitest'
import { FAUCET_POOL, type OutputStory, type TransactionStory } from '../../parts/transaction/describe.ts'
import { claimMismatch, depositMismatch } from './verify.ts'

const ME = 'RMe'
const output = (kind: OutputStory['kind'], satoshis: bigint, address?: string): OutputStory => ({
  n: 0,
  kind,
  satoshis,
  address,
  title: '',
  note: '',
  own: address === ME,
})
const story = (outputs: readonly OutputStory[], fee: bigint | undefined = 10_000n): TransactionStory => ({
  outputs,
  token: undefined,
  coinbase: false,
  outputTotal: 0n,
  inputTotal: undefined,
  fee,
})

describe('depositMismatch', () => {
  const pool = output('pool', 200n, FAUCET_POOL)
  const change = output('change', 5n, ME)

  it('accepts the amount, change to the own address, and dust that joins the fee', () => {
    expect(depositMismatch(story([pool, change]), 200n, ME)).toBeUndefined()
    expect(depositMismatch(story([pool], 19_999n), 200n, ME)).toBeUndefined()
  })

  it('notices every difference', () => {
    expect(depositMismatch(story([change, pool]), 200n, ME)).toMatch('not pay into')
    expect(depositMismatch(story([pool, change]), 201n, ME)).toMatch('another amount')
    expect(depositMismatch(story([pool, output('pay', 1n, 'RYou')]), 200n, ME)).toMatch('somebody else')
    expect(depositMismatch(story([pool, change], 20_000n), 200n, ME)).toMatch('fee')
    expect(depositMismatch({ ...story([pool, change]), fee: undefined }, 200n, ME)).toMatch('gone')
  })
})

describe('claimMismatch', () => {
  const terms = { payout: 10_000_000n, address: ME }
  const coins = [{ value: 1n, address: FAUCET_POOL }]
  const back = output('pool-back', 1n, FAUCET_POOL)
  const paid = output('pay', 10_000_000n, ME)
  const data = output('data', 0n)

  it('accepts a claim with and without change', () => {
    expect(claimMismatch(story([back, paid, data]), coins, terms)).toBeUndefined()
    expect(claimMismatch(story([paid, data]), coins, terms)).toBeUndefined()
  })

  it('notices every difference', () => {
    expect(claimMismatch(story([back, paid, data]), [...coins, undefined], terms)).toMatch('another claim was faster')
    expect(claimMismatch(story([back, paid, data]), [{ value: 1n, address: ME }], terms)).toMatch('not the faucet’s')
    expect(claimMismatch(story([back, output('pay', 10_000_000n, 'RYou')]), coins, terms)).toMatch('somebody else')
    expect(claimMismatch(story([back, paid, output('pay', 1n, 'RYou')]), coins, terms)).toMatch('somebody else')
    expect(claimMismatch(story([back, output('pay', 1n, ME)]), coins, terms)).toMatch('another amount')
    expect(claimMismatch(story([back, paid], 20_000n), coins, terms)).toMatch('fee')
  })
})
