import { useMemo, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { formatTime, groupDigits, plainAmount } from '../../../ui/format.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import { type ChartPoint, type ChartShape, chartShape } from './geometry.ts'

export interface BalanceChartProps {
  readonly points: readonly ChartPoint[]
  /** height of the tip: the last balance reaches to it */
  readonly tip: number
  readonly coin: string
  readonly className?: string | undefined
}

/** px: room for the labels of the axes, and for a line that touches the edge */
const TOP = 10
const BOTTOM = 24
const RIGHT = 12
const LABEL_GAP = 8
/** Width of a digit at 12 px, generously. */
const DIGIT = 7.4

/** The balance as steps over the blocks. Its figures stand in the table beside it as well: this is the picture only. */
export function BalanceChart({ points, tip, coin, className }: BalanceChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const tall = Math.max(0, size.height - TOP - BOTTOM)
  const probe = useMemo(() => chartShape(points, tip, { width: 100, height: tall }), [points, tip, tall])
  const left = Math.max(...probe.amounts.map((tick) => plainAmount(tick.value).length)) * DIGIT + LABEL_GAP
  const wide = Math.max(0, size.width - left - RIGHT)
  const shape = useMemo(() => chartShape(points, tip, { width: wide, height: tall }), [points, tip, wide, tall])
  const hovered = pointer === undefined ? undefined : shape.pointAt(pointer)
  const ready = wide > 0 && tall > 0

  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => {
        const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
        setPointer(at >= 0 && at <= wide ? at : undefined)
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      {ready ? (
        <svg
          role="img"
          aria-label={description(points, tip, coin)}
          width={size.width}
          height={size.height}
          className="absolute inset-0"
        >
          <g transform={`translate(${left} ${TOP})`}>
            <Axes shape={shape} width={wide} height={tall} />
            <path d={shape.area} className="fill-accent opacity-12" />
            <path d={shape.line} className="fill-none stroke-accent" strokeWidth={1.75} strokeLinejoin="round" />
            {hovered && pointer !== undefined ? (
              <>
                <line x1={pointer} x2={pointer} y1={0} y2={tall} className="stroke-line-strong" strokeDasharray="3 3" />
                <circle
                  cx={pointer}
                  cy={shape.y(hovered.balance)}
                  r={4}
                  className="fill-accent stroke-surface"
                  strokeWidth={2}
                />
              </>
            ) : null}
          </g>
        </svg>
      ) : null}
      {ready && hovered && pointer !== undefined ? (
        <div
          aria-hidden
          className={cn(
            'pointer-events-none absolute top-1 rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
            pointer > wide / 2 ? '-translate-x-full' : '',
          )}
          style={{ left: left + pointer + (pointer > wide / 2 ? -10 : 10) }}
        >
          <p className="whitespace-nowrap font-semibold">
            {plainAmount(hovered.balance)} <span className="font-normal text-muted">{coin}</span>
          </p>
          <p className="whitespace-nowrap text-muted">
            since block {groupDigits(hovered.height)}, {formatTime(hovered.time)}
          </p>
        </div>
      ) : null}
    </div>
  )
}

function Axes({
  shape,
  width,
  height,
}: {
  readonly shape: ChartShape
  readonly width: number
  readonly height: number
}) {
  return (
    <g className="text-12">
      {shape.amounts.map(({ value, at }) => (
        <g key={String(value)}>
          <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" strokeWidth={1} />
          <text x={-LABEL_GAP} y={at} dy="0.32em" textAnchor="end" className="fill-faint">
            {plainAmount(value)}
          </text>
        </g>
      ))}
      {shape.heights.map(({ value, at }) => (
        <text
          key={value}
          x={at}
          y={height + 17}
          textAnchor={at > width - 24 ? 'end' : at < 16 ? 'start' : 'middle'}
          className="fill-faint"
        >
          {groupDigits(value)}
        </text>
      ))}
    </g>
  )
}

/** What the picture says, for who cannot see it. */
function description(points: readonly ChartPoint[], tip: number, coin: string): string {
  const last = points.at(-1)
  const first = points[0]
  if (!first || !last) return 'No balance over time'
  const most = points.reduce((top, point) => (point.balance > top.balance ? point : top), first)
  return (
    `Balance from block ${groupDigits(first.height)} to block ${groupDigits(tip)}: ` +
    `at most ${plainAmount(most.balance)} ${coin} in block ${groupDigits(most.height)}, ` +
    `now ${plainAmount(last.balance)} ${coin}. The same as a table is one button away.`
  )
}
