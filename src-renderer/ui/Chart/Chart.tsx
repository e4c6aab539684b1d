import { type ReactNode, useMemo, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { useElementSize } from '../useElementSize.ts'
import { type AxisEnds, type AxisLabel, BottomAxis, labelRoom, ValueAxis } from './axes.tsx'
import { Crosshair } from './marks.tsx'
import type { PlotArea } from './scales.ts'

/** Distance between the drawing area and the edges of the chart, in px. */
export interface ChartMargins {
  readonly top?: number
  readonly right?: number
  readonly bottom: number
  readonly left?: number
}

/** Description of a position, shown while the pointer is at that position. */
export interface ChartReading {
  /** In px from the left of the drawing area; default: the pointer's position. */
  readonly x?: number
  /** In px from the top of the drawing area: draws a dot on the crosshair. */
  readonly y?: number
  readonly tooltip?: ReactNode
}

export interface ChartPlot<Shape> extends PlotArea {
  readonly shape: Shape
  /** Line at the reading, to be rendered above or below the marks; null if there is no reading. */
  readonly crosshair: ReactNode
}

export interface ChartProps<Shape> {
  /** Computes the layout of the data. Must be the same function while the data is unchanged. */
  layout(area: PlotArea): Shape
  /** Returns the text alternative, which is the chart's accessible name. Its data is also elsewhere on the page. */
  describe(shape: Shape): string
  /** Margins in addition to the space for the labels of `values`. */
  readonly margins: ChartMargins
  /** Value labels on one side, with grid lines. */
  readonly values?: { readonly side: 'left' | 'right'; labels(shape: Shape): readonly AxisLabel[] }
  /** Labels below the drawing area. */
  readonly below?: { readonly ends: AxisEnds; labels(shape: Shape): readonly AxisLabel[] }
  /** Returns the reading at `x` px from the left of the drawing area, or undefined. */
  readAt?(shape: Shape, x: number): ChartReading | undefined
  /** Renders a line of text above the drawing area. The top margin must leave space for it. */
  header?(shape: Shape, pointer: number | undefined): ReactNode
  children(plot: ChartPlot<Shape>): ReactNode
  /** Sets the height of the chart. */
  readonly className?: string | undefined
}

/** Width in px of the layout that measures the value labels, which depend almost only on the height. */
const PROBE_WIDTH = 400

/** Chart as SVG with axes, and a reading at the pointer. Rendered after its size is known. */
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

/**
 * Distance between tooltip and crosshair in px; EDGE_GAP is the distance between tooltip and edge of the drawing area.
 */
const CROSSHAIR_GAP = 10
const EDGE_GAP = 4

interface ChartTooltipProps {
  /** In px from the left of the chart. */
  readonly x: number
  /** True if the tooltip is to the left of the crosshair. */
  readonly isLeft: boolean
  /** Height below the drawing area in px, set if the tooltip is at the lower edge. */
  readonly bottom: number | undefined
  readonly children: ReactNode
}

/** Tooltip, placed on the side with space and away from the dot. */
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
