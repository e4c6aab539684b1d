import { type ReactNode, useMemo, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { useElementSize } from '../useElementSize.ts'
import { type AxisEnds, type AxisLabel, BottomAxis, labelRoom, ValueAxis } from './axes.tsx'
import { Crosshair } from './marks.tsx'
import type { PlotArea } from './scales.ts'

/** px between the drawing area and the edges of the chart */
export interface ChartMargins {
  readonly top?: number
  readonly right?: number
  readonly bottom: number
  readonly left?: number
}

/** Description of a position, shown while the pointer is there. */
export interface ChartReading {
  /** px from the left of the drawing area; default: the pointer */
  readonly x?: number
  /** px from its top: a dot on the crosshair */
  readonly y?: number
  readonly tooltip?: ReactNode
}

export interface ChartPlot<Shape> extends PlotArea {
  readonly shape: Shape
  /** line at the reading, to be placed above or below the marks; null while there is no reading */
  readonly crosshair: ReactNode
}

export interface ChartProps<Shape> {
  /** Lays the data out; must be the same function as long as the data is the same. */
  layout(area: PlotArea): Shape
  /** Returns the chart in words, which is its accessible name. Its figures are elsewhere on the page too. */
  describe(shape: Shape): string
  /** besides the room that the labels of `values` take */
  readonly margins: ChartMargins
  /** labels with grid lines, on one side */
  readonly values?: { readonly side: 'left' | 'right'; labels(shape: Shape): readonly AxisLabel[] }
  /** labels below */
  readonly below?: { readonly ends: AxisEnds; labels(shape: Shape): readonly AxisLabel[] }
  /** Returns the reading at `x` px from the left of the drawing area, or undefined. */
  readAt?(shape: Shape, x: number): ChartReading | undefined
  /** Renders a line of text above the drawing area, for which the top margin leaves room. */
  header?(shape: Shape, pointer: number | undefined): ReactNode
  /** Renders the marks. */
  children(plot: ChartPlot<Shape>): ReactNode
  /** gives the chart its height */
  readonly className?: string | undefined
}

/** Width in px of the layout that measures the labels of values: these depend on the height alone, or nearly so. */
const PROBE_WIDTH = 400

/** Chart as an SVG picture with axes, and a reading at the pointer. It is drawn as soon as its size is known. */
export function Chart<Shape>(props: ChartProps<Shape>) {
  const { layout, describe, margins, values, below, readAt, header, children, className } = props
  const { top = 0, right = 0, bottom, left = 0 } = margins
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [position, setPosition] = useState<number>()
  const height = Math.max(0, size.height - top - bottom)
  const isLabelled = values !== undefined
  const probe = useMemo(
    () => (isLabelled ? layout({ width: PROBE_WIDTH, height }) : undefined),
    [layout, height, isLabelled],
  )
  const room = values && probe ? labelRoom(values.labels(probe)) : 0
  const start = left + (values?.side === 'left' ? room : 0)
  const width = Math.max(0, size.width - left - right - room)
  const shape = useMemo(() => layout({ width, height }), [layout, width, height])
  const isReady = width > 0 && height > 0
  const x = position === undefined ? undefined : position - start
  const pointer = isReady && x !== undefined && x >= 0 && x <= width ? x : undefined
  const reading = pointer === undefined ? undefined : readAt?.(shape, pointer)
  const readX = reading?.x ?? pointer ?? 0
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => setPosition(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => setPosition(undefined)}
    >
      {header?.(shape, pointer)}
      {isReady ? (
        <svg
          role="img"
          aria-label={describe(shape)}
          width={size.width}
          height={size.height}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(${start} ${top})`}>
            {values ? <ValueAxis labels={values.labels(shape)} side={values.side} width={width} /> : null}
            {below ? <BottomAxis labels={below.labels(shape)} ends={below.ends} width={width} height={height} /> : null}
            {children({
              ...{ shape, width, height },
              crosshair: reading ? <Crosshair x={readX} y={reading.y} height={height} /> : null,
            })}
          </g>
        </svg>
      ) : null}
      {reading?.tooltip ? (
        <ChartTooltip
          x={start + readX}
          isLeft={readX > width / 2}
          bottom={reading.y !== undefined && reading.y < height / 2 ? bottom : undefined}
        >
          {reading.tooltip}
        </ChartTooltip>
      ) : null}
    </div>
  )
}

/** px between the tooltip and the crosshair, and the edge of the drawing area */
const CROSSHAIR_GAP = 10
const EDGE_GAP = 4

interface ChartTooltipProps {
  /** px from the left of the chart */
  readonly x: number
  /** on the left of the crosshair */
  readonly isLeft: boolean
  /** px below the drawing area; the tooltip is then at its lower edge */
  readonly bottom: number | undefined
  readonly children: ReactNode
}

/** Tooltip on the side with room and away from the dot. */
function ChartTooltip({ x, isLeft, bottom, children }: ChartTooltipProps) {
  return (
    <div
      aria-hidden
      className={cn(
        'pointer-events-none absolute whitespace-nowrap rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
        isLeft && '-translate-x-full',
      )}
      style={{
        left: x + (isLeft ? -CROSSHAIR_GAP : CROSSHAIR_GAP),
        ...(bottom === undefined ? { top: EDGE_GAP } : { bottom: bottom + EDGE_GAP }),
      }}
    >
      {children}
    </div>
  )
}
