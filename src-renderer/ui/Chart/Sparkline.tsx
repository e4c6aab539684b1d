import { scaleLinear } from 'd3-scale'
import { useMemo } from 'react'
import { cn } from '../cn.ts'
import { LineMark } from './marks.tsx'
import { linePath } from './paths.ts'

export interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[]
  /** Width in px. */
  readonly width: number
  readonly height: number
  readonly className?: string | undefined
}

/** Returns the path of a line over the whole width, with 0 at the bottom and the largest value at the top. */
function sparkPath(values: readonly number[], width: number, height: number): string {
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([0, width])
  const y = scaleLinear()
    .domain([0, Math.max(...values) || 1])
    .range([height - 1, 1])
    .clamp(true)
  return linePath(values.map((value, index) => [x(index), y(value)]))
}

/** Line of recent values without axes. Hidden from screen readers, because the text next to it contains the numbers. */
export function Sparkline({ values, width, height, className }: SparklineProps) {
  const path = useMemo(
    () => sparkPath(values.length === 1 ? [...values, ...values] : values, width, height),
    [values, width, height],
  )
  return (
    <svg aria-hidden width={width} height={height} className={cn('shrink-0 overflow-visible', className)}>
      {values.length > 0 ? (
        <LineMark path={path} className="stroke-current" thickness={1.25} />
      ) : (
        <line x1={0} x2={width} y1={height - 1} y2={height - 1} className="stroke-line" strokeDasharray="2 3" />
      )}
    </svg>
  )
}
