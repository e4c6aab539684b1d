import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { listOrder } from '../../../components/export/listOrder.ts'
import { type ExportColumn, type ExportFormat, exportedTime } from '../../../components/export/table.ts'
import { ListFrame, LoadedNote } from '../../../components/lists/ListFrame.tsx'
import { NoRows } from '../../../components/lists/NoRows.tsx'
import { sortText } from '../../../components/lists/sort.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { exportName } from './exportName.ts'
import { HeightRangeFields } from './HeightRangeFields.tsx'
import { addressHistoryColumns, KindFilter } from './historyCells.tsx'
import type { ListProps } from './listProps.ts'
import { historyOptions, useHistory } from './useHistory.ts'

type Entry = MethodResult<'listaddresstransactions'>['rows'][number]

const exported: readonly ExportColumn<Entry>[] = [
  { name: 'height', value: (row) => row.height },
  { name: 'time', value: (row) => exportedTime(row.time) },
  { name: 'txid', value: (row) => row.txid },
  { name: 'amount', value: (row) => row.amount },
  { name: 'balance', value: (row) => row.balance },
]

/** Lists the transactions of an address with their net effect, in pages, with filters and export. */
export function Transactions(props: ListProps) {
  const { coin, summary, search, view, onSearch, onOpen } = props
  const list = useHistory(props)
  const columns = useMemo(() => addressHistoryColumns(coin, list.complete), [coin, list.complete])
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const save = (format: ExportFormat) =>
    void start(
      listOrder<Entry>({
        client,
        fileName: exportName(view, 'transactions'),
        format,
        total: list.total ?? null,
        columns: exported,
        facts: { address: view.address, ccvout: view.ccvout },
        changes: 'with its blocks',
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
          <HeightRangeFields range={search} onChange={({ start, end }) => onSearch({ start, end })} />
        </>
      }
      actions={
        <ExportMenu
          label={t(`parts:export.${list.filtered ? 'matching' : 'all'}.transactions`)}
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
        label={t('addresses:list.transactionsLabel', { coin })}
        className="flex-1"
        columns={columns}
        rows={list.rows}
        total={list.total}
        rowKey={(row) => row.txid}
        rowLabel={(row) => t('addresses:list.transactionIn', { height: row.height })}
        openKey={search.tx}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={list.sort}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={<Receipt />}
            title={t('addresses:list.noTransactions')}
            filtered={list.filtered}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          />
        }
      />
    </ListFrame>
  )
}
