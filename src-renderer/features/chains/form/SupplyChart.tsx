import { useId, useMemo, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { formatDuration, groupDigits } from '../../../ui/format.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import { type SupplyPoint, supplyAt, supplyFigures, supplyShape } from './supplyShape.ts'
import { shortCoins, wholeCoins } from './words.ts'

/** px: room for the labels of the axes, and for a line that touches the edge */
const HEIGHT = 190
const TOP = 10
const BOTTOM = 24
const RIGHT = 16
const LABEL_GAP = 8
/** Width of a digit at 12 px, generously. */
const DIGIT = 7.4

export interface SupplyChartProps {
  readonly points: readonly SupplyPoint[]
  /** satoshis; null: issuance does not end in the time shown */
  readonly final: bigint | null
  readonly coin: string
  /** what is shown is of the last form without mistakes */
  readonly stale: boolean
}

/** Coins over the years, as a picture and as the figures that say the same. */
export function SupplyChart({ points, final, coin, stale }: SupplyChartProps) {
  const figures = supplyFigures(points, final)
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)_200px] items-start gap-4">
      <div className="min-w-0">
        <h3 id={heading} className="mb-2 font-medium">
          Coins over the years
          {stale ? <span className="font-normal text-12 text-muted"> · before the last change</span> : null}
        </h3>
        <Picture points={points} coin={coin} stale={stale} />
      </div>
      <dl className="text-12">
        {figures.map(({ label, supply }) => (
          <div key={label} className="flex justify-between gap-3 border-b py-1.5 last:border-b-0">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-medium">{wholeCoins(supply)}</dd>
          </div>
        ))}
        {points.length > 0 && final === null ? (
          <div className="flex justify-between gap-3 py-1.5">
            <dt className="text-muted">In the end</dt>
            <dd className="text-right font-medium">beyond this picture</dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}

function Picture({ points, coin, stale }: Pick<SupplyChartProps, 'points' | 'coin' | 'stale'>) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const tall = HEIGHT - TOP - BOTTOM
  const probe = useMemo(() => supplyShape(points, { width: 100, height: tall }), [points, tall])
  const left = Math.max(...probe.amounts.map(({ value }) => shortCoins(value).length)) * DIGIT + LABEL_GAP
  const wide = Math.max(0, size.width - left - RIGHT)
  const shape = useMemo(() => supplyShape(points, { width: wide, height: tall }), [points, wide, tall])
  const time = pointer === undefined ? undefined : shape.timeAt(pointer)
  const supply = time === undefined ? undefined : supplyAt(points, time)
  return (
    <div
      ref={frame}
      className="relative"
      style={{ height: HEIGHT }}
      onPointerMove={(event) => {
        const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
        setPointer(at >= 0 && at <= wide ? at : undefined)
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      {wide > 0 ? (
        <svg
          role="img"
          aria-label={`How the coins of ${coin || 'the chain'} become more over the years. The figures beside it say the same.`}
          width={size.width}
          height={HEIGHT}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(${left} ${TOP})`}>
            {shape.amounts.map(({ value, at }) => (
              <g key={String(value)}>
                <line x1={0} x2={wide} y1={at} y2={at} className="stroke-line" />
                <text x={-LABEL_GAP} y={at} dy="0.32em" textAnchor="end" className="fill-faint">
                  {shortCoins(value)}
                </text>
              </g>
            ))}
            {shape.times.map(({ label, at }) => (
              <text
                key={label}
                x={at}
                y={tall + 17}
                textAnchor={at > wide - 16 ? 'end' : at < 16 ? 'start' : 'middle'}
                className="fill-faint"
              >
                {label}
              </text>
            ))}
            <path d={shape.area} className="fill-accent opacity-12" />
            <path
              d={shape.line}
              className={cn('fill-none', stale ? 'stroke-line-strong' : 'stroke-accent')}
              strokeWidth={1.75}
              strokeLinejoin="round"
            />
            {pointer !== undefined && supply !== undefined ? (
              <>
                <line x1={pointer} x2={pointer} y1={0} y2={tall} className="stroke-line-strong" strokeDasharray="3 3" />
                <circle
                  cx={pointer}
                  cy={shape.y(supply)}
                  r={4}
                  className="fill-accent stroke-surface"
                  strokeWidth={2}
                />
              </>
            ) : null}
          </g>
        </svg>
      ) : null}
      {pointer !== undefined && time !== undefined && supply !== undefined ? (
        <div
          aria-hidden
          className={cn(
            'pointer-events-none absolute top-1 whitespace-nowrap rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
            pointer > wide / 2 ? '-translate-x-full' : '',
          )}
          style={{ left: left + pointer + (pointer > wide / 2 ? -10 : 10) }}
        >
          <p className="font-semibold">
            {groupDigits(supply / 100_000_000n)} <span className="font-normal text-muted">{coin}</span>
          </p>
          <p className="text-muted">after {formatDuration(time)}</p>
        </div>
      ) : null}
    </div>
  )
}
