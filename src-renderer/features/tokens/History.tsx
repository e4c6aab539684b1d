import { ArrowLeftRight, Flame, HistoryIcon, ListOrdered, type LucideIcon, Plus, Shuffle } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'

type Entry = Extract<MethodResult<'tokenhistory'>, { result: 'success' }>['rows'][number]

const SHOWN = 1000

const kinds: Record<Entry['type'], { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon }> = {
  create: { word: 'Created', tone: 'accent', icon: Plus },
  transfer: { word: 'Sent', tone: 'neutral', icon: ArrowLeftRight },
  burn: { word: 'Burned', tone: 'warn', icon: Flame },
  order: { word: 'Order', tone: 'neutral', icon: ListOrdered },
  other: { word: 'Other', tone: 'neutral', icon: Shuffle },
}

const columns: readonly Column<Entry>[] = [
  {
    id: 'type',
    header: 'What',
    width: '88px',
    sortBy: (entry) => entry.type,
    cell: (entry) => {
      const { word, tone, icon: Icon } = kinds[entry.type]
      return (
        <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
          {word}
        </Badge>
      )
    },
  },
  {
    id: 'amount',
    header: 'Units',
    align: 'right',
    width: 'minmax(80px, 1fr)',
    firstSort: 'descending',
    sortBy: (entry) => entry.amount,
    cell: (entry) => groupDigits(entry.amount),
  },
  {
    id: 'time',
    header: 'When',
    width: '88px',
    firstSort: 'descending',
    sortBy: (entry) => entry.time,
    cell: (entry) => <Age time={entry.time} className="text-muted" />,
  },
  {
    id: 'txid',
    header: 'Transaction',
    width: '112px',
    cell: (entry) => <Hash value={entry.txid} label="transaction id" head={6} tail={6} inRow />,
  },
]

export function History({ tokenid }: { readonly tokenid: string }) {
  const history = useRpc('tokenhistory', { tokenid, limit: SHOWN }, { keepPrevious: false })
  const data = history.data?.result === 'success' ? history.data : undefined
  return (
    <div className="rounded-md border">
      <DataTable
        label="History"
        columns={columns}
        rows={data?.rows}
        rowKey={(entry) => entry.txid}
        maxRows={10}
        skeletonRows={4}
        error={history.error && !data ? <RpcErrorState error={history.error} /> : undefined}
        empty={<EmptyState icon={<HistoryIcon />} title="Nothing happened yet" className="py-6" />}
      />
      {data && data.total > data.rows.length ? (
        <p className="border-t px-4 py-2 text-12 text-muted">
          The newest {groupDigits(data.rows.length)} of {groupDigits(data.total)} transactions.
        </p>
      ) : null}
    </div>
  )
}
