import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useExports } from '../export/exports.ts'
import { listOrder } from '../export/listOrder.ts'
import type { ExportColumn, ExportFormat } from '../export/table.ts'
import { exportName } from './exportName.ts'
import { HeightRange } from './HeightRange.tsx'
import { historyColumns, KindFilter } from './historyCells.tsx'
import { ListFrame, LoadedNote } from './ListFrame.tsx'
import { type ListProps, sortText } from './listProps.ts'
import { NoRows } from './NoRows.tsx'
import { historyOptions, useHistory } from './useHistory.ts'

type Entry = MethodResult<'listaddresstransactions'>['rows'][number]

const exported: readonly ExportColumn<Entry>[] = [
  { name: 'height', value: (row) => row.height },
  { name: 'time', value: (row) => row.time },
  { name: 'txid', value: (row) => row.txid },
  { name: 'amount', value: (row) => row.amount },
]

export function Transactions(props: ListProps) {
  const { view, coin, summary, search, onSearch, onOpen } = props
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const list = useHistory<Entry>('listaddresstransactions', props)
  const columns = useMemo(() => {
    const { height, time, direction, amount, txid } = historyColumns<Entry>(coin, list.complete)
    return [height, time, direction, amount, txid]
  }, [coin, list.complete])
  const save = (format: ExportFormat) =>
    void start(
      listOrder<Entry>({
        client,
        fileName: exportName(view, 'transactions'),
        format,
        total: list.total ?? null,
        columns: exported,
        facts: { address: view.address, ccvout: view.ccvout },
        settles: 'with its blocks',
        page: (cursor, height, signal) =>
          client.call(
            'listaddresstransactions',
            { ...view, options: historyOptions(search, cursor, height) },
            { signal },
          ),
      }),
    )
  return (
    <ListFrame
      filters={
        <>
          <KindFilter search={search} onSearch={onSearch} />
          <HeightRange range={search} onChange={({ start, end }) => onSearch({ start, end })} />
        </>
      }
      actions={
        <ExportMenu
          what={list.filtered ? 'the transactions that fit the filter' : 'all transactions'}
          disabled={!list.rows?.length}
          onExport={save}
        />
      }
      footer={
        <LoadedNote
          what="transactions"
          shown={list.rows?.length}
          all={summary?.transactions}
          {...list}
          onRenew={list.renew}
        />
      }
    >
      <DataTable
        label={`Transactions, net amounts in ${coin}`}
        className="flex-1"
        columns={columns}
        rows={list.rows}
        total={list.total}
        rowKey={(row) => row.txid}
        rowLabel={(row) => `Transaction in block ${row.height}`}
        openKey={search.tx}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={list.sort}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={<Receipt />}
            title="No transactions yet"
            filtered={list.filtered}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          />
        }
      />
    </ListFrame>
  )
}
