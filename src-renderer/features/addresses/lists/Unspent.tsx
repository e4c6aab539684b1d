import { Clock3, Coins } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { ExportMenu } from '../../../parts/export/ExportMenu.tsx'
import { useExports } from '../../../parts/export/exports.ts'
import { listOrder } from '../../../parts/export/listOrder.ts'
import type { ExportColumn, ExportFormat } from '../../../parts/export/table.ts'
import { ChainLink } from '../../../parts/links/ChainLink.tsx'
import { ListFrame, LoadedNote } from '../../../parts/lists/ListFrame.tsx'
import { NoRows } from '../../../parts/lists/NoRows.tsx'
import { sortText, useSteadySort } from '../../../parts/lists/sort.ts'
import { usePages } from '../../../parts/lists/usePages.ts'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { exportName } from './exportName.ts'
import { HeightRangeFields } from './HeightRangeFields.tsx'
import type { ListProps } from './listProps.ts'
import { unspentOptions } from './unspentOptions.ts'

type Output = MethodResult<'listaddressutxos'>['rows'][number]

const exported: readonly ExportColumn<Output>[] = [
  { name: 'txid', value: (row) => row.txid },
  { name: 'index', value: (row) => row.index },
  { name: 'amount', value: (row) => row.amount },
  { name: 'height', value: (row) => row.height },
  { name: 'script', value: (row) => row.script },
  { name: 'spentInMempool', value: (row) => row.spentInMempool },
]

const states: readonly Segment<'all' | 'received' | 'spent'>[] = [
  { id: 'all', label: 'All' },
  { id: 'received', label: 'Untouched' },
  { id: 'spent', label: 'Being spent' },
]

const rowKey = (row: Output) => `${row.txid}:${row.index}`

export function Unspent({ view, coin, summary, search, revision, onSearch, onOpen }: ListProps) {
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const options = unspentOptions(search, null)
  const list = usePages<Output>({
    listKey: ['listaddressutxos', view.address, view.ccvout, options],
    revision,
    ask: (cursor, signal) =>
      client.call('listaddressutxos', { ...view, options: unspentOptions(search, cursor) }, { signal }),
  })
  const { rows } = list
  const filtered = search.kind !== undefined || search.start !== undefined || search.end !== undefined
  const columns = useMemo(() => outputColumns(coin), [coin])
  const sort = useSteadySort({ id: options.sort, descending: options.descending })
  const opened = rows?.find((row) => row.txid === search.tx)
  const save = (format: ExportFormat) =>
    void start(
      listOrder<Output>({
        client,
        fileName: exportName(view, 'unspent'),
        format,
        total: list.total ?? null,
        columns: exported,
        facts: { address: view.address, ccvout: view.ccvout },
        changes: 'never',
        page: (cursor, _height, signal) =>
          client.call('listaddressutxos', { ...view, options: unspentOptions(search, cursor) }, { signal }),
      }),
    )
  return (
    <ListFrame
      filters={
        <>
          <Segmented
            label="Which outputs"
            className="h-7"
            segments={states}
            value={search.kind ?? 'all'}
            onChange={(kind) => onSearch({ kind: kind === 'all' ? undefined : kind })}
          />
          <HeightRangeFields range={search} onChange={(range) => onSearch({ start: range.start, end: range.end })} />
        </>
      }
      actions={
        <ExportMenu
          label={filtered ? t('parts:export.matching.outputs') : t('parts:export.all.outputs')}
          disabled={!rows?.length}
          onExport={save}
        />
      }
      footer={
        <LoadedNote
          {...list}
          what="outputs"
          shown={rows?.length}
          all={summary?.utxos}
          filtered={filtered}
          onRenew={list.renew}
        />
      }
    >
      <DataTable
        label={`Unspent outputs, amounts in ${coin}`}
        className="flex-1"
        columns={columns}
        rows={rows}
        total={list.total}
        rowKey={rowKey}
        rowLabel={(row) => `Output ${row.index} of a transaction in block ${row.height}`}
        openKey={opened && rowKey(opened)}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={sort}
        onSort={(next) => onSearch({ sort: sortText(next) })}
        error={list.error && !rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={<Coins />}
            title="Nothing to spend"
            filtered={filtered && summary?.utxos !== 0}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          >
            This address has received nothing, or has spent everything.
          </NoRows>
        }
      />
    </ListFrame>
  )
}

function outputColumns(coin: string): readonly Column<Output>[] {
  return [
    {
      id: 'height',
      header: 'Block',
      width: '84px',
      align: 'right',
      firstSort: 'descending',
      sortedByGiver: true,
      cell: (row) => (
        <ChainLink to={{ kind: 'block', id: String(row.height) }} inRow>
          {groupDigits(row.height)}
        </ChainLink>
      ),
    },
    {
      id: 'amount',
      header: `Amount, ${coin}`,
      width: 'minmax(148px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortedByGiver: true,
      cell: (row) => <Amount satoshis={row.amount} />,
    },
    {
      id: 'state',
      header: 'State',
      width: '120px',
      cell: (row) =>
        row.spentInMempool ? (
          <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
            Being spent
          </Badge>
        ) : (
          <span className="text-muted">untouched</span>
        ),
    },
    {
      id: 'txid',
      header: 'Transaction',
      width: '148px',
      sortedByGiver: true,
      cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} label="transaction id" inRow />,
    },
    {
      id: 'index',
      header: 'Output',
      width: '56px',
      align: 'right',
      cell: (row) => groupDigits(row.index),
    },
    {
      id: 'script',
      header: 'Script',
      width: '148px',
      hideBelow: 900,
      cell: (row) => <Hash value={row.script} label="script" inRow className="text-muted" />,
    },
  ]
}
