import { type ReactNode, useMemo, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { useElementSize } from '../useElementSize.ts'

/** px of the drawing area */
export interface AreaBox {
  readonly width: number
  readonly height: number
}

/** A curve over amounts, laid out in a box. */
export interface AreaShape {
  readonly line: string
  readonly area: string
  readonly amounts: readonly { readonly value: bigint; readonly at: number }[]
  y(amount: bigint): number
}

export interface AreaChartProps<Shape extends AreaShape> {
  /** what the picture says, for who cannot see it */
  readonly label: string
  /** Lays the data out; the same function as long as the data is the same. */
  shapeOf(box: AreaBox): Shape
  amountText(amount: bigint): string
  /** marks of the horizontal axis, px from its left; labels differ */
  ticksOf(shape: Shape): readonly { readonly label: string; readonly at: number }[]
  /** reading at a position on screen; undefined if there is none */
  readingAt(shape: Shape, x: number): AreaReading | undefined
  /** the data is outdated */
  readonly faded?: boolean
  /** gives it a height */
  readonly className?: string | undefined
}

export interface AreaReading {
  readonly amount: bigint
  readonly title: ReactNode
  readonly note: ReactNode
}

/** px: room for the labels of the axes, and for a line that touches the edge */
const TOP = 10
const BOTTOM = 24
const RIGHT = 16
const LABEL_GAP = 8
/** Width of a digit at 12 px, generously. */
const DIGIT = 7.4
/** Labels this near to an end of the axis are aligned to it. */
const NEAR_LEFT = 16
const NEAR_RIGHT = 24
/** px between the tooltip and the pointer, and the edge of the drawing area */
const POINTER_GAP = 10
const TOLD_GAP = 4

/** An area chart with axes and a reading at the pointer. The figures are shown beside it as well. */
export function AreaChart<Shape extends AreaShape>(props: AreaChartProps<Shape>) {
  const { label, shapeOf, amountText, ticksOf, readingAt, faded = false, className } = props
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const height = Math.max(0, size.height - TOP - BOTTOM)
  const probe = useMemo(() => shapeOf({ width: 100, height }), [shapeOf, height])
  const left = Math.max(...probe.amounts.map(({ value }) => amountText(value).length)) * DIGIT + LABEL_GAP
  const width = Math.max(0, size.width - left - RIGHT)
  const shape = useMemo(() => shapeOf({ width, height }), [shapeOf, width, height])
  const ready = width > 0 && height > 0
  const reading = ready && pointer !== undefined ? readingAt(shape, pointer) : undefined
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => {
        const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
        setPointer(at >= 0 && at <= width ? at : undefined)
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      {ready ? (
        <svg role="img" aria-label={label} width={size.width} height={size.height} className="absolute inset-0 text-12">
          <g transform={`translate(${left} ${TOP})`}>
            <Axes amounts={shape.amounts} amountText={amountText} ticks={ticksOf(shape)} box={{ width, height }} />
            <path d={shape.area} className="fill-accent opacity-12" />
            <path
              d={shape.line}
              className={cn('fill-none', faded ? 'stroke-line-strong' : 'stroke-accent')}
              strokeWidth={1.75}
              strokeLinejoin="round"
            />
            {reading && pointer !== undefined ? <Mark x={pointer} y={shape.y(reading.amount)} height={height} /> : null}
          </g>
        </svg>
      ) : null}
      {reading && pointer !== undefined ? (
        <Told
          reading={reading}
          x={left + pointer}
          before={pointer > width / 2}
          below={shape.y(reading.amount) < height / 2}
        />
      ) : null}
    </div>
  )
}

function Mark({ x, y, height }: { readonly x: number; readonly y: number; readonly height: number }) {
  return (
    <>
      <line x1={x} x2={x} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
      <circle cx={x} cy={y} r={4} className="fill-accent stroke-surface" strokeWidth={2} />
    </>
  )
}

interface ToldProps {
  readonly reading: AreaReading
  /** px of the pointer from the left of the picture */
  readonly x: number
  readonly before: boolean
  readonly below: boolean
}

/** Tooltip of the pointer, on the side with room and away from the curve. */
function Told({ reading, x, before, below }: ToldProps) {
  return (
    <div
      aria-hidden
      className={cn(
        'pointer-events-none absolute whitespace-nowrap rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
        before ? '-translate-x-full' : '',
      )}
      style={{
        left: x + (before ? -POINTER_GAP : POINTER_GAP),
        ...(below ? { bottom: BOTTOM + TOLD_GAP } : { top: TOLD_GAP }),
      }}
    >
      <p className="font-semibold">{reading.title}</p>
      <p className="text-muted">{reading.note}</p>
    </div>
  )
}

interface AxesProps extends Pick<AreaShape, 'amounts'> {
  amountText(amount: bigint): string
  readonly ticks: readonly { readonly label: string; readonly at: number }[]
  readonly box: AreaBox
}

function Axes({ amounts, amountText, ticks, box: { width, height } }: AxesProps) {
  return (
    <>
      {amounts.map(({ value, at }) => (
        <g key={String(value)}>
          <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
          <text x={-LABEL_GAP} y={at} dy="0.32em" textAnchor="end" className="fill-faint">
            {amountText(value)}
          </text>
        </g>
      ))}
      {ticks.map(({ label, at }) => (
        <text
          key={label}
          x={at}
          y={height + 17}
          textAnchor={at > width - NEAR_RIGHT ? 'end' : at < NEAR_LEFT ? 'start' : 'middle'}
          className="fill-faint"
        >
          {label}
        </text>
      ))}
    </>
  )
}
