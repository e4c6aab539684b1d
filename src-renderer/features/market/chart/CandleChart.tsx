import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { satoshisOf } from '../../../parts/market/prices.ts'
import { cn } from '../../../ui/cn.ts'
import { formatClock, formatDuration, formatShortDay, plainAmount } from '../../../ui/format.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import { type CandleShape, candleShape, type DrawnCandle, type PriceCandle } from './candleShape.ts'

export interface CandleChartProps {
  readonly rows: readonly PriceCandle[]
  readonly seconds: number
  readonly className?: string | undefined
}

/** px: the reading above, the labels below and on the right */
const TOP = 24
const BOTTOM = 20
const DIGIT = 7.6
const GAP = 8
const DAY = 86_400

const priceOf = (price: string): string => plainAmount(satoshisOf(price))

/** Each candle: the first, highest, lowest and last price of a span of time, and what was paid in it. */
export function CandleChart({ rows, seconds, className }: CandleChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const height = Math.max(0, size.height - TOP - BOTTOM)
  const probe = useMemo(() => candleShape(rows, seconds, { width: 400, height }), [rows, seconds, height])
  const right = Math.max(0, ...probe.prices.map(({ value }) => plainAmount(value).length)) * DIGIT + GAP + 2
  const width = Math.max(0, size.width - right)
  const shape = useMemo(() => candleShape(rows, seconds, { width, height }), [rows, seconds, width, height])
  const read = (pointer === undefined ? undefined : shape.candleAt(pointer)) ?? shape.candles.at(-1)
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => setPointer(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => setPointer(undefined)}
    >
      {read ? <Reading candle={read.candle} /> : null}
      {width > 0 && height > 0 ? (
        <svg
          role="img"
          aria-label={t('market:chart.candles', {
            ...{ count: shape.candles.length, duration: formatDuration(seconds) },
            ...extremesOf(shape.candles),
          })}
          width={size.width}
          height={size.height}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(0 ${TOP})`}>
            <Grid shape={shape} seconds={seconds} width={width} height={height} />
            <path d={shape.line} className="fill-none stroke-line-strong" strokeWidth={1} strokeDasharray="2 3" />
            {shape.candles.map((drawn) => (
              <CandleMark
                key={drawn.candle.time}
                drawn={drawn}
                bottom={height}
                read={pointer !== undefined && drawn === read}
              />
            ))}
          </g>
        </svg>
      ) : null}
    </div>
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

function Grid(props: {
  readonly shape: CandleShape
  readonly seconds: number
  readonly width: number
  readonly height: number
}) {
  const { shape, seconds, width, height } = props
  return (
    <>
      {shape.prices.map(({ value, at }) => (
        <g key={String(value)}>
          <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
          <text x={width + GAP} y={at} dy="0.32em" className="fill-faint">
            {plainAmount(value)}
          </text>
        </g>
      ))}
      {shape.times.map(({ value, at }) => (
        <text key={value} x={at} y={height + 16} textAnchor="middle" className="fill-faint">
          {at < 24 || at > width - 24 ? '' : timeLabel(value, seconds)}
        </text>
      ))}
    </>
  )
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
