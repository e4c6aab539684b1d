import { Fragment, useCallback } from 'react'
import { toSatoshis } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { labelTicks } from '../../../ui/Chart/axes.tsx'
import { Chart } from '../../../ui/Chart/Chart.tsx'
import { BarMark, CandleMark, LineMark } from '../../../ui/Chart/marks.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { formatClock, formatDuration, formatShortDay, plainAmount } from '../../../ui/format.ts'
import { type CandleShape, candleShape, type DrawnCandle, type PriceCandle } from './candleShape.ts'

export interface CandleChartProps {
  readonly rows: readonly PriceCandle[]
  readonly seconds: number
  readonly className?: string | undefined
}

/** The top margin leaves space for the values of the selected candle. */
const MARGINS = { top: 24, right: 2, bottom: 20 }
const DAY = 86_400

const formatPrice = (price: string): string => plainAmount(toSatoshis(price))

/** Returns the candle at the pointer, else the newest. */
const findCandle = ({ candles, candleAt }: CandleShape, pointer: number | undefined): DrawnCandle | undefined =>
  (pointer === undefined ? undefined : candleAt(pointer)) ?? candles.at(-1)

/** Chart of the first, highest, lowest and last price of each interval, and the coins paid in it. */
export function CandleChart({ rows, seconds, className }: CandleChartProps) {
  const layout = useCallback((area: PlotArea) => candleShape(rows, seconds, area), [rows, seconds])
  return (
    <Chart
      layout={layout}
      describe={({ candles }) =>
        t('market:chart.candles', {
          ...{ count: candles.length, duration: formatDuration(seconds) },
          ...computeExtremes(candles),
        })
      }
      margins={MARGINS}
      values={{ side: 'right', labels: ({ prices }) => labelTicks(prices, plainAmount) }}
      below={{ ends: 'omitted', labels: ({ times }) => labelTicks(times, (time) => timeLabel(time, seconds)) }}
      readAt={findCandle}
      header={(shape, pointer) => {
        const read = findCandle(shape, pointer)
        return read ? <Reading candle={read.candle} /> : null
      }}
      className={className}
    >
      {({ shape, height, crosshair }) => (
        <>
          <LineMark path={shape.line} className="stroke-line-strong" thickness={1} dashes="2 3" />
          {crosshair}
          {shape.candles.map(({ candle, volume, ...mark }) => (
            <Fragment key={candle.time}>
              <BarMark
                x={mark.x}
                width={mark.width}
                top={volume}
                bottom={height}
                className={mark.rising ? 'fill-ok opacity-30' : 'fill-bad opacity-30'}
              />
              <CandleMark {...mark} />
            </Fragment>
          ))}
        </>
      )}
    </Chart>
  )
}

/** Returns the highest, the lowest and the last price of the visible candles. */
function computeExtremes(candles: readonly DrawnCandle[]) {
  const by = (pick: (candle: PriceCandle) => string, better: (a: bigint, b: bigint) => boolean): string => {
    const prices = candles.map(({ candle }) => toSatoshis(pick(candle)))
    return plainAmount(prices.reduce((best, price) => (better(price, best) ? price : best), prices[0] ?? 0n))
  }
  return {
    high: by(
      ({ high }) => high,
      (a, b) => a > b,
    ),
    low: by(
      ({ low }) => low,
      (a, b) => a < b,
    ),
    last: formatPrice(candles.at(-1)?.candle.close ?? '0.00000000'),
  }
}

/** Returns the day if the time is midnight or the intervals are days, else the time. */
function timeLabel(time: number, seconds: number): string {
  const date = new Date(time * 1000)
  const midnight = date.getHours() === 0 && date.getMinutes() === 0
  return seconds >= DAY || midnight ? formatShortDay(time) : formatClock(time)
}

/** Shows the values of the candle at the pointer, or of the newest. */
function Reading({ candle }: { readonly candle: PriceCandle }) {
  const parts = [
    [t('market:chart.open'), formatPrice(candle.open)],
    [t('market:chart.high'), formatPrice(candle.high)],
    [t('market:chart.low'), formatPrice(candle.low)],
    [t('market:chart.close'), formatPrice(candle.close)],
    [t('market:chart.volume'), plainAmount(candle.coins)],
  ] as const
  return (
    <p aria-hidden className="flex gap-3 overflow-hidden whitespace-nowrap text-12 leading-4">
      <span className="text-faint">
        {formatShortDay(candle.time)} {formatClock(candle.time)}
      </span>
      {parts.map(([label, value]) => (
        <span key={label}>
          <span className="text-faint">{label}</span> {value}
        </span>
      ))}
    </p>
  )
}
