/** Computes the layout of prices over time as candles. */
import { scaleLinear, scaleTime } from 'd3-scale'
import type { MethodResult } from '#shared/rpc/index.ts'
import { toSatoshis } from '../../../components/market/prices.ts'
import type { CandleMarkProps } from '../../../ui/Chart/marks.tsx'
import { stepPath } from '../../../ui/Chart/paths.ts'
import type { PlotArea, ScaleTick } from '../../../ui/Chart/scales.ts'

export type PriceCandle = Exclude<MethodResult<'tokencandles'>, { readonly result: 'error' }>['rows'][number]

export interface DrawnCandle extends CandleMarkProps {
  readonly candle: PriceCandle
  /** upper edge of its volume bar, which starts at the bottom */
  readonly volume: number
}

export interface CandleShape {
  /** the newest candles that fit, oldest first */
  readonly candles: readonly DrawnCandle[]
  /** line of the last price through intervals without trades */
  readonly line: string
  readonly prices: readonly ScaleTick<bigint>[]
  /** in unix seconds */
  readonly times: readonly ScaleTick<number>[]
  /** @returns the candle nearest to `x` px from the left, or undefined if none is near */
  candleAt(x: number): DrawnCandle | undefined
}

/** minimum px from one candle to the next */
const MIN_CANDLE_DISTANCE = 7
const MAX_BODY_WIDTH = 14
/** Minimum number of intervals, so that a single candle is not as wide as the chart. */
const MIN_INTERVALS = 30
/** Shares of the height: the volume bars at the bottom, and the gap between them and the prices. */
const VOLUMES = 0.2
const GAP = 0.06
/** Margin above and below, as a share of the price range. */
const AIR = 0.06
const TIME_LABEL = 84

/** Computes candles of equal intervals by their start time, with the newest at the right edge. */
export function candleShape(rows: readonly PriceCandle[], seconds: number, box: PlotArea): CandleShape {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || box.width <= 0 || box.height <= 0)
    return { candles: [], line: '', prices: [], times: [], candleAt: () => undefined }
  const fitting = Math.max(1, Math.floor(box.width / MIN_CANDLE_DISTANCE))
  const spans = Math.min(fitting, Math.max(MIN_INTERVALS, (last.time - first.time) / seconds + 2))
  const step = box.width / spans
  // Leaves half an interval free on the right.
  const from = last.time + 1.5 * seconds - spans * seconds
  const toX = (time: number) => ((time - from) / seconds + 0.5) * step
  const shown = rows.filter(({ time }) => toX(time) - step / 2 >= 0)
  const y = priceScale(shown, box.height * (1 - VOLUMES - GAP))
  const most = shown.reduce((sum, { coins }) => (coins > sum ? coins : sum), 1n)
  const volume = scaleLinear()
    .domain([0, Number(most)])
    .range([box.height, box.height * (1 - VOLUMES)])
  const at = (price: string) => y(Number(toSatoshis(price)))
  const width = Math.max(2, Math.min(MAX_BODY_WIDTH, step * 0.66))

  const candles = shown.map((candle): DrawnCandle => {
    const [open, close] = [at(candle.open), at(candle.close)]
    return {
      ...{ candle, x: toX(candle.time), width, rising: close <= open },
      ...{ top: Math.min(open, close), bottom: Math.max(open, close) },
      ...{ high: at(candle.high), low: at(candle.low), volume: volume(Number(candle.coins)) },
    }
  })
  return {
    candles,
    line: closeLine(candles, at, box.width),
    prices: y
      .ticks(box.height > 180 ? 5 : 3)
      .filter(Number.isInteger)
      .map((value) => ({ value: BigInt(value), at: y(value) })),
    times: timeTicks(from, seconds * spans, box.width),
    candleAt(position) {
      const near = candles.reduce<DrawnCandle | undefined>(
        (best, one) => (best && Math.abs(best.x - position) <= Math.abs(one.x - position) ? best : one),
        undefined,
      )
      return near && Math.abs(near.x - position) <= Math.max(step / 2, MAX_BODY_WIDTH) ? near : undefined
    },
  }
}

function priceScale(candles: readonly PriceCandle[], height: number) {
  const lows = candles.map(({ low }) => Number(toSatoshis(low)))
  const highs = candles.map(({ high }) => Number(toSatoshis(high)))
  const [low, high] = [Math.min(...lows), Math.max(...highs)]
  const air = (high - low) * AIR || high * AIR || 1
  return scaleLinear()
    .domain([Math.max(0, low - air), high + air])
    .range([height, 0])
}

function closeLine(candles: readonly DrawnCandle[], at: (price: string) => number, width: number): string {
  return candles
    .map(({ x, candle }, index) => stepPath([x, at(candle.close)], [], candles[index + 1]?.x ?? width))
    .join('')
}

/** Returns ticks at round local times. */
function timeTicks(from: number, length: number, width: number): CandleShape['times'] {
  const scale = scaleTime()
    .domain([from * 1000, (from + length) * 1000])
    .range([0, width])
  return scale
    .ticks(Math.max(2, Math.floor(width / TIME_LABEL)))
    .map((moment) => ({ value: Math.floor(moment.getTime() / 1000), at: scale(moment) }))
}
