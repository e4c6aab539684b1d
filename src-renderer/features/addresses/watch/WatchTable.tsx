import { Eye, EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { rowsOrder } from '../../../components/export/rowsOrder.ts'
import type { ExportFormat } from '../../../components/export/table.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { readSort, sortText } from '../../../components/lists/sort.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { type Watched, watchColumns } from './exportColumns.ts'
import { ImportButton } from './ImportButton.tsx'
import { useWatch } from './useWatch.ts'

export interface WatchListProps {
  readonly coin: string
  readonly sort: string | undefined
  onSort(sort: string | undefined): void
  onOpen(address: string): void
}

export function WatchTable({ coin, sort, onSort, onOpen }: WatchListProps) {
  const watched = useRpc('listwatchedaddresses', {})
  const start = useExports((state) => state.start)
  const { unwatch } = useWatch()
  const columns = useMemo(() => listColumns(coin, unwatch), [coin, unwatch])
  const order = useMemo(() => readSort(sort), [sort])
  const save = (format: ExportFormat) =>
    void start(rowsOrder({ fileName: 'watch-list', format, columns: watchColumns, rows: watched.data ?? [] }))
  return (
    <Card
      title={t('addresses:watch.title')}
      flush
      className="min-h-44 flex-1"
      bodyClassName="flex flex-col"
      actions={
        <>
          <ImportButton />
          <ExportMenu label={t('parts:export.all.watched')} disabled={!watched.data?.length} onExport={save} />
        </>
      }
      source={<CallSource calls={[shownCall('listwatchedaddresses', {})]} />}
    >
      <DataTable
        label={t('addresses:watch.label', { coin })}
        className="flex-1"
        columns={columns}
        rows={watched.data}
        rowKey={(row) => row.address}
        rowLabel={(row) => visibleString(row.label || row.address, 60)}
        onOpen={(row) => onOpen(row.address)}
        sort={order}
        onSort={(next) => onSort(sortText(next))}
        error={
          watched.error && !watched.data ? (
            <RpcErrorState error={watched.error} onRetry={() => void watched.refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Eye />} title={t('addresses:watch.none')} call="watchaddress">
            {t('addresses:watch.noneHint')}
          </EmptyState>
        }
      />
    </Card>
  )
}

function listColumns(
  coin: string,
  unwatch: (address: string, label: string) => Promise<void>,
): readonly Column<Watched>[] {
  return [
    {
      id: 'label',
      header: t('addresses:watch.columnLabel'),
      width: 'minmax(110px, 2fr)',
      sortBy: (row) => row.label || null,
      cell: (row) =>
        row.label === '' ? (
          <span className="text-faint">{t('addresses:watch.noLabel')}</span>
        ) : (
          <span className="font-medium" title={visibleString(row.label, 100)}>
            <SafeText text={row.label} max={100} />
          </span>
        ),
    },
    {
      id: 'address',
      header: t('addresses:address'),
      width: '148px',
      sortBy: (row) => row.address,
      cell: (row) => (
        <ChainLink to={{ kind: 'address', id: row.address }} label={t('addresses:addressLabel')} inRow unnamed />
      ),
    },
    amount('balance', t('addresses:confirmed', { coin }), (row) => row.balance),
    amount('ccbalance', t('addresses:inContracts'), (row) => row.ccbalance),
    { ...amount('pending', t('addresses:pending'), (row) => row.pending, true), hideBelow: 860 },
    {
      id: 'created',
      header: t('addresses:watch.since'),
      width: '104px',
      hideBelow: 1000,
      firstSort: 'descending',
      sortBy: (row) => row.created,
      cell: (row) => <Age time={row.created} className="text-muted" />,
    },
    {
      id: 'remove',
      header: t('addresses:watch.remove'),
      width: '56px',
      align: 'right',
      cell: (row) => (
        <IconButton
          small
          tabIndex={-1}
          label={t('addresses:watch.stop', { name: visibleString(row.label || row.address, 40) })}
          icon={<EyeOff aria-hidden className="size-3.5" />}
          onClick={(event) => {
            event.stopPropagation()
            void unwatch(row.address, row.label)
          }}
        />
      ),
    },
  ]
}

function amount(id: string, header: string, value: (row: Watched) => bigint | null, signed = false): Column<Watched> {
  return {
    id,
    header,
    align: 'right',
    width: 'minmax(132px, 1fr)',
    firstSort: 'descending',
    sortBy: value,
    cell: (row) => {
      const satoshis = value(row)
      if (satoshis === null) return <span className="text-faint">—</span>
      return <Amount satoshis={satoshis} signed={signed} className={satoshis === 0n ? 'text-faint' : undefined} />
    },
  }
}
