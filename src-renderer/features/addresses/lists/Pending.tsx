import { Clock3 } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { rowsOrder } from '../../../components/export/rowsOrder.ts'
import { type ExportColumn, type ExportFormat, exportedTime } from '../../../components/export/table.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { ListFrame } from '../../../components/lists/ListFrame.tsx'
import { NoRows } from '../../../components/lists/NoRows.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { exportName } from './exportName.ts'
import { AmountDirection, KindFilter } from './historyCells.tsx'
import type { ListProps } from './listProps.ts'

type PendingChange = MethodResult<'getaddressmempool'>[number]

const exported: readonly ExportColumn<PendingChange>[] = [
  { name: 'timestamp', value: (row) => exportedTime(row.timestamp) },
  { name: 'txid', value: (row) => row.txid },
  { name: 'index', value: (row) => row.index },
  { name: 'amount', value: (row) => row.satoshis },
  { name: 'prevtxid', value: (row) => row.prevtxid ?? null },
  { name: 'prevout', value: (row) => row.prevout ?? null },
]

const rowKey = (row: PendingChange) => `${row.txid}:${row.prevtxid === undefined ? 'out' : 'in'}:${row.index}`

/** Lists the changes in the mempool, newest first. */
export function Pending({ view, coin, search, onSearch, onOpen }: ListProps) {
  const start = useExports((state) => state.start)
  const input = { addresses: view.address }
  // Pending outputs of crypto-conditions are listed with those of the key. Only the inputs that spend them can be
  // distinguished.
  const plain = useRpc('getaddressmempool', input)
  const conditions = useRpc('getaddressmempool', { ...input, ccvout: 1 })
  const error = plain.error ?? conditions.error
  const all = useMemo(() => {
    if (!plain.data || !conditions.data) return undefined
    const rows = new Map([...plain.data, ...conditions.data].map((row) => [rowKey(row), row]))
    return [...rows.values()].sort((a, b) => b.timestamp - a.timestamp)
  }, [plain.data, conditions.data])
  const rows = useMemo(
    () => all?.filter((row) => search.kind === undefined || row.satoshis > 0n === (search.kind === 'received')),
    [all, search.kind],
  )
  const columns = useMemo(() => pendingColumns(coin), [coin])
  const opened = rows?.find((row) => row.txid === search.tx)
  const save = (format: ExportFormat) =>
    void start(
      rowsOrder({
        fileName: exportName(view, 'pending'),
        format,
        columns: exported,
        facts: { address: view.address },
        rows: rows ?? [],
      }),
    )
  return (
    <ListFrame
      filters={<KindFilter search={search} onSearch={onSearch} />}
      actions={
        <>
          <CallSource calls={[shownCall('getaddressmempool', input)]} />
          <ExportMenu label={t('parts:export.all.pending')} disabled={!rows?.length} onExport={save} />
        </>
      }
      footer={
        rows ? (
          <span role="status">
            {rows.length > 0 ? t('addresses:pendingList.both', { changes: counted(rows.length) }) : counted(0)}
          </span>
        ) : null
      }
    >
      <DataTable
        label={t('addresses:list.pendingLabel', { coin })}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        rowLabel={(row) =>
          row.satoshis > 0n ? t('addresses:pendingList.receiving') : t('addresses:pendingList.spending')
        }
        openKey={opened && rowKey(opened)}
        onOpen={(row) => onOpen(row.txid)}
        error={
          error && !rows ? (
            <RpcErrorState
              error={error}
              onRetry={() => {
                void plain.refetch()
                void conditions.refetch()
              }}
            />
          ) : undefined
        }
        empty={
          <NoRows
            icon={<Clock3 />}
            title={t('addresses:pendingList.none')}
            filtered={search.kind !== undefined && (all?.length ?? 0) > 0}
            onClear={() => onSearch({ kind: undefined })}
          >
            {t('addresses:pendingList.noneHint')}
          </NoRows>
        }
      />
    </ListFrame>
  )
}

const counted = (changes: number) => t('addresses:pendingList.count', { count: changes })

function pendingColumns(coin: string): readonly Column<PendingChange>[] {
  return [
    {
      id: 'timestamp',
      header: t('addresses:list.age'),
      width: '110px',
      firstSort: 'descending',
      sortBy: (row) => row.timestamp,
      cell: (row) => <Age time={row.timestamp} className="text-muted" />,
    },
    {
      id: 'direction',
      header: t('addresses:list.direction'),
      width: '108px',
      sortBy: (row) => (row.satoshis > 0n ? 'received' : 'spent'),
      cell: (row) => <AmountDirection amount={row.satoshis} />,
    },
    {
      id: 'amount',
      header: t('addresses:amount', { coin }),
      width: 'minmax(142px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: (row) => row.satoshis,
      cell: (row) => <Amount satoshis={row.satoshis} signed className={row.satoshis > 0n ? 'text-ok' : undefined} />,
    },
    {
      id: 'txid',
      header: t('addresses:list.transaction'),
      width: '148px',
      cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} label={t('addresses:txid')} inRow />,
    },
    {
      id: 'spends',
      header: t('addresses:pendingList.spends'),
      width: '176px',
      hideBelow: 760,
      cell: (row) =>
        row.prevtxid === undefined ? (
          <span className="text-faint">—</span>
        ) : (
          <span className="inline-flex items-baseline gap-1.5">
            <ChainLink
              to={{ kind: 'transaction', id: row.prevtxid }}
              label={t('addresses:pendingList.spent')}
              inRow
              className="text-muted"
            />
            <span className="text-faint">:{row.prevout}</span>
          </span>
        ),
    },
  ]
}
