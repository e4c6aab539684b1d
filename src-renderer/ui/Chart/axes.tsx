import type { PlotArea, ScaleTick } from './scales.ts'

export interface AxisLabel {
  readonly label: string
  /** In px from the left or the top of the drawing area. */
  readonly at: number
}

/** Distance between the drawing area and the labels at its side, in px. */
const LABEL_GAP = 8
/** Distance between the drawing area and the baseline of the labels below it, in px. */
const BASELINE = 16
/** Upper estimate of the width of a digit at 12 px. */
const DIGIT_WIDTH = 7.6
/** Distance in px from an end of the axis within which a centred label does not fit. */
const NEAR_LEFT = { inside: 16, omitted: 24, centred: 0 }
const NEAR_RIGHT = { inside: 24, omitted: 24, centred: 0 }

export function labelTicks<Value>(
  ticks: readonly ScaleTick<Value>[],
  format: (value: Value) => string,
): readonly AxisLabel[] {
  return ticks.map(({ value, at }) => ({ label: format(value), at }))
}

/** Returns the width in px of labels at the side of the drawing area, including their gap. */
export function labelRoom(labels: readonly AxisLabel[]): number {
  return Math.max(0, ...labels.map(({ label }) => label.length)) * DIGIT_WIDTH + LABEL_GAP
}

export function GridLine({ at, width }: { readonly at: number; readonly width: number }) {
  return <line x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
}

export interface ValueAxisProps {
  readonly labels: readonly AxisLabel[]
  readonly side: 'left' | 'right'
  readonly width: number
}

/** Grid lines with labels next to the drawing area. */
export function ValueAxis({ labels, side, width }: ValueAxisProps) {
  const [x, anchor] = side === 'left' ? ([-LABEL_GAP, 'end'] as const) : ([width + LABEL_GAP, 'start'] as const)
  return labels.map(({ at, label }) => (
    <g key={label}>
      <GridLine at={at} width={width} />
      <text x={x} y={at} dy="0.32em" textAnchor={anchor} className="fill-faint">
        {label}
      </text>
    </g>
  ))
}

/** Placement of labels near the ends of an axis: moved inside, omitted, or extending into the margins. */
export type AxisEnds = 'inside' | 'omitted' | 'centred'

export interface BottomAxisProps extends PlotArea {
  readonly labels: readonly AxisLabel[]
  readonly ends: AxisEnds
}

export function BottomAxis({ labels, ends, width, height }: BottomAxisProps) {
  return labels.map(({ at, label }) => {
    const anchor = at > width - NEAR_RIGHT[ends] ? 'end' : at < NEAR_LEFT[ends] ? 'start' : 'middle'
    const isOmitted = ends === 'omitted' && anchor !== 'middle'
    return isOmitted ? null : (
      <text key={label} x={at} y={height + BASELINE} textAnchor={anchor} className="fill-faint">
        {label}
      </text>
    )
  })
}
