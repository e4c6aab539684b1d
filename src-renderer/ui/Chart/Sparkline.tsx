import { scaleLinear } from 'd3-scale'
import { useMemo } from 'react'
import { cn } from '../cn.ts'

export interface SparkProps {
  /** oldest first */
  readonly values: readonly number[]
  readonly width: number
  readonly height: number
  /** the value at the top; by default the largest there is */
  readonly top?: number | undefined
  readonly className?: string | undefined
}

/** Points of a line from the left to the right edge, 0 at the bottom. */
function linePath(values: readonly number[], width: number, height: number, top: number): string {
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([0, width])
  const y = scaleLinear()
    .domain([0, top])
    .range([height - 1, 1])
    .clamp(true)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  return points.length === 0 ? '' : `M${points.join('L')}`
}

/** A small picture of recent values; the text beside it says the same. */
export function Spark({ values, width, height, top, className }: SparkProps) {
  const path = useMemo(() => {
    const most = top ?? Math.max(...values, 0)
    const line = values.length === 1 ? [values[0] ?? 0, values[0] ?? 0] : values
    return linePath(line, width, height, most > 0 ? most : 1)
  }, [values, width, height, top])
  return (
    <svg aria-hidden width={width} height={height} className={cn('shrink-0 overflow-visible', className)}>
      {values.length > 0 ? (
        <path d={path} className="fill-none stroke-current" strokeWidth={1.25} strokeLinejoin="round" />
      ) : (
        <line x1={0} x2={width} y1={height - 1} y2={height - 1} className="stroke-line" strokeDasharray="2 3" />
      )}
    </svg>
  )
}
