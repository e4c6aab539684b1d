import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askFill } from '#shared/protocol/orderAmounts.ts'
import { BuildError } from '../../transactions/index.ts'
import { fillOfBid, orderTotal, parsePrice, parseUnits } from './amounts.ts'
import { keepsAskPrice, keepsBidPrice } from './remainder.ts'

describe('order amounts', () => {
  it.each(['1abc', '0', '-1', '0.123456789', '', 'abc', '0x10', '1e-9', 'NaN', 'Infinity'])(
    'parsePrice rejects the price %j',
    (text) => {
      expect(() => parsePrice(text)).toThrow(BuildError)
    },
  )

  it.each(['1abc', '0', '-1', '1.9', '', 'abc', '0x10', '1e3'])('parseUnits rejects the unit count %j', (text) => {
    expect(() => parseUnits(text, 'numtokens')).toThrow(/^numtokens must be/)
  })

  it('orderTotal computes in doubles, as the reference does', () => {
    // The result for 12 × 1.2, one satoshi short, is recorded in tokens.md §2.
    expect(orderTotal(12n, parsePrice('1.2'))).toBe(1_439_999_999n)
    expect(orderTotal(100n, parsePrice('7.77'))).toBe(77_700_000_000n)
    expect(orderTotal(1n, parsePrice('0.00000001'))).toBe(1n)
  })

  it('orderTotal rejects totals beyond 64 bits', () => {
    expect(() => orderTotal(999_999_999_999_999n, 1)).toThrow('exceeds the maximum amount')
    expect(() => orderTotal(2n ** 63n - 1n, 1e-8)).toThrow('exceeds the maximum amount')
    expect(orderTotal(92_233_720_368n, 1)).toBe(9_223_372_036_800_000_000n)
  })
})

const order = fc.record({ units: fc.bigInt(1n, 2n ** 50n), coins: fc.bigInt(1n, 2n ** 50n) })

describe('order fills', () => {
  it('conserve units and coins, pay at least the price and pass keepsAskPrice, for an ask', () => {
    fc.assert(
      fc.property(order, fc.bigInt(1n, 2n ** 50n), (ask, units) => {
        const fill = askFill(ask, units)
        expect(fill.units + fill.unitsLeft).toBe(ask.units)
        expect(fill.coins + fill.coinsLeft).toBe(ask.coins)
        expect(fill.coins * ask.units).toBeGreaterThanOrEqual(fill.units * ask.coins)
        // The payment exceeds the exact share by less than one satoshi, except when everything is bought.
        if (fill.unitsLeft > 0n) {
          expect(fill.units).toBe(units)
          expect((fill.coins - 1n) * ask.units).toBeLessThan(fill.units * ask.coins)
          expect(fill.coinsLeft).toBeGreaterThan(0n)
        } else expect(fill.coinsLeft).toBe(0n)
        const { coins: price, units: locked } = ask
        expect(
          keepsAskPrice({
            ...{ remaining: fill.coinsLeft, rest: fill.unitsLeft, locked, taken: fill.units, paid: fill.coins, price },
          }),
        ).toBe(true)
      }),
    )
  })

  it('conserve units and coins and pass keepsBidPrice for a bid, which needs a full fill below 1 satoshi per unit', () => {
    fc.assert(
      fc.property(order, fc.bigInt(1n, 2n ** 50n), (bid, units) => {
        if (units < bid.units && bid.coins < bid.units) {
          expect(() => fillOfBid(bid, units)).toThrow('only all')
          return
        }
        const fill = fillOfBid(bid, units)
        expect(fill.units + fill.unitsLeft).toBe(bid.units)
        expect(fill.coins + fill.coinsLeft).toBe(bid.coins)
        const { units: price, coins: locked } = bid
        expect(
          keepsBidPrice({
            ...{ remaining: fill.unitsLeft, rest: fill.coinsLeft, locked, taken: fill.coins, paid: fill.units, price },
          }),
        ).toBe(true)
      }),
    )
  })

  it('round to whole units, where the reference charges for a fraction of a unit', () => {
    expect(askFill({ units: 3n, coins: 100n }, 1n)).toEqual({ units: 1n, coins: 34n, unitsLeft: 2n, coinsLeft: 66n })
    expect(askFill({ units: 100n, coins: 50n }, 99n)).toEqual({ units: 100n, coins: 50n, unitsLeft: 0n, coinsLeft: 0n })
    expect(fillOfBid({ units: 3n, coins: 100n }, 1n)).toEqual({ units: 1n, coins: 33n, unitsLeft: 2n, coinsLeft: 67n })
  })
})
