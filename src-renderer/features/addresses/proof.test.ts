import { describe, expect, it } from 'vitest'
import { proofVerdict } from './proof.ts'

describe('proofVerdict', () => {
  const equal = { balance: 5n, deltas: 5n, unspent: 5n }

  it('returns equal if the sums are equal', () => {
    expect(proofVerdict({ ok: true, sums: equal })).toBe('equal')
  })

  it('distinguishes a wrong sum from wrong counts only', () => {
    expect(proofVerdict({ ok: false, sums: { ...equal, unspent: 4n } })).toBe('differ')
    expect(proofVerdict({ ok: false, sums: equal })).toBe('rows')
  })
})
