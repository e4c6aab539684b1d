import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { formatBytes, formatDuration } from '../../../ui/format.ts'
import { useElementSize } from '../../../ui/useElementSize.ts'
import { type TrafficInterval, trafficBuckets, trafficShape } from './trafficShape.ts'

export interface TrafficGraphProps {
  readonly samples: readonly TrafficInterval[]
  /** seconds */
  readonly range: number
  readonly rangeWords: string
  /** unix seconds at which the samples were asked for */
  readonly now: number
  readonly className?: string | undefined
}

/** px for the labels of the axes */
const LEFT = 72
const BOTTOM = 20
/** px that the label of a moment needs */
const LABEL = 76

/** Marks at whole minutes or hours: 1 min, 10 min, 1 h, 4 h apart. */
const ticksOf = (range: number) => (range === 300 ? 5 : 6)

const rateText = (rate: number) => t('network:traffic.rate', { bytes: formatBytes(Math.round(rate)) })

/** Two paths and a few labels: cheap enough to draw again every few seconds. */
export function TrafficGraph({ samples, range, rangeWords, now, className }: TrafficGraphProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const [pointer, setPointer] = useState<number>()
  const width = Math.max(0, size.width - LEFT)
  const height = Math.max(0, size.height - BOTTOM)
  const buckets = useMemo(() => trafficBuckets(samples, range, now), [samples, range, now])
  const shape = useMemo(() => trafficShape(buckets, { width, height }), [buckets, width, height])
  const ticks = ticksOf(range)
  const crowded = width / ticks < LABEL
  const hovered = pointer === undefined ? undefined : shape.bucketAt(pointer)
  const total = useMemo(
    () =>
      samples.reduce((sum, { received, sent }) => ({ received: sum.received + received, sent: sum.sent + sent }), {
        received: 0,
        sent: 0,
      }),
    [samples],
  )
  return (
    <div
      ref={frame}
      className={cn('relative min-h-0', className)}
      onPointerMove={(event) => {
        const at = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
        setPointer(at >= 0 && at < width ? at : undefined)
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      {width > 0 && height > 0 ? (
        <svg
          role="img"
          aria-label={t('network:traffic.label', {
            span: rangeWords,
            received: formatBytes(total.received),
            sent: formatBytes(total.sent),
            most: rateText(shape.top),
          })}
          width={size.width}
          height={size.height}
          className="absolute inset-0 text-12"
        >
          <g transform={`translate(${LEFT} 0)`}>
            {[0.5, height / 2, height - 0.5].map((y) => (
              <line key={y} x1={0} x2={width} y1={y} y2={y} className="stroke-line" />
            ))}
            <path d={shape.received} className="fill-accent opacity-75" />
            <path d={shape.sent} className="fill-accent opacity-40" />
            {pointer === undefined ? null : (
              <line x1={pointer} x2={pointer} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
            )}
            {Array.from({ length: ticks + 1 }, (_, tick) =>
              crowded && (ticks - tick) % 2 === 1 ? null : (
                <text
                  // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of labels
                  key={tick}
                  x={(tick / ticks) * width}
                  y={height + 16}
                  textAnchor={tick === 0 ? 'start' : tick === ticks ? 'end' : 'middle'}
                  className="fill-faint"
                >
                  {tick === ticks ? t('network:traffic.now') : `−${formatDuration((range / ticks) * (ticks - tick))}`}
                </text>
              ),
            )}
          </g>
          <text x={0} y={11} className="fill-faint">
            {rateText(shape.top)}
          </text>
          <text x={0} y={height / 2 - 8} className="fill-muted">
            {t('network:traffic.received')}
          </text>
          <text x={0} y={height / 2 + 16} className="fill-muted">
            {t('network:traffic.sent')}
          </text>
          <text x={0} y={height - 2} className="fill-faint">
            {rateText(shape.top)}
          </text>
        </svg>
      ) : null}
      {hovered && pointer !== undefined ? (
        <p
          aria-hidden
          className={cn(
            'pointer-events-none absolute top-1 whitespace-nowrap rounded-md border bg-raised px-2.5 py-1 text-12 shadow-float',
            pointer > width / 2 && '-translate-x-full',
          )}
          style={{ left: LEFT + pointer + (pointer > width / 2 ? -8 : 8) }}
        >
          {hovered.received === undefined
            ? t('network:traffic.notRunning')
            : t('network:traffic.reading', {
                received: rateText(hovered.received),
                sent: rateText(hovered.sent ?? 0),
              })}
          <span className="text-faint">
            {' · '}
            {t('network:traffic.ago', { duration: formatDuration(Math.max(0, now - hovered.time)) })}
          </span>
        </p>
      ) : null}
    </div>
  )
}
