import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'

/** px: room for the labels below, between an area and its labels, and for each of their characters */
const BOTTOM = 20
const GAP = 8
const DIGIT = 7.6
/** px of a label that must not be cut by the area's edge */
const HALF_LABEL = 24

export interface PlotArea {
  readonly width: number
  readonly height: number
}

export interface PlotFrame<Shape> extends PlotArea {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly size: PlotArea
  readonly top: number
  readonly shape: Shape
  /** px from the left; undefined while the pointer is elsewhere */
  readonly pointer: number | undefined
  point(x: number | undefined): void
}

/**
 * The area of a chart whose values are labelled on the right, as wide as the longest label leaves it.
 * @param shapeAt what is drawn in an area of this size
 * @param labelsOf the labels of its values
 * @param top px above the area
 */
export function usePlot<Shape>(
  shapeAt: (area: PlotArea) => Shape,
  labelsOf: (shape: Shape) => readonly string[],
  top: number,
): PlotFrame<Shape> {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, point] = useState<number>()
  const height = Math.max(0, size.height - top - BOTTOM)
  const longest = useMemo(
    () => Math.max(0, ...labelsOf(shapeAt({ width: 400, height })).map(({ length }) => length)),
    [shapeAt, labelsOf, height],
  )
  const width = Math.max(0, size.width - longest * DIGIT - GAP - 2)
  const shape = useMemo(() => shapeAt({ width, height }), [shapeAt, width, height])
  return { frame, size, top, width, height, shape, pointer, point }
}

export interface PlotBoxProps {
  readonly plot: PlotFrame<unknown>
  /** what the picture says, for those who do not see it */
  readonly label: string
  /** drawn in the area */
  readonly children: ReactNode
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly className?: string | undefined
}

/** The frame of such a chart: follows the pointer, and draws once it has a size. */
export function PlotBox({ plot, label, children, before, after, className }: PlotBoxProps) {
  const { frame, size, top, width, height, point } = plot
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => point(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => point(undefined)}
    >
      {before}
      {width > 0 && height > 0 ? (
        <svg role="img" aria-label={label} width={size.width} height={size.height} className="absolute inset-0 text-12">
          <g transform={`translate(0 ${top})`}>{children}</g>
        </svg>
      ) : null}
      {after}
    </div>
  )
}

export interface PlotAxesProps extends PlotArea {
  /** lines across, with their labels on the right */
  readonly values: readonly { readonly at: number; readonly label: string }[]
  /** labels below; those that an edge would cut are left out */
  readonly below: readonly { readonly at: number; readonly label: string }[]
}

export function PlotAxes({ values, below, width, height }: PlotAxesProps) {
  return (
    <>
      {values.map(({ at, label }) => (
        <g key={label}>
          <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
          <text x={width + GAP} y={at} dy="0.32em" className="fill-faint">
            {label}
          </text>
        </g>
      ))}
      {below.map(({ at, label }) => (
        <text key={at} x={at} y={height + 16} textAnchor="middle" className="fill-faint">
          {at < HALF_LABEL || at > width - HALF_LABEL ? '' : label}
        </text>
      ))}
    </>
  )
}
