import { useId, useMemo, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { formatPercent, groupDigits } from '../../ui/format.ts'
import { useElementSize } from '../../ui/useElementSize.ts'
import { probabilityAfter, timeFor } from '../luck.ts'
import { curvePath, type Plot, type PlotScales, plotScales, spanFor } from './luckShape.ts'

const LEFT = 48
const RIGHT = 10
const TOP = 12
const BOTTOM = 26
/** Baseline of a share's label right under the one of 100 %. */
const BELOW_FULL = 18
/** Two labels below the axis need so much room. */
const LABEL_ROOM = 128

export interface LuckCurveProps {
  /** what the picture says, in words */
  readonly label: string
  /** of one attempt */
  readonly chance: number
  /** what attempts are called here */
  readonly unit?: string | undefined
  /** made so far; undefined: no search runs, and the whole curve is drawn */
  readonly attempts: number | undefined
  /** attempts a second; 0 while unknown: the marks then count attempts instead of time */
  readonly rate: number
  readonly median: number
  readonly p95: number
  /** a search runs: the point moves */
  readonly running: boolean
}

/** Probability that a search has ended, over attempts; the running search is a point on the curve. */
export function LuckCurve({
  label,
  chance,
  unit = t('parts:luck.attempts'),
  rate,
  median,
  p95,
  running,
  ...given
}: LuckCurveProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(box)
  const clip = useId()
  const { attempts = 0 } = given
  const span = spanFor(attempts, chance)
  const plotWidth = Math.max(0, width - LEFT - RIGHT)
  const plot = useMemo<Plot>(
    () => ({ width: plotWidth, height: Math.max(0, height - TOP - BOTTOM), span, chance }),
    [plotWidth, height, span, chance],
  )
  const scales = useMemo(() => plotScales(plot), [plot])
  const curve = useMemo(() => curvePath(plot, scales), [plot, scales])
  const probability = probabilityAfter(attempts, chance)
  const x = scales.x(given.attempts ?? span)
  const roomForBoth = scales.x(p95) - scales.x(median) > LABEL_ROOM
  const moving = running ? 'transition-transform duration-(--slide) ease-linear' : undefined
  return (
    // Lower in a low window: what can be done stands below it.
    <div ref={box} className="h-44 [@media(max-height:700px)]:h-30">
      {width === 0 ? null : (
        <svg role="img" aria-label={label} width={width} height={height} className="block text-12">
          <g transform={`translate(${LEFT} ${TOP})`}>
            <clipPath id={clip}>
              <rect
                x={0}
                y={-TOP}
                width={plot.width}
                height={height}
                className={moving}
                style={{ transform: `scaleX(${plot.width > 0 ? x / plot.width : 0})` }}
              />
            </clipPath>
            <Axes plot={plot} y={scales.y} />
            <path
              d={`${curve}L${plot.width},${plot.height}L0,${plot.height}Z`}
              clipPath={`url(#${clip})`}
              className="fill-accent-soft"
            />
            <Mark
              plot={plot}
              scales={scales}
              attempts={median}
              share="50 %"
              rate={rate}
              unit={unit}
              labelled={roomForBoth}
            />
            <Mark plot={plot} scales={scales} attempts={p95} share="95 %" rate={rate} unit={unit} labelled />
            <path d={curve} className="fill-transparent stroke-line-strong" strokeWidth={1.5} />
            <path d={curve} clipPath={`url(#${clip})`} className="fill-transparent stroke-accent" strokeWidth={2.5} />
            {attempts > 0 ? (
              <g style={{ transform: `translate(${x}px, ${scales.y(probability)}px)` }} className={moving}>
                {running ? <circle r={9} className="animate-breathe fill-accent opacity-25" /> : null}
                <circle r={5} className="fill-accent stroke-surface" strokeWidth={2} />
              </g>
            ) : null}
          </g>
        </svg>
      )}
    </div>
  )
}

function Axes({ plot, y }: { readonly plot: Plot; readonly y: PlotScales['y'] }) {
  return (
    <g aria-hidden>
      <line x1={0} x2={plot.width} y1={plot.height} y2={plot.height} className="stroke-line-strong" />
      {[
        { share: 1, label: formatPercent(100) },
        { share: 0, label: formatPercent(0) },
      ].map(({ share, label }) => (
        <text key={label} x={-8} y={y(share) + 4} textAnchor="end" className="fill-faint">
          {label}
        </text>
      ))}
      <line x1={0} x2={plot.width} y1={0} y2={0} className="stroke-line" />
    </g>
  )
}

interface MarkProps {
  readonly plot: Plot
  readonly scales: PlotScales
  readonly attempts: number
  readonly share: string
  readonly rate: number
  readonly unit: string
  readonly labelled: boolean
}

/** From the share on the left over the curve down to the attempts, or the time, that it takes. */
function Mark({ plot, scales, attempts, share, rate, unit, labelled }: MarkProps) {
  const x = scales.x(attempts)
  const y = scales.y(probabilityAfter(attempts, plot.chance))
  const time = timeFor(attempts, rate)
  // A label must not leave the picture on its left.
  const anchor = x < 60 ? 'start' : 'middle'
  // 95 % lies so close to 100 % that both labels would touch, most of all in a low picture.
  const shareBelow = plot.height - y > plot.height * 0.9
  return (
    <g aria-hidden>
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
