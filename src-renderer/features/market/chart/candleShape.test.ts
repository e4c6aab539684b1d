import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#shared/units.ts'
import { candleShape, type PriceCandle } from './candleShape.ts'

const box = { width: 700, height: 200 }
const HOUR = 3600
const START = 1_700_000_000 - (1_700_000_000 % HOUR)

const candle = (
  hour: number,
  [open, high, low, close]: readonly [bigint, bigint, bigint, bigint],
  coins = 5n,
): PriceCandle => ({
  ...{ time: START + hour * HOUR, open: formatAmount(open), high: formatAmount(high), low: formatAmount(low) },
  ...{ close: formatAmount(close), units: 1n, coins, trades: 1 },
})

describe('candleShape', () => {
  it('places the newest candle at the right and continues the price between candles', () => {
    const { candles, line, candleAt } = candleShape(
      [candle(0, [10n, 30n, 5n, 20n], 4n), candle(3, [20n, 20n, 10n, 10n], 8n)],
      HOUR,
      box,
    )
    const [first, last] = candles
    expect(candles.map(({ rising }) => rising)).toEqual([true, false])
    expect((last!.x - first!.x) / (box.width / 30)).toBeCloseTo(3)
    expect(last!.x).toBeLessThan(box.width)
    expect(first!.high).toBeLessThan(first!.top)
    expect(first!.low).toBeGreaterThan(first!.bottom)
    expect(box.height - last!.volume).toBeCloseTo(2 * (box.height - first!.volume))
    expect(line.split('M')).toHaveLength(3)
    expect(candleAt(last!.x)?.candle).toBe(last!.candle)
    expect(candleAt(0)).toBeUndefined()
  })

  it('shows the newest candles if not all fit', () => {
    const rows = Array.from({ length: 400 }, (_, hour) => candle(hour, [10n, 20n, 5n, 15n]))
    const { candles } = candleShape(rows, HOUR, box)
    expect(candles.length).toBeLessThanOrEqual(100)
    expect(candles.at(-1)?.candle.time).toBe(START + 399 * HOUR)
  })

  it('renders no candles without trades, and a flat candle for a constant price', () => {
    expect(candleShape([], HOUR, box).candles).toEqual([])
    const [one] = candleShape([candle(0, [7n, 7n, 7n, 7n])], HOUR, box).candles
    expect(one?.top).toBe(one?.bottom)
    expect(one?.top).toBeGreaterThan(0)
  })

  it('keeps all candles inside the box for any prices', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 10n ** 18n), { minLength: 4, maxLength: 40 }), (prices) => {
        const rows = prices.slice(3).map((_, hour) => {
          const [low, open, close, high] = prices.slice(hour, hour + 4).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          return candle(hour, [open!, high!, low!, close!], open)
        })
        for (const { x, high, low, volume } of candleShape(rows, HOUR, box).candles) {
          for (const y of [high, low, volume]) expect(y >= 0 && y <= box.height).toBe(true)
          expect(x >= 0 && x <= box.width).toBe(true)
        }
      }),
    )
  })
})
