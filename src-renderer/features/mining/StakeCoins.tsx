import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age, Countdown } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/clock.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { StakingStatus } from './stakeOdds.ts'

type Coin = StakingStatus['coins'][number]

const columns = (): readonly Column<Coin>[] => [
  {
    id: 'amount',
    header: t('mining:stake.coins.amount'),
    align: 'right',
    width: 'minmax(132px, 168px)',
    firstSort: 'descending',
    sortBy: (coin) => coin.amount,
    cell: (coin) => <Amount satoshis={coin.amount} />,
  },
  {
    id: 'since',
    header: t('mining:stake.coins.age'),
    width: '112px',
    firstSort: 'ascending',
    sortBy: (coin) => coin.since,
    cell: (coin) => <Age time={coin.since} className="text-muted" />,
  },
  {
    id: 'ready',
    header: t('mining:stake.coins.ready'),
    hint: t('mining:stake.coins.readyHint'),
    width: '140px',
    sortBy: (coin) => coin.ready,
    cell: (coin) => <Ready time={coin.ready} />,
  },
  {
    id: 'segid',
    header: t('mining:stake.coins.segment'),
    hint: t('mining:stake.coins.segmentHint'),
    align: 'right',
    width: '96px',
    hideBelow: 700,
    sortBy: (coin) => coin.segid,
    cell: (coin) => coin.segid,
  },
  {
    id: 'address',
    header: t('mining:stake.coins.address'),
    width: 'minmax(156px, 1fr)',
    hideBelow: 560,
    cell: (coin) => <ChainLink to={{ kind: 'address', id: coin.address }} inRow unnamed />,
  },
]

function Ready({ time }: { readonly time: number }) {
  const now = useNow()
  return time <= now ? (
    <span className="text-ok">{t('mining:stake.coins.now')}</span>
  ) : (
    <Countdown time={time} className="text-muted" />
  )
}

export function StakeCoins({ coin }: { readonly coin: string }) {
  const staking = useRpc('getstakingstatus', {})
  const { data } = staking
  const shown = useMemo(columns, [])
  return (
    <Card
      title={t('mining:stake.coins.title')}
      flush
      source={<CallSource calls={[shownCall('getstakingstatus', {})]} />}
    >
      <DataTable
        label={t('mining:stake.coins.label', { coin })}
        columns={shown}
        rows={data?.coins}
        rowKey={({ txid, vout }) => `${txid}:${vout}`}
        rowLabel={({ txid }) => t('mining:stake.coins.row', { txid: txid.slice(0, 8) })}
        maxRows={8}
        skeletonRows={3}
        error={
          staking.error && !data ? (
            <RpcErrorState error={staking.error} onRetry={() => void staking.refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Layers />} title={t('mining:stake.coins.empty')} call="getstakingstatus" className="py-8">
            {t('mining:stake.coins.emptyHint')}
          </EmptyState>
        }
      />
      {data && data.count > data.coins.length ? (
        <p className="border-t px-4 py-2 text-12 text-muted">
          {t('mining:stake.coins.oldest', { shown: data.coins.length, total: data.count })}
        </p>
      ) : null}
    </Card>
  )
}
