import { describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { computePaidBack, payInMismatch, unlockMismatch } from './verify.ts'

const FEE = 10_000n
const output = (role: string, amount: bigint, address: string | null) => ({ role, amount, address })
const told = (action: string, outputs: readonly unknown[], more: object = {}) =>
  ({ action, outputs, inputs: [{ amount: 1n, gone: false }], fee: FEE, ...more }) as unknown as Explanation

const POOL = output('contract', 500n, 'pool')
const DATA = output('data', 0n, null)
const OWN = output('payment', FEE, 'own')
const MARKER = output('marker', FEE, 'marker')
const OTHER = output('payment', FEE, 'other')

describe('payInMismatch', () => {
  const lock = { action: 'rewards-lock', amount: 500n, ownAddress: 'own' } as const

  it('accepts a lock and a plan that match the request', () => {
    expect(payInMismatch(told('rewards-lock', [POOL, OWN, DATA]), lock)).toBeUndefined()
    expect(
      payInMismatch(told('rewards-plan', [POOL, MARKER, DATA]), { ...lock, action: 'rewards-plan' }),
    ).toBeUndefined()
  })

  it('rejects another action, amount, payee or fee', () => {
    for (const wrong of [
      told('rewards-add', [POOL, OWN, DATA]),
      told('rewards-lock', [output('contract', 501n, 'pool'), OWN]),
      told('rewards-lock', [POOL, POOL, OWN]),
      told('rewards-lock', [POOL, OTHER]),
      told('rewards-lock', [POOL, OWN], { fee: 20_000n }),
      told('rewards-lock', [POOL, OWN], { fee: null }),
      told('rewards-lock', [POOL, OWN], { inputs: [{ amount: 1n, gone: true }] }),
    ]) {
      expect(payInMismatch(wrong, lock)).toBeDefined()
    }
    const plan = { ...lock, action: 'rewards-plan' } as const
    expect(payInMismatch(told('rewards-plan', [POOL, MARKER, OTHER]), plan)).toBeDefined()
    expect(payInMismatch(told('rewards-plan', [POOL, output('marker', 2n * FEE, 'marker')]), plan)).toBeDefined()
    expect(payInMismatch(told('rewards-lock', [POOL, OWN, MARKER]), lock)).toBeDefined()
  })
})

describe('unlockMismatch', () => {
  const lock = { amount: 1_000_000n, address: 'mine', ownAddress: 'own' }
  const back = output('payment', 1_000_500n, 'mine')

  it('accepts the locked coins with or without a reward', () => {
    expect(unlockMismatch(told('rewards-unlock', [POOL, back, DATA]), lock)).toBeUndefined()
    expect(computePaidBack(told('rewards-unlock', [POOL, back]), 'mine')).toBe(1_000_500n)
    expect(unlockMismatch(told('rewards-unlock', [output('payment', 980_000n, 'mine'), OWN]), lock)).toBeUndefined()
  })

  it('rejects a foreign payee and a lower amount', () => {
    for (const wrong of [
      told('rewards-lock', [POOL, back]),
      told('rewards-unlock', [POOL, back, OTHER]),
      told('rewards-unlock', [POOL, output('payment', 979_999n, 'mine')]),
      told('rewards-unlock', [POOL, back], { inputs: [{ amount: null, gone: false }] }),
    ]) {
      expect(unlockMismatch(wrong, lock)).toBeDefined()
    }
  })
})
