import { describe, expect, it } from 'vitest'
import { keepsAskPrice, keepsBidPrice } from './remainder.ts'

describe('keepsBidPrice', () => {
  const fill = { locked: 500n, rest: 300n, taken: 200n, price: 100n, paid: 40n, remaining: 60n }

  it('compares whole satoshis per token', () => {
    expect(keepsBidPrice(fill)).toBe(true)
    // 199 / 40 and 500 / 100: 4 < 5
    expect(keepsBidPrice({ ...fill, rest: 301n, taken: 199n })).toBe(false)
    // 509 / 100 and 209 / 40 are both 5
    expect(keepsBidPrice({ ...fill, locked: 509n, taken: 209n })).toBe(true)
  })

  it('requires non-zero amounts and matching sums', () => {
    for (const name of ['locked', 'taken', 'paid', 'price'] as const) {
      expect(keepsBidPrice({ ...fill, [name]: 0n })).toBe(false)
    }
    expect(keepsBidPrice({ ...fill, remaining: 61n })).toBe(false)
    expect(keepsBidPrice({ ...fill, rest: 299n })).toBe(false)
  })

  it('accepts a seller that takes all coins for a single unit (explaintransaction warns about it)', () => {
    const robbed = { locked: 1000n, price: 100n, taken: 1000n, rest: 0n, paid: 1n, remaining: 99n }
    expect(keepsBidPrice(robbed)).toBe(true)
  })

  it('adds in 64 bits, as the reference does', () => {
    const max = 2n ** 63n - 1n
    expect(keepsBidPrice({ ...fill, remaining: max, paid: 40n, price: -(2n ** 63n) + 39n })).toBe(true)
  })
})

describe('keepsAskPrice', () => {
  const fill = { locked: 100n, rest: 60n, taken: 40n, price: 500n, paid: 200n, remaining: 300n }

  it('compares whole satoshis per token', () => {
    expect(keepsAskPrice(fill)).toBe(true)
    expect(keepsAskPrice({ ...fill, rest: 59n, taken: 41n })).toBe(false)
  })

  it('accepts whole satoshis per unit for a fractional price (explaintransaction warns about it)', () => {
    expect(keepsAskPrice({ locked: 100n, price: 199n, taken: 99n, rest: 1n, paid: 99n, remaining: 100n })).toBe(true)
  })

  it('rejects zero amounts instead of dividing by zero', () => {
    expect(keepsAskPrice({ ...fill, rest: 0n, taken: 100n, paid: 499n, remaining: 1n })).toBe(false)
    expect(keepsAskPrice({ ...fill, rest: 0n, taken: 100n, paid: 500n, remaining: 0n })).toBe(true)
    for (const name of ['locked', 'taken', 'paid', 'price'] as const) {
      expect(keepsAskPrice({ ...fill, [name]: 0n })).toBe(false)
    }
  })
})
