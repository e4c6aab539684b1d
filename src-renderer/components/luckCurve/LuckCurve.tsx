import { type ReactNode, useCallback, useId } from 'react'
import { t } from '../../i18n/texts.ts'
import { Chart } from '../../ui/Chart/Chart.tsx'
import { AreaMark, DotMark, LineMark } from '../../ui/Chart/marks.tsx'
import { areaPath } from '../../ui/Chart/paths.ts'
import type { PlotArea } from '../../ui/Chart/scales.ts'
import { formatPercent, groupDigits } from '../../ui/format.ts'
import { probabilityAfter, timeFor } from '../luck.ts'
import { curvePath, type LuckPlot, type LuckScales, plotScales, spanFor } from './luckShape.ts'

const MARGINS = { top: 12, right: 10, bottom: 26, left: 2 }
/** Baseline of a label directly below the label of 100 %, in px. */
const BELOW_FULL = 18
/** Minimum distance in px between two marks whose labels fit side by side. */
const LABEL_ROOM = 128

export interface LuckCurveProps {
  /** Text alternative of the chart. */
  readonly label: string
  /** Success probability of one attempt. */
  readonly chance: number
  /** Plural noun that replaces "attempts" in the labels. */
  readonly unit?: string | undefined
  /** Number of attempts made; `undefined` if no search is running, which draws the complete curve. */
  readonly attempts: number | undefined
  /** Attempts per second. 0 while unknown, in which case the marks show attempts instead of time. */
  readonly rate: number
  readonly median: number
  readonly p95: number
  /** True while a search is running, which animates the point. */
  readonly running: boolean
}

/** Chart of the probability that a search has ended, by attempts. A running search is a point on the curve. */
export function LuckCurve(props: LuckCurveProps) {
  const { label, chance, unit = t('parts:luck.attempts'), attempts, rate, median, p95, running } = props
  const span = spanFor(attempts ?? 0, chance)
  const layout = useCallback((area: PlotArea) => luckLayout({ ...area, span, chance }), [span, chance])
  return (
    <Chart
      layout={layout}
      describe={() => label}
      margins={MARGINS}
      values={{
        side: 'left',
        labels: ({ scales: { y } }) => [1, 0].map((share) => ({ at: y(share), label: formatPercent(100 * share) })),
      }}
      // Less height in a low window, because a form is below the chart.
      className="h-44 [@media(max-height:700px)]:h-30"
    >
      {({ shape: { plot, scales, curve } }) => {
        const marks = { plot, scales, rate, unit }
        return (
          <>
            <line x1={0} x2={plot.width} y1={plot.height} y2={plot.height} className="stroke-line-strong" />
            <Search plot={plot} scales={scales} curve={curve} attempts={attempts} running={running}>
              <Mark
                {...marks}
                attempts={median}
                share="50 %"
                labelled={scales.x(p95) - scales.x(median) > LABEL_ROOM}
              />
              <Mark {...marks} attempts={p95} share="95 %" labelled />
            </Search>
          </>
        )
      }}
    </Chart>
  )
}

function luckLayout(plot: LuckPlot) {
  const scales = plotScales(plot)
  return { plot, scales, curve: curvePath(plot, scales) }
}

interface SearchProps extends Pick<LuckCurveProps, 'attempts' | 'running'> {
  readonly plot: LuckPlot
  readonly scales: LuckScales
  readonly curve: string
  /** Drawn between the area and the curve. */
  readonly children: ReactNode
}

/** Draws the curve, the part that the search has covered, and the current point. */
function Search({ plot, scales, curve, attempts, running, children }: SearchProps) {
  const clip = useId()
  const x = scales.x(attempts ?? plot.span)
  const moving = running ? 'transition-transform duration-(--slide) ease-linear' : undefined
  const passed = `url(#${clip})`
  return (
    <>
      <clipPath id={clip}>
        <rect
          y={-MARGINS.top}
          width={plot.width}
          height={plot.height + MARGINS.top + MARGINS.bottom}
          className={moving}
          style={{ transform: `scaleX(${plot.width > 0 ? x / plot.width : 0})` }}
        />
      </clipPath>
      <AreaMark path={areaPath(curve, plot.height)} clipPath={passed} className="fill-accent-soft" />
      {children}
      <LineMark path={curve} className="stroke-line-strong" thickness={1.5} />
      <LineMark path={curve} clipPath={passed} className="stroke-accent" thickness={2.5} />
      {attempts ? (
        <g
          style={{ transform: `translate(${x}px, ${scales.y(probabilityAfter(attempts, plot.chance))}px)` }}
          className={moving}
        >
          {running ? <circle r={9} className="animate-breathe fill-accent opacity-25" /> : null}
          <DotMark radius={5} />
        </g>
      ) : null}
    </>
  )
}

interface MarkProps {
  readonly plot: LuckPlot
  readonly scales: LuckScales
  readonly attempts: number
  readonly share: string
  readonly rate: number
  readonly unit: string
  readonly labelled: boolean
}

/** Draws a dotted line from a probability on the left axis to the curve, then down to the attempts or time needed. */
function Mark({ plot, scales, attempts, share, rate, unit, labelled }: MarkProps) {
  const x = scales.x(attempts)
  const y = scales.y(probabilityAfter(attempts, plot.chance))
  const time = timeFor(attempts, rate)
  // Keep the label inside the left edge of the chart.
  const anchor = x < 60 ? 'start' : 'middle'
  // 95 % is so close to 100 % that the labels would overlap, especially in a low chart.
  const shareBelow = plot.height - y > plot.height * 0.9
  return (
    <g>
      <path d={`M0,${y}H${x}V${plot.height}`} className="fill-transparent stroke-line-strong" strokeDasharray="2 4" />
      <text x={-8} y={shareBelow ? Math.max(y + 11, BELOW_FULL) : y + 4} textAnchor="end" className="fill-faint">
        {share}
      </text>
      {labelled ? (
        <text x={anchor === 'start' ? 0 : x} y={plot.height + 18} textAnchor={anchor} className="fill-muted">
          {time === undefined
            ? `${groupDigits(Math.ceil(attempts))} ${unit}`
            : t('parts:luck.within', { share, duration: time })}
        </text>
      ) : null}
    </g>
  )
}
