import { useMemo, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { isFirstOfAll } from '../node/chainState.ts'
import { useRpc } from '../node/queries.ts'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { formatBytes, formatTime, groupDigits } from '../ui/format.ts'
import type { Column } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { CallSource, shownCall } from './CallSource.tsx'
import { ChainLink } from './links/ChainLink.tsx'
import { RpcErrorState } from './RpcErrorState.tsx'

type Row = MethodResult<'getrecentblocks'>[number]

/** Number of rows at first and per scroll step, up to MAX_ROWS, the maximum of one node answer. */
const STEP = 100
const MAX_ROWS = 1000

const latestBlocksColumns = (): readonly Column<Row>[] => [
  {
    id: 'height',
    header: t('parts:latestBlocks.height'),
    width: '84px',
    align: 'right',
    cell: ({ height }) => groupDigits(height),
  },
  {
    id: 'hash',
    header: t('parts:latestBlocks.hash'),
    width: 'minmax(160px, 1fr)',
    cell: ({ hash }) => <ChainLink to={{ kind: 'block', id: hash }} head={10} tail={10} inRow />,
  },
  {
    id: 'mined',
    header: t('parts:latestBlocks.age'),
    width: '130px',
    cell: ({ height, time }) => (isFirstOfAll(height) ? t('parts:latestBlocks.genesis') : <Age time={time} />),
  },
  {
    id: 'time',
    header: t('parts:latestBlocks.time'),
    width: '190px',
    hideBelow: 915,
    cell: ({ time }) => <span className="text-muted">{formatTime(time)}</span>,
  },
  {
    id: 'txs',
    header: t('parts:latestBlocks.transactions'),
    width: '116px',
    align: 'right',
    cell: ({ txcount }) => groupDigits(txcount),
  },
  {
    id: 'size',
    header: t('parts:latestBlocks.size'),
    width: '84px',
    align: 'right',
    cell: ({ size }) => formatBytes(size),
  },
]

export function LatestBlocks({ onOpen }: { onOpen(hash: string): void }) {
  const [count, setCount] = useState(STEP)
  const blocks = useRpc('getrecentblocks', { count })
  const columns = useMemo(latestBlocksColumns, [])
  return (
    <Card
      title={t('parts:latestBlocks.title')}
      flush
      source={<CallSource calls={[shownCall('getrecentblocks', { count })]} />}
    >
      <DataTable
        label={t('parts:latestBlocks.title')}
        columns={columns}
        rows={blocks.data}
        rowKey={({ hash }) => hash}
        rowLabel={({ height }) => t('parts:latestBlocks.row', { height: groupDigits(height) })}
        onOpen={({ hash }) => onOpen(hash)}
        onNearEnd={() => {
          if (!blocks.isFetching && blocks.data?.length === count) setCount(Math.min(MAX_ROWS, count + STEP))
        }}
        maxRows={12}
        empty={null}
        error={blocks.error ? <RpcErrorState error={blocks.error} onRetry={() => void blocks.refetch()} /> : undefined}
      />
    </Card>
  )
}
