import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { satoshisOf } from '../../../parts/market/prices.ts'
import { cn } from '../../../ui/cn.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import type { Ladder } from '../book/ladder.ts'
import { type DepthReading, type DepthShape, depthShape } from './depthShape.ts'

export interface DepthChartProps {
  readonly ladder: Ladder
  readonly coin: string
  readonly className?: string | undefined
}

const TOP = 8
const BOTTOM = 20
const DIGIT = 7.6
const GAP = 8

/** How many units are wanted and offered up to each price. */
export function DepthChart({ ladder, coin, className }: DepthChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const height = Math.max(0, size.height - TOP - BOTTOM)
  const probe = useMemo(() => depthShape(ladder, { width: 400, height }), [ladder, height])
  const right = Math.max(0, ...probe.units.map(({ value }) => groupDigits(value).length)) * DIGIT + GAP + 2
  const width = Math.max(0, size.width - right)
  const shape = useMemo(() => depthShape(ladder, { width, height }), [ladder, width, height])
  const reading = pointer === undefined || pointer > width ? undefined : shape.readingAt(pointer)
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => setPointer(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => setPointer(undefined)}
    >
      {width > 0 && height > 0 ? (
        <svg
          role="img"
          aria-label={t('market:chart.depthLabel', {
            asked: groupDigits(ladder.asks.at(-1)?.sum ?? 0n),
            wanted: groupDigits(ladder.bids.at(-1)?.sum ?? 0n),
          })}
          width={size.width}
          height={size.height}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(0 ${TOP})`}>
            <Axes shape={shape} width={width} height={height} />
            <SideArea side={shape.bids} colour="stroke-ok" fill="fill-ok" />
            <SideArea side={shape.asks} colour="stroke-bad" fill="fill-bad" />
            {reading && pointer !== undefined ? (
              <line x1={pointer} x2={pointer} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
            ) : null}
          </g>
        </svg>
      ) : null}
      {reading && pointer !== undefined ? (
        <Told reading={reading} coin={coin} x={pointer} before={pointer > width / 2} />
      ) : null}
    </div>
  )
}

function Axes({
  shape,
  width,
  height,
}: {
  readonly shape: DepthShape
  readonly width: number
  readonly height: number
}) {
  return (
    <>
      {shape.units.map(({ value, at }) => (
        <g key={String(value)}>
          <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
          <text x={width + GAP} y={at} dy="0.32em" className="fill-faint">
            {groupDigits(value)}
          </text>
        </g>
      ))}
      {shape.prices.map(({ value, at }) => (
        <text key={String(value)} x={at} y={height + 16} textAnchor="middle" className="fill-faint">
          {at < 24 || at > width - 24 ? '' : plainAmount(value)}
        </text>
      ))}
    </>
  )
}

function SideArea(props: {
  readonly side: DepthShape['asks']
  readonly colour: 'stroke-ok' | 'stroke-bad'
  readonly fill: 'fill-ok' | 'fill-bad'
}) {
  const { side, colour, fill } = props
  if (!side) return null
  return (
    <>
      <path d={side.area} className={cn(fill, 'opacity-15')} />
      <path d={side.line} className={cn('fill-none', colour)} strokeWidth={1.75} strokeLinejoin="round" />
    </>
  )
}

interface ToldProps {
  readonly reading: DepthReading
  readonly coin: string
  readonly x: number
  readonly before: boolean
}

function Told({ reading: { side, rung }, coin, x, before }: ToldProps) {
  return (
    <p
      aria-hidden
      className={cn(
        'pointer-events-none absolute top-1 whitespace-nowrap rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
        before && '-translate-x-full',
      )}
      style={{ left: x + (before ? -10 : 10) }}
    >
      {t(`market:chart.told.${side}`, {
        ...{ amount: groupDigits(rung.sum), price: plainAmount(satoshisOf(rung.price)), coin },
      })}
    </p>
  )
}
