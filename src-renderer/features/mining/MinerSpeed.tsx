import { useRef } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { formatRate } from '../../components/mining/minerTexts.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { Sparkline } from '../../ui/Chart/Sparkline.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatNumber, groupDigits } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useElementWidth } from '../../ui/table/useElementWidth.ts'

const LINE_HEIGHT = 48

/** Shows the solutions per second in the last minutes of mining, the network rate and the difficulty. */
export function MinerSpeed() {
  const miner = useRpc('getminerstatus', {})
  const info = useRpc('getmininginfo', {})
  const error = miner.error && !miner.data ? miner : info.error && !info.data ? info : undefined
  return (
    <Card
      title={t('mining:speed.title')}
      source={<CallSource calls={[shownCall('getminerstatus', {}), shownCall('getmininginfo', {})]} />}
    >
      {error ? (
        <RpcErrorState error={error.error} compact onRetry={() => void error.refetch()} />
      ) : (
        <div className="flex flex-col gap-2">
          <History rates={miner.data?.history} />
          <FactList
            className="border-t"
            facts={[
              {
                label: t('mining:speed.tried'),
                value: miner.data ? groupDigits(miner.data.solutions) : <Loading />,
              },
              {
                label: t('mining:speed.network'),
                value: info.data ? formatNetworkRate(info.data.networksolps) : <Loading />,
              },
              {
                label: t('mining:speed.difficulty'),
                value: info.data ? formatNumber(info.data.difficulty) : <Loading />,
              },
              {
                label: t('mining:speed.forBlock'),
                value: miner.data ? (
                  t('mining:speed.about', { value: formatNumber(Math.round(1 / miner.data.chance)) })
                ) : (
                  <Loading />
                ),
              },
            ]}
          />
        </div>
      )}
    </Card>
  )
}

/** The estimate uses the times of blocks. Too few blocks give no estimate. */
const formatNetworkRate = (rate: number) =>
  rate > 0 ? t('mining:speed.about', { value: groupDigits(rate) }) : t('mining:figures.noEstimate')

function History({ rates }: { readonly rates: readonly number[] | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useElementWidth(box)
  const most = Math.max(0, ...(rates ?? []))
  return (
    <figure className="flex flex-col gap-1">
      <div ref={box} style={{ height: LINE_HEIGHT }} className="text-accent-text">
        {rates === undefined ? (
          <Skeleton className="h-full" />
        ) : width > 0 ? (
          <Sparkline values={rates} width={width} height={LINE_HEIGHT} />
        ) : null}
      </div>
      <figcaption className="flex justify-between gap-3 text-12 text-muted">
        {rates === undefined ? (
          <Skeleton className="h-4 w-40" />
        ) : rates.length === 0 ? (
          t('mining:speed.soon')
        ) : (
          <>
            <span>{t('mining:speed.caption')}</span>
            <span className="shrink-0">{t('mining:speed.upTo', { rate: formatRate(most) })}</span>
          </>
        )}
      </figcaption>
    </figure>
  )
}

function Loading() {
  return <Skeleton className="ml-auto h-4 w-16" />
}
