import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBands, shareText } from './bands.ts'

const holdings = (amounts: readonly bigint[]) => amounts.map((amount, rank) => ({ address: `R${rank}`, amount }))

describe('computeBands', () => {
  it('returns bands of one, nine and ninety holders, and one of the unlisted holders', () => {
    const bands = computeBands(holdings([50n, ...Array<bigint>(11).fill(2n)]), 100n, 40)
    expect(bands).toEqual([
      { from: 1, to: 1, amount: 50n },
      { from: 2, to: 10, amount: 18n },
      { from: 11, to: 12, amount: 4n },
      { from: 13, to: 40, amount: 28n },
    ])
    expect(computeBands([], 0n, 0)).toEqual([])
  })

  it('includes every holder and every satoshi', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 10n ** 16n), { maxLength: 300 }),
        fc.bigInt(0n, 10n ** 17n),
        fc.nat(1000),
        (amounts, rest, more) => {
          const sum = amounts.reduce((all, amount) => all + amount, 0n)
          const total = sum + (more > 0 ? rest : 0n)
          const bands = computeBands(holdings(amounts), total, amounts.length + more)
          expect(bands.reduce((all, band) => all + band.amount, 0n)).toBe(total)
          expect(bands.reduce((all, band) => all + band.to - band.from + 1, 0)).toBe(amounts.length + more)
        },
      ),
    )
  })
})

describe('shareText', () => {
  it('rounds no holding to zero and no part to the total', () => {
    expect(shareText(1n, 10n ** 15n)).toBe('< 0.01 %')
    expect(shareText(99_999n, 100_000n)).toBe('99.99 %')
    expect(shareText(0n, 0n)).toBe('0.00 %')
  })
})
