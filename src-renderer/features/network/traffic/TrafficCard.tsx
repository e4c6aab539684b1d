import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrafficGraph } from './TrafficGraph.tsx'

type Range = '300' | '3600' | '21600' | '86400'

const RANGES: readonly Range[] = ['300', '3600', '21600', '86400']

const ranges = (): readonly Segment<Range>[] => RANGES.map((id) => ({ id, label: t(`network:traffic.span.${id}`) }))

const SHORT_EVERY_MS = 5_000
const LONG_EVERY_MS = 60_000

/** Shows bytes in and out over time, as the node recorded them, including its restarts. */
export function TrafficCard({ className }: { readonly className?: string }) {
  const [range, setRange] = useState<Range>('300')
  const input = { seconds: Number(range) }
  const history = useRpc('gettraffichistory', input, { every: range === '300' ? SHORT_EVERY_MS : LONG_EVERY_MS })
  return (
    <Card
      title={t('network:traffic.title')}
      flush
      className={className}
      bodyClassName="flex min-h-0 flex-col"
      actions={
        <Segmented
          label={t('network:traffic.range')}
          value={range}
          onChange={setRange}
          segments={ranges()}
          className="h-7"
        />
      }
      source={<CallSource calls={[shownCall('gettraffichistory', input)]} />}
    >
      {history.data ? (
        <TrafficGraph
          samples={history.data}
          range={input.seconds}
          rangeLabel={t(`network:traffic.span.${range}`)}
          now={Math.floor(history.dataUpdatedAt / 1000)}
          className="mx-4 mb-2 flex-1"
        />
      ) : history.error ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <RpcErrorState compact className="mx-3 mb-3" error={history.error} onRetry={() => void history.refetch()} />
        </div>
      ) : (
        <div role="status" aria-label={t('network:traffic.loading')} className="flex-1 px-4 pb-4">
          <Skeleton className="h-full w-full" />
        </div>
      )}
    </Card>
  )
}
