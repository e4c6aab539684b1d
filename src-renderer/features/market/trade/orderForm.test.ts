import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { computeFill, computeMaxUnits, countSteps, fillProblem, formatRounding, unitsAt } from './fillAmounts.ts'
import { computeTotal, fromTotal, type OrderDraft, orderOfDraft, orderProblems } from './orderForm.ts'

const COIN = 100_000_000n
const draft = (change: Partial<OrderDraft> = {}): OrderDraft => ({
  ...{ side: 'bid', amount: '1,000', price: '0.25', total: '' },
  ...change,
})

beforeAll(() => loadTexts('trade'))

describe('orderOfDraft and orderProblems', () => {
  it('compute the total like the node, which may be a satoshi short', () => {
    expect(orderOfDraft(draft())).toEqual({ units: 1000n, coins: 250n * COIN, price: '0.25000000' })
    // Recorded from komodod.
    expect(computeTotal(draft({ amount: '12', price: '1.2' }))).toBe('14.39999999')
    expect(computeTotal(draft({ price: 'much' }))).toBe('')
  })

  it('derive amount or price from a typed total', () => {
    expect(fromTotal(draft(), '100')).toEqual({ amount: '400' })
    expect(fromTotal(draft({ price: '' }), '100')).toEqual({ price: '0.10000000' })
    expect(fromTotal(draft(), '1e3')).toEqual({})
  })

  it.each([
    [{ amount: '' }, 'amount', /How many/],
    [{ amount: '1.5' }, 'amount', /whole number/],
    [{ amount: '0' }, 'amount', /At least one/],
    [{ price: '' }, 'price', /Which price/],
    [{ price: '0' }, 'price', /at least 0.00000001/],
    [{ price: '0.123456789' }, 'price', /8 decimals/],
    [{ price: '-1' }, 'price', /not be negative/],
    [{ amount: '999999999999999', price: '1' }, 'total', /more coins than a transaction/],
    [{}, 'total', /takes 250.0002; 250 are available/],
    [{ side: 'ask', amount: '8' }, 'amount', /More than the 7 you hold/],
  ] as const)('report a problem for %j', (change, field, words) => {
    const problems = orderProblems(draft(change), { coins: 250n * COIN, units: 7n })
    expect(Object.keys(problems)).toEqual([field])
    expect(problems[field]).toMatch(words)
  })

  it('report no problem while the balance is unknown', () => {
    expect(orderProblems(draft({ side: 'ask' }), { coins: undefined, units: undefined })).toEqual({})
  })
})

describe('amounts of a fill', () => {
  const ask = { side: 'ask', unitsleft: 3n, coinsleft: 100n } as const
  const bid = { side: 'bid', unitsleft: 3n, coinsleft: 100n } as const

  it('respect the limits of the order and of the user’s funds', () => {
    expect(computeMaxUnits(ask, { coins: undefined, units: undefined })).toBe(3n)
    expect(computeMaxUnits(ask, { coins: 20_100n, units: 0n })).toBe(3n)
    expect(computeMaxUnits(ask, { coins: 20_070n, units: 0n })).toBe(2n)
    expect(computeMaxUnits(ask, { coins: 5n, units: 0n })).toBe(0n)
    expect(computeMaxUnits(bid, { coins: 5n, units: 2n })).toBe(2n)
    expect(computeMaxUnits(bid, { coins: 5n, units: 9n })).toBe(3n)
  })

  it('stay affordable at the maximum number of units', () => {
    const offer = { side: 'ask', unitsleft: 7n, coinsleft: 1000n } as const
    for (let coins = 20_000n; coins < 21_000n; coins += 7n) {
      const max = computeMaxUnits(offer, { coins, units: 0n })
      const fill = computeFill(offer, max)
      if (fill) expect(fill.coins + 20_000n).toBeLessThanOrEqual(coins)
    }
  })

  it('report a problem before the node would reject the fill', () => {
    const means = { coins: 1_000_000n, units: 2n }
    const problem = (offer: typeof ask | typeof bid, amount: string) => fillProblem(offer, amount, means)
    expect(problem(ask, '4')).toMatch('More than the 3 that are left')
    expect(problem(bid, '3')).toMatch('More than the 2 you hold')
    expect(problem(ask, '3')).toBeUndefined()
    expect(problem(bid, '1')).toBeUndefined()
    expect(fillProblem({ ...bid, coinsleft: 2n }, '1', means)).toMatch('only all 3 can be sold')
    expect(fillProblem(ask, '3', { coins: 20_070n, units: 0n })).toMatch('pay for at most 2')
  })

  it('explain how the amounts are rounded', () => {
    const words = (offer: typeof ask | typeof bid, units: bigint) =>
      formatRounding(offer, computeFill(offer, units)!, units)
    expect(words(ask, 1n)).toMatch('rounded up')
    expect(words(ask, 3n)).toBeUndefined()
    expect(words(bid, 1n)).toMatch('the seller of the last unit gets the rest')
    expect(words(bid, 3n)).toMatch('the remainder from rounding is yours')
    expect(formatRounding({ ...ask, coinsleft: 99n }, computeFill({ ...ask, coinsleft: 99n }, 1n)!, 1n)).toBeUndefined()
    const cheap = { side: 'ask', unitsleft: 100n, coinsleft: 50n } as const
    expect(formatRounding(cheap, computeFill(cheap, 99n)!, 99n)).toMatch('you get all of them')
  })

  it('reach the maximum at the end of the slider', () => {
    expect([0n, 3n, 5_000_000n].map(countSteps)).toEqual([0, 3, 1000])
    expect(unitsAt(2, 3n)).toBe(2n)
    expect(unitsAt(1000, 4_999_999n)).toBe(4_999_999n)
    expect(unitsAt(0, 0n)).toBe(0n)
  })
})

describe('an order typed in satoshis', () => {
  afterEach(() => useDisplayStyle.getState().setUnits('eight'))

  it('places the same order, with fields derived in satoshis', () => {
    useDisplayStyle.getState().setUnits('sat')
    const typed = draft({ price: '25,000,000' })
    expect(orderOfDraft(typed)).toEqual({ units: 1000n, coins: 250n * COIN, price: '0.25000000' })
    expect(computeTotal(typed)).toBe('25,000,000,000')
    expect(fromTotal(typed, '10,000,000,000')).toEqual({ amount: '400' })
    expect(fromTotal(draft({ price: '' }), '10,000,000,000')).toEqual({ price: '10000000' })
  })

  it('rejects a price in coins, and suggests it in satoshis', () => {
    useDisplayStyle.getState().setUnits('sat')
    expect(orderOfDraft(draft())).toBeUndefined()
    expect(orderProblems(draft(), { coins: undefined, units: undefined }).price).toContain('25,000,000 sat')
    expect(orderProblems(draft({ price: '0' }), { coins: undefined, units: undefined }).price).toContain('1 sat')
  })
})
