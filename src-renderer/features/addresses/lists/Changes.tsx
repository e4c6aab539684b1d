import { ArrowLeftRight } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import type { Column } from '../../../ui/table/columns.ts'
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

type Change = MethodResult<'listaddressdeltas'>['rows'][number]

const exported: readonly ExportColumn<Change>[] = [
  { name: 'height', value: (row) => row.height },
  { name: 'time', value: (row) => row.time },
  { name: 'txid', value: (row) => row.txid },
  { name: 'blockindex', value: (row) => row.blockindex },
  { name: 'index', value: (row) => row.index },
  { name: 'spending', value: (row) => row.spending },
  { name: 'amount', value: (row) => row.amount },
  { name: 'balance', value: (row) => row.balance },
]

const rowKey = (row: Change) => `${row.txid}:${row.spending ? 'in' : 'out'}:${row.index}`

export function Changes(props: ListProps) {
  const { view, coin, summary, search, onSearch, onOpen } = props
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const list = useHistory<Change>('listaddressdeltas', props)
  const columns = useMemo(() => changeColumns(coin, list.complete), [coin, list.complete])
  const opened = list.rows?.find((row) => row.txid === search.tx)
  const save = (format: ExportFormat) =>
    void start(
      listOrder<Change>({
        client,
        fileName: exportName(view, 'changes'),
        format,
        total: list.total ?? null,
        columns: exported,
        facts: { address: view.address, ccvout: view.ccvout },
        settles: 'with its blocks',
        page: (cursor, height, signal) =>
          client.call('listaddressdeltas', { ...view, options: historyOptions(search, cursor, height) }, { signal }),
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
          what={list.filtered ? 'the changes that fit the filter' : 'all changes'}
          disabled={!list.rows?.length}
          onExport={save}
        />
      }
      footer={
        <LoadedNote what="changes" shown={list.rows?.length} all={summary?.deltas} {...list} onRenew={list.renew} />
      }
    >
      <DataTable
        label={`Changes, amounts in ${coin}`}
        className="flex-1"
        columns={columns}
        rows={list.rows}
        total={list.total}
        rowKey={rowKey}
        rowLabel={(row) => `${row.amount > 0n ? 'Received' : 'Spent'} in block ${row.height}`}
        openKey={opened && rowKey(opened)}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={list.sort}
        onSort={(sort) => onSearch({ sort: sortText(sort) })}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={<ArrowLeftRight />}
            title="No changes yet"
            filtered={list.filtered}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          />
        }
      />
    </ListFrame>
  )
}

function changeColumns(coin: string, local: boolean): readonly Column<Change>[] {
  const { height, time, direction, amount, txid } = historyColumns<Change>(coin, local)
  return [
    height,
    time,
    direction,
    amount,
    {
      id: 'balance',
      header: 'Balance after',
      hint: 'What the address held after this change; not known in a list that leaves changes out',
      width: 'minmax(142px, 1fr)',
      align: 'right',
      cell: (row) => (row.balance === null ? <span className="text-faint">—</span> : <Amount satoshis={row.balance} />),
    },
    txid,
    {
      id: 'index',
      header: 'Place',
      hint: 'Output that paid, or input that spent',
      width: '76px',
      hideBelow: 860,
      cell: (row) => <span className="text-muted">{`${row.spending ? 'input' : 'output'} ${row.index}`}</span>,
    },
  ]
}
