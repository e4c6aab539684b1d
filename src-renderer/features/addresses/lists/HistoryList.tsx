import type { ReactNode } from 'react'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { listOrder } from '../../../components/export/listOrder.ts'
import type { ListPage } from '../../../components/export/run.ts'
import type { ExportColumn, ExportFormat } from '../../../components/export/table.ts'
import { ListFrame, LoadedNote } from '../../../components/lists/ListFrame.tsx'
import { NoRows } from '../../../components/lists/NoRows.tsx'
import { sortText } from '../../../components/lists/sort.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { exportName } from './exportName.ts'
import { HeightRangeFields } from './HeightRangeFields.tsx'
import { KindFilter } from './historyCells.tsx'
import type { ListProps } from './listProps.ts'
import { type HistoryMethod, historyOptions, type useHistory } from './useHistory.ts'

export interface HistoryListProps<Row> extends ListProps {
  readonly method: HistoryMethod
  readonly list: ReturnType<typeof useHistory<Row>>
  /** what the rows are, also in the name of the exported file */
  readonly what: 'changes' | 'transactions'
  readonly label: string
  /** says that there are none */
  readonly none: string
  readonly icon: ReactNode
  /** rows without any filter */
  readonly all: number | undefined
  readonly exported: readonly ExportColumn<Row>[]
  readonly columns: readonly Column<Row>[]
  readonly openKey: string | undefined
  rowKey(row: Row): string
  rowLabel(row: Row): string
}

/** What changes and transactions have in common: filters, export, and a table that grows by pages. */
export function HistoryList<Row extends { readonly txid: string }>(props: HistoryListProps<Row>) {
  const { method, list, what, view, search, onSearch, onOpen } = props
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const save = (format: ExportFormat) =>
    void start(
      listOrder<Row>({
        client,
        fileName: exportName(view, what),
        format,
        total: list.total ?? null,
        columns: props.exported,
        facts: { address: view.address, ccvout: view.ccvout },
        changes: 'with its blocks',
        page: (cursor, height, signal) =>
          client.call(method, { ...view, options: historyOptions(search, cursor, height) }, { signal }) as Promise<
            ListPage<Row>
          >,
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
          label={t(`parts:export.${list.filtered ? 'matching' : 'all'}.${what}`)}
          disabled={!list.rows?.length}
          onExport={save}
        />
      }
      footer={<LoadedNote what={what} shown={list.rows?.length} all={props.all} {...list} onRenew={list.renew} />}
    >
      <DataTable
        label={props.label}
        className="flex-1"
        columns={props.columns}
        rows={list.rows}
        total={list.total}
        rowKey={props.rowKey}
        rowLabel={props.rowLabel}
        openKey={props.openKey}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={list.sort}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={props.icon}
            title={props.none}
            filtered={list.filtered}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          />
        }
      />
    </ListFrame>
  )
}
