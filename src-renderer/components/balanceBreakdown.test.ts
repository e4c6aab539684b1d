import { describe, expect, it } from 'vitest'
import { balanceBreakdown } from './balanceBreakdown.ts'

const none = { confirmed: 0n, pending: 0n, immature: 0n, tokenkey: 0n }

describe('balanceBreakdown', () => {
  it('lists the parts of the balance and where they are', () => {
    expect(balanceBreakdown(none)).toBe('')
    expect(balanceBreakdown({ ...none, confirmed: 5n, tokenkey: 5n })).toBe('all at your main address')
    expect(balanceBreakdown({ ...none, confirmed: 5n })).toBe('all at your addresses')
    expect(
      balanceBreakdown({
        confirmed: 300_000_000n,
        tokenkey: 100_000_000n,
        pending: 50_000_000n,
        immature: 1n,
      }),
    ).toBe('1 at your main address\u00a0· 2 at other addresses\u00a0· 0.5 pending\u00a0· 0.00000001 immature')
  })
})
