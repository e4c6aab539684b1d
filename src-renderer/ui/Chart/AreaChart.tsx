import type { ReactNode } from 'react'
import { type AxisLabel, labelTicks } from './axes.tsx'
import { Chart } from './Chart.tsx'
import { AreaMark, LineMark } from './marks.tsx'
import type { PlotArea, ScaleTick } from './scales.ts'

/** Paths of a line of amounts and the area below it. */
export interface AreaShape {
  readonly line: string
  readonly area: string
  readonly amounts: readonly ScaleTick<bigint>[]
  y(amount: bigint): number
}

export interface AreaReading {
  readonly amount: bigint
  readonly title: ReactNode
  readonly note: ReactNode
}

export interface AreaChartProps<Shape extends AreaShape> {
  /** Text alternative of the chart. */
  readonly label: string
  /** Computes the layout of the data. Must be the same function while the data is unchanged. */
  layout(area: PlotArea): Shape
  amountText(amount: bigint): string
  /** Returns the labels below the chart, which must be distinct. */
  labelsBelow(shape: Shape): readonly AxisLabel[]
  /** Returns the reading at `x` px from the left of the drawing area, or undefined. */
  readAt(shape: Shape, x: number): AreaReading | undefined
  /** True if the data is outdated. */
  readonly faded?: boolean
  /** Sets the height of the chart. */
  readonly className?: string | undefined
}

const MARGINS = { top: 10, right: 16, bottom: 24 }

export function AreaChart<Shape extends AreaShape>(props: AreaChartProps<Shape>) {
  const { label, layout, amountText, labelsBelow, readAt, faded = false, className } = props
  return (
    <Chart
      layout={layout}
      describe={() => label}
      margins={MARGINS}
      values={{ side: 'left', labels: ({ amounts }) => labelTicks(amounts, amountText) }}
      below={{ ends: 'inside', labels: labelsBelow }}
      readAt={(shape, x) => {
        const reading = readAt(shape, x)
        return reading && { y: shape.y(reading.amount), tooltip: <AmountTooltip {...reading} /> }
      }}
      className={className}
    >
      {({ shape, crosshair }) => (
        <>
          <AreaMark path={shape.area} className="fill-accent opacity-12" />
          <LineMark path={shape.line} className={faded ? 'stroke-line-strong' : 'stroke-accent'} />
          {crosshair}
        </>
      )}
    </Chart>
  )
}

function AmountTooltip({ title, note }: AreaReading) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{note}</p>
    </>
  )
}
