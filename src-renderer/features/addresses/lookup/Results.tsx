import { CircleX, X } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { rowsOrder } from '../../../components/export/rowsOrder.ts'
import type { ExportColumn, ExportFormat } from '../../../components/export/table.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { OwnerNote } from '../../../components/people/OwnerNote.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { isUsed } from '../addressScope.ts'
import { type AddressLookupResult, useSummaries } from './useSummaries.ts'

export interface ResultsProps {
  readonly addresses: readonly string[]
  readonly coin: string
  onOpen(address: string): void
  onClose(): void
}

const both = (
  row: AddressLookupResult,
  read: (summary: NonNullable<AddressLookupResult['key']>) => bigint,
): bigint | null => (row.key && row.conditions ? read(row.key) + read(row.conditions) : null)

const exported: readonly ExportColumn<AddressLookupResult>[] = [
  { name: 'address', value: (row) => row.address },
  { name: 'valid', value: (row) => row.key !== undefined },
  { name: 'label', value: (row) => row.key?.label ?? null },
  { name: 'balance', value: (row) => row.key?.balance ?? null },
  { name: 'ccbalance', value: (row) => row.conditions?.balance ?? null },
  { name: 'pending', value: (row) => both(row, (summary) => summary.pending) },
  { name: 'received', value: (row) => both(row, (summary) => summary.received) },
]

/** Compares several addresses in a table. */
export function Results({ addresses, coin, onOpen, onClose }: ResultsProps) {
  const found = useSummaries(addresses)
  const start = useExports((state) => state.start)
  const columns = useMemo(() => resultColumns(coin), [coin])
  const total = found.data?.reduce((sum, row) => sum + (both(row, (summary) => summary.balance) ?? 0n), 0n)
  const save = (format: ExportFormat) =>
    void start(rowsOrder({ fileName: 'addresses', format, columns: exported, rows: found.data ?? [] }))
  return (
    <Card
      title={
        <>
          {t('addresses:result.addresses', { count: addresses.length })}
          {total === undefined ? null : (
            <span className="ml-2 font-normal text-muted">
              <Trans
                i18nKey="addresses:result.total"
                components={{ amount: <Amount satoshis={total} unit={coin} className="text-text" /> }}
              />
            </span>
          )}
        </>
      }
      flush
      className="min-h-44 flex-initial"
      bodyClassName="flex flex-col"
      actions={
        <>
          <ExportMenu label={t('parts:export.all.found')} disabled={!found.data} onExport={save} />
          <Button size="sm" variant="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={onClose}>
            {t('ui:close')}
          </Button>
        </>
      }
      source={<CallSource calls={[shownCall('getaddresssummary', { address: addresses[0] ?? '' })]} />}
    >
      <DataTable
        label={t('addresses:result.label', { coin })}
        className="flex-1"
        columns={columns}
        rows={found.data}
        rowKey={(row) => row.address}
        rowLabel={(row) => row.address}
        onOpen={(row) => onOpen(row.address)}
        skeletonRows={Math.min(8, addresses.length)}
        error={
          found.error && !found.data ? (
            <RpcErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : undefined
        }
        empty={<EmptyState title={t('addresses:result.none')} />}
      />
    </Card>
  )
}

function resultColumns(coin: string): readonly Column<AddressLookupResult>[] {
  return [
    {
      id: 'address',
      header: t('addresses:address'),
      width: 'minmax(200px, 2fr)',
      sortBy: (row) => row.address,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="shrink-0">
            <ChainLink to={{ kind: 'address', id: row.address }} label={t('addresses:addressLabel')} inRow unnamed />
          </span>
          <OwnerNote address={row.address} />
        </span>
      ),
    },
    {
      id: 'state',
      header: t('addresses:result.state'),
      width: '128px',
      sortBy: (row) => (row.key === undefined ? 2 : isUsed(row.key) || isUsed(row.conditions) ? 0 : 1),
      cell: (row) =>
        row.key === undefined ? (
          <Badge tone="bad" icon={<CircleX aria-hidden className="size-3" />}>
            {t('addresses:result.invalid')}
          </Badge>
        ) : isUsed(row.key) || isUsed(row.conditions) ? (
          <span className="text-muted">
            {t('addresses:result.changes', { count: row.key.deltas + (row.conditions?.deltas ?? 0) })}
          </span>
        ) : (
          <span className="text-faint">{t('addresses:result.unused')}</span>
        ),
    },
    amountColumn('balance', t('addresses:confirmed', { coin }), (row) => row.key?.balance ?? null),
    amountColumn('ccbalance', t('addresses:inContracts'), (row) => row.conditions?.balance ?? null),
    {
      ...amountColumn('pending', t('addresses:pending'), (row) => both(row, (summary) => summary.pending), true),
      hideBelow: 800,
    },
  ]
}

function amountColumn(
  id: string,
  header: string,
  value: (row: AddressLookupResult) => bigint | null,
  signed = false,
): Column<AddressLookupResult> {
  return {
    id,
    header,
    align: 'right',
    width: 'minmax(132px, 1fr)',
    firstSort: 'descending',
    sortBy: value,
    cell: (row) => {
      const satoshis = value(row)
      return satoshis === null || satoshis === 0n ? (
        <span className="text-faint">{satoshis === null ? '—' : <Amount satoshis={satoshis} />}</span>
      ) : (
        <Amount satoshis={satoshis} signed={signed} />
      )
    },
  }
}
