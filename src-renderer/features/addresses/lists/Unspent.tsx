import { Clock3, Coins } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { listOrder } from '../../../components/export/listOrder.ts'
import type { ExportColumn, ExportFormat } from '../../../components/export/table.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { ListFrame, LoadedNote } from '../../../components/lists/ListFrame.tsx'
import { NoRows } from '../../../components/lists/NoRows.tsx'
import { sortText, useSteadySort } from '../../../components/lists/sort.ts'
import { usePages } from '../../../components/lists/usePages.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
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

const states = (): readonly Segment<'all' | 'received' | 'spent'>[] => [
  { id: 'all', label: t('addresses:list.all') },
  { id: 'received', label: t('addresses:unspent.untouched') },
  { id: 'spent', label: t('addresses:unspent.spending') },
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
            label={t('addresses:unspent.which')}
            className="h-7"
            segments={states()}
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
        label={t('addresses:list.unspentLabel', { coin })}
        className="flex-1"
        columns={columns}
        rows={rows}
        total={list.total}
        rowKey={rowKey}
        rowLabel={(row) => t('addresses:list.outputIn', { index: row.index, height: row.height })}
        openKey={opened && rowKey(opened)}
        onOpen={(row) => onOpen(row.txid)}
        onNearEnd={list.more}
        sort={sort}
        onSort={(next) => onSearch({ sort: sortText(next) })}
        error={list.error && !rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
        empty={
          <NoRows
            icon={<Coins />}
            title={t('addresses:unspent.none')}
            filtered={filtered && summary?.utxos !== 0}
            onClear={() => onSearch({ kind: undefined, start: undefined, end: undefined })}
          >
            {t('addresses:unspent.noneHint')}
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
      header: t('addresses:list.block'),
      width: '84px',
      align: 'right',
      firstSort: 'descending',
      sortedByCaller: true,
      cell: (row) => <BlockLink height={row.height} inRow />,
    },
    {
      id: 'amount',
      header: t('addresses:amount', { coin }),
      width: 'minmax(148px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortedByCaller: true,
      cell: (row) => <Amount satoshis={row.amount} />,
    },
    {
      id: 'state',
      header: t('addresses:unspent.state'),
      width: '144px',
      cell: (row) =>
        row.spentInMempool ? (
          <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
            {t('addresses:unspent.spending')}
          </Badge>
        ) : (
          <span className="text-muted">{t('addresses:unspent.untouched')}</span>
        ),
    },
    {
      id: 'txid',
      header: t('addresses:list.transaction'),
      width: '148px',
      sortedByCaller: true,
      cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} label={t('addresses:txid')} inRow />,
    },
    {
      id: 'index',
      header: t('addresses:unspent.output'),
      width: '56px',
      align: 'right',
      cell: (row) => groupDigits(row.index),
    },
    {
      id: 'script',
      header: t('addresses:unspent.script'),
      width: '148px',
      hideBelow: 900,
      cell: (row) => (
        <Hash value={row.script} label={t('addresses:unspent.scriptLabel')} inRow className="text-muted" />
      ),
    },
  ]
}
