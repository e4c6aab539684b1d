import { useEffect, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Sparkline } from '../../../ui/Chart/Sparkline.tsx'
import { formatBytes } from '../../../ui/format.ts'
import type { DetailedPeer } from '../peer.ts'

export interface LiveTrafficProps {
  readonly peer: DetailedPeer
  /** time of this answer in unix milliseconds */
  readonly time: number
  readonly ended: boolean
}

interface Sample {
  readonly time: number
  readonly received: number
  readonly sent: number
}

/** one minute at one sample per second */
const SAMPLES = 61

/** Shows the bytes per second of this connection, measured while shown. */
export function LiveTraffic({ peer, time, ended }: LiveTrafficProps) {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const { bytesrecv, bytessent } = peer
  useEffect(() => {
    setSamples((old) =>
      old.at(-1)?.time === time ? old : [...old, { time, received: bytesrecv, sent: bytessent }].slice(-SAMPLES),
    )
  }, [time, bytesrecv, bytessent])
  const rates = (value: (sample: Sample) => number) =>
    samples.slice(1).map((sample, index) => {
      const before = samples[index] ?? sample
      return Math.max(0, ((value(sample) - value(before)) * 1000) / Math.max(1, sample.time - before.time))
    })
  return (
    <section aria-label={t('network:live.label')} className="grid grid-cols-2 divide-x rounded-md border bg-surface">
      <Flow
        name={t('network:live.received')}
        total={bytesrecv}
        rates={rates((sample) => sample.received)}
        ended={ended}
      />
      <Flow name={t('network:live.sent')} total={bytessent} rates={rates((sample) => sample.sent)} ended={ended} />
    </section>
  )
}

interface FlowProps {
  readonly name: string
  readonly total: number
  readonly rates: readonly number[]
  readonly ended: boolean
}

function Flow({ name, total, rates, ended }: FlowProps) {
  const rate = rates.at(-1)
  return (
    <div className="flex min-w-0 items-end justify-between gap-2 px-3 py-2">
      <div className="min-w-0">
        <p className="text-12 text-muted">{name}</p>
        <p className="font-semibold text-16">{formatBytes(total)}</p>
        <p className="text-12 text-faint">
          {ended
            ? t('network:live.ended')
            : rate === undefined
              ? t('network:live.measuring')
              : t('network:live.now', { rate: formatBytes(Math.round(rate)) })}
        </p>
      </div>
      <Sparkline values={rates} width={88} height={32} className="text-accent-text" />
    </div>
  )
}
