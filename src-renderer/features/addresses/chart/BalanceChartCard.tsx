import { ChartArea, ChartNoAxesColumn, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BalanceChart } from '../../../components/balanceChart/BalanceChart.tsx'
import type { BalancePoint } from '../../../components/balanceChart/balanceShape.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatTime } from '../../../ui/format.ts'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { AddressScope } from '../addressScope.ts'

/** Maximum number of points: more would not be visible at the width of a card. */
const POINTS = 400

const shapes = (): readonly Segment<'chart' | 'table'>[] => [
  { id: 'chart', label: t('addresses:chart.chart'), icon: <ChartArea aria-hidden className="size-3.5" /> },
  { id: 'table', label: t('addresses:chart.table'), icon: <Table2 aria-hidden className="size-3.5" /> },
]

export function BalanceChartCard({
  view,
  coin,
  failed,
  className,
}: {
  readonly view: AddressScope
  readonly coin: string
  /** True if the address could not be read. The page shows that error above. */
  readonly failed: boolean
  readonly className?: string
}) {
  const [shape, setShape] = useState<'chart' | 'table'>('chart')
  const input = { ...view, points: POINTS }
  const chart = useRpc('getaddresschart', input)
  const points = chart.data?.points
  const newestFirst = useMemo(() => points?.toReversed(), [points])
  const columns = useMemo(() => pointColumns(coin), [coin])
  return (
    <Card
      title={t('addresses:chart.title')}
      flush
      className={className}
      bodyClassName="flex min-h-0 flex-col"
      actions={
        <Segmented
          label={t('addresses:chart.show')}
          value={shape}
          onChange={setShape}
          segments={shapes()}
          className="h-7"
        />
      }
      source={<CallSource calls={[shownCall('getaddresschart', input)]} />}
    >
      {failed && !points ? (
        <p className="px-4 text-muted">{t('addresses:unknownNow')}</p>
      ) : chart.error && !points ? (
        <RpcErrorState compact className="m-3" error={chart.error} onRetry={() => void chart.refetch()} />
      ) : shape === 'table' ? (
        <DataTable
          label={t('addresses:chart.label', { coin })}
          className="flex-1"
          columns={columns}
          rows={newestFirst}
          rowKey={(point) => String(point.height)}
          skeletonRows={3}
          empty={<NothingYet />}
        />
      ) : points === undefined ? (
        <div role="status" aria-label={t('addresses:chart.loading')} className="flex-1 px-4 pb-4">
          <Skeleton className="h-full w-full" />
        </div>
      ) : points.length === 0 ? (
        <NothingYet />
      ) : (
        <BalanceChart points={points} tip={chart.data?.height ?? 0} coin={coin} className="mx-4 mb-2 flex-1" />
      )}
    </Card>
  )
}

function NothingYet() {
  return <EmptyState icon={<ChartNoAxesColumn />} title={t('addresses:chart.none')} className="py-4" />
}

function pointColumns(coin: string): readonly Column<BalancePoint>[] {
  return [
    {
      id: 'height',
      header: t('addresses:chart.from'),
      width: '96px',
      align: 'right',
      firstSort: 'descending',
      sortBy: (point) => point.height,
      cell: (point) => <BlockLink height={point.height} inRow />,
    },
    {
      id: 'time',
      header: t('addresses:chart.time'),
      width: 'minmax(150px, 1fr)',
      cell: (point) => <span className="text-muted">{formatTime(point.time)}</span>,
    },
    {
      id: 'balance',
      header: t('addresses:chart.balance', { coin }),
      width: 'minmax(150px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: (point) => point.balance,
      cell: (point) => <Amount satoshis={point.balance} />,
    },
  ]
}
