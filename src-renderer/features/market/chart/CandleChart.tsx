import { useCallback } from 'react'
import { satoshisOf } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { formatClock, formatDuration, formatShortDay, plainAmount } from '../../../ui/format.ts'
import { type CandleShape, candleShape, type DrawnCandle, type PriceCandle } from './candleShape.ts'
import { type PlotArea, PlotAxes, PlotBox, usePlot } from './PlotBox.tsx'

export interface CandleChartProps {
  readonly rows: readonly PriceCandle[]
  readonly seconds: number
  readonly className?: string | undefined
}

/** px of the reading above */
const TOP = 24
const DAY = 86_400

const priceOf = (price: string): string => plainAmount(satoshisOf(price))
const labelsOf = ({ prices }: CandleShape): readonly string[] => prices.map(({ value }) => plainAmount(value))

/** Each candle: the first, highest, lowest and last price of a span of time, and what was paid in it. */
export function CandleChart({ rows, seconds, className }: CandleChartProps) {
  const shapeAt = useCallback((area: PlotArea) => candleShape(rows, seconds, area), [rows, seconds])
  const plot = usePlot(shapeAt, labelsOf, TOP)
  const { shape, pointer, width, height } = plot
  const read = (pointer === undefined ? undefined : shape.candleAt(pointer)) ?? shape.candles.at(-1)
  return (
    <PlotBox
      plot={plot}
      className={className}
      label={t('market:chart.candles', {
        ...{ count: shape.candles.length, duration: formatDuration(seconds) },
        ...extremesOf(shape.candles),
      })}
      before={read ? <Reading candle={read.candle} /> : null}
    >
      <PlotAxes
        width={width}
        height={height}
        values={shape.prices.map(({ value, at }) => ({ at, label: plainAmount(value) }))}
        below={shape.times.map(({ value, at }) => ({ at, label: timeLabel(value, seconds) }))}
      />
      <path d={shape.line} className="fill-none stroke-line-strong" strokeWidth={1} strokeDasharray="2 3" />
      {shape.candles.map((drawn) => (
        <CandleMark
          key={drawn.candle.time}
          drawn={drawn}
          bottom={height}
          read={pointer !== undefined && drawn === read}
        />
      ))}
    </PlotBox>
  )
}

/** The highest and the lowest price of what is shown, and the last. */
function extremesOf(candles: readonly DrawnCandle[]) {
  const by = (pick: (candle: PriceCandle) => string, better: (a: bigint, b: bigint) => boolean): string => {
    const prices = candles.map(({ candle }) => satoshisOf(pick(candle)))
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
    last: priceOf(candles.at(-1)?.candle.close ?? '0.00000000'),
  }
}

/** The day where a day begins or spans are days, else the time. */
function timeLabel(time: number, seconds: number): string {
  const date = new Date(time * 1000)
  const midnight = date.getHours() === 0 && date.getMinutes() === 0
  return seconds >= DAY || midnight ? formatShortDay(time) : formatClock(time)
}

function CandleMark(props: { readonly drawn: DrawnCandle; readonly bottom: number; readonly read: boolean }) {
  const { drawn, bottom, read } = props
  const { x, width, rising, top, high, low, volume } = drawn
  const colour = rising ? 'fill-ok stroke-ok' : 'fill-bad stroke-bad'
  return (
    <g className={colour}>
      {read ? <line x1={x} x2={x} y1={0} y2={bottom} className="stroke-line-strong" strokeDasharray="3 3" /> : null}
      <rect x={x - width / 2} y={volume} width={width} height={bottom - volume} className="opacity-30" stroke="none" />
      <line x1={x} x2={x} y1={high} y2={low} strokeWidth={1.25} />
      {/* Rising candles are hollow: colour alone says nothing to some. */}
      <rect
        x={x - width / 2 + 0.5}
        y={top}
        width={width - 1}
        height={Math.max(1, drawn.bottom - top)}
        className={rising ? 'fill-surface' : undefined}
        strokeWidth={1.25}
      />
    </g>
  )
}

/** Figures of the candle at the pointer, or of the newest. */
function Reading({ candle }: { readonly candle: PriceCandle }) {
  const parts = [
    [t('market:chart.open'), priceOf(candle.open)],
    [t('market:chart.high'), priceOf(candle.high)],
    [t('market:chart.low'), priceOf(candle.low)],
    [t('market:chart.close'), priceOf(candle.close)],
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
