import { useCallback, useMemo } from 'react'
import { t } from '../../../i18n/texts.ts'
import { GridLine, labelTicks } from '../../../ui/Chart/axes.tsx'
import { Chart } from '../../../ui/Chart/Chart.tsx'
import { AreaMark } from '../../../ui/Chart/marks.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { formatBytes, formatDuration } from '../../../ui/format.ts'
import { type TrafficBucket, type TrafficInterval, trafficBuckets, trafficShape, trafficTicks } from './trafficShape.ts'

export interface TrafficGraphProps {
  readonly samples: readonly TrafficInterval[]
  /** in seconds */
  readonly range: number
  readonly rangeLabel: string
  /** time of the request for the samples in unix seconds */
  readonly now: number
  readonly className?: string | undefined
}

const MARGINS = { bottom: 20, left: 72 }

const rateText = (rate: number) => t('network:traffic.rate', { bytes: formatBytes(Math.round(rate)) })

const agoText = (seconds: number) => (seconds === 0 ? t('network:traffic.now') : `−${formatDuration(seconds)}`)

/** Chart of the traffic. Two paths and a few labels are cheap enough to render every few seconds. */
export function TrafficGraph({ samples, range, rangeLabel, now, className }: TrafficGraphProps) {
  const layout = useCallback(
    (area: PlotArea) => ({
      ...trafficShape(trafficBuckets(samples, range, now), area),
      ticks: trafficTicks(range, area.width),
    }),
    [samples, range, now],
  )
  const total = useMemo(
    () =>
      samples.reduce((sum, { received, sent }) => ({ received: sum.received + received, sent: sum.sent + sent }), {
        received: 0,
        sent: 0,
      }),
    [samples],
  )
  return (
    <Chart
      layout={layout}
      describe={({ top }) =>
        t('network:traffic.label', {
          span: rangeLabel,
          received: formatBytes(total.received),
          sent: formatBytes(total.sent),
          most: rateText(top),
        })
      }
      margins={MARGINS}
      below={{ ends: 'inside', labels: ({ ticks }) => labelTicks(ticks, agoText) }}
      readAt={(shape, x) => {
        const bucket = shape.bucketAt(x)
        return bucket && { tooltip: <BucketTooltip bucket={bucket} now={now} /> }
      }}
      className={className}
    >
      {({ shape, width, height, crosshair }) => (
        <>
          {[0.5, height / 2, height - 0.5].map((at) => (
            <GridLine key={at} at={at} width={width} />
          ))}
          <AreaMark path={shape.received} className="fill-accent opacity-75" />
          <AreaMark path={shape.sent} className="fill-accent opacity-40" />
          {crosshair}
          <SideLabels rate={rateText(shape.top)} height={height} />
        </>
      )}
    </Chart>
  )
}

/** Labels in the left margin: the names of both areas, and the rate at the top and bottom edge. */
function SideLabels({ rate, height }: { readonly rate: string; readonly height: number }) {
  const labels = [
    { y: 11, text: rate, className: 'fill-faint' },
    { y: height / 2 - 8, text: t('network:traffic.received'), className: 'fill-muted' },
    { y: height / 2 + 16, text: t('network:traffic.sent'), className: 'fill-muted' },
    { y: height - 2, text: rate, className: 'fill-faint' },
  ]
  return labels.map(({ y, text, className }) => (
    <text key={y} x={-MARGINS.left} y={y} className={className}>
      {text}
    </text>
  ))
}

function BucketTooltip({ bucket, now }: { readonly bucket: TrafficBucket; readonly now: number }) {
  const { received, sent = 0, time } = bucket
  return (
    <p>
      {received === undefined
        ? t('network:traffic.notRunning')
        : t('network:traffic.reading', { received: rateText(received), sent: rateText(sent) })}
      <span className="text-faint">
        {' · '}
        {t('network:traffic.ago', { duration: formatDuration(Math.max(0, now - time)) })}
      </span>
    </p>
  )
}
