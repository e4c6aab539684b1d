import { useMemo, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatBytes, formatTime, groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'

type Row = MethodResult<'getrecentblocks'>[number]

/** Rows at first, and as many more on scrolling, up to what the node gives at once. */
const STEP = 100
const MOST = 1000

const columnsOf = (): readonly Column<Row>[] => [
  { id: 'height', header: t('explorer:column.height'), width: '96px', cell: ({ height }) => groupDigits(height) },
  {
    id: 'hash',
    header: t('explorer:column.hash'),
    width: 'minmax(170px, 1fr)',
    cell: ({ hash }) => <ChainLink to={{ kind: 'block', id: hash }} head={10} tail={10} inRow />,
  },
  {
    id: 'mined',
    header: t('explorer:column.age'),
    width: '130px',
    cell: ({ height, time }) => (isFirstOfAll(height) ? t('explorer:genesis') : <Age time={time} />),
  },
  {
    id: 'time',
    header: t('explorer:column.time'),
    width: '190px',
    hideBelow: 760,
    cell: ({ time }) => <span className="text-muted">{formatTime(time)}</span>,
  },
  {
    id: 'txs',
    header: t('explorer:column.transactions'),
    width: '116px',
    align: 'right',
    cell: ({ txcount }) => groupDigits(txcount),
  },
  {
    id: 'size',
    header: t('explorer:column.size'),
    width: '84px',
    align: 'right',
    cell: ({ size }) => formatBytes(size),
  },
]

/** The newest blocks as a list. */
export function LatestBlocks({ onOpen }: { onOpen(hash: string): void }) {
  const [count, setCount] = useState(STEP)
  const blocks = useRpc('getrecentblocks', { count })
  const columns = useMemo(columnsOf, [])
  return (
    <Card
      title={t('explorer:panel.latest')}
      flush
      source={<CallSource calls={[shownCall('getrecentblocks', { count })]} />}
    >
      <DataTable
        label={t('explorer:panel.latest')}
        columns={columns}
        rows={blocks.data}
        rowKey={({ hash }) => hash}
        rowLabel={({ height }) => t('explorer:block.title', { height: groupDigits(height) })}
        onOpen={({ hash }) => onOpen(hash)}
        onNearEnd={() => {
          if (!blocks.isFetching && blocks.data?.length === count) setCount(Math.min(MOST, count + STEP))
        }}
        maxRows={12}
        empty={null}
        error={blocks.error ? <RpcErrorState error={blocks.error} onRetry={() => void blocks.refetch()} /> : undefined}
      />
    </Card>
  )
}
