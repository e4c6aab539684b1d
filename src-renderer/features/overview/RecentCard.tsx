import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleSlash,
  Clock3,
  Hourglass,
  Pickaxe,
  Receipt,
} from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { TxState, type TxStateProps } from '../../parts/TxState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Kind, kindColumn } from '../../ui/table/kindColumn.tsx'

type Entry = MethodResult<'listtransactions'>[number]

const SHOWN = 100

const kinds: Record<Entry['category'], Kind> = {
  send: { word: 'Sent', tone: 'neutral', icon: ArrowUpRight },
  receive: { word: 'Received', tone: 'ok', icon: ArrowDownLeft },
  generate: { word: 'Mined', tone: 'accent', icon: Pickaxe },
  immature: { word: 'Maturing', tone: 'warn', icon: Clock3 },
  orphan: { word: 'Orphaned', tone: 'bad', icon: CircleSlash },
  move: { word: 'Moved', tone: 'neutral', icon: ArrowUpRight },
}

/** Icon, word and colour, as in the history of the wallet. */
function stateOf(entry: Entry): TxStateProps {
  const { category, confirmations } = entry
  if (category === 'immature') {
    return { icon: Hourglass, tone: 'text-warn', words: `${groupDigits(entry.blockstomaturity ?? 0)} blocks to go` }
  }
  if (confirmations < 0) return { icon: CircleSlash, tone: 'text-bad', words: 'conflicted' }
  if (confirmations === 0) return { icon: Clock3, tone: 'text-warn', words: 'in mempool' }
  return { icon: CircleCheck, tone: 'text-muted', words: `${groupDigits(confirmations)} conf.` }
}

const columns: readonly Column<Entry>[] = [
  kindColumn((entry) => kinds[entry.category], '100px'),
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: 'minmax(136px, 1fr)',
    firstSort: 'descending',
    sortBy: (entry) => entry.amount,
    cell: (entry) => <Amount satoshis={entry.amount} signed className={entry.amount > 0n ? 'text-ok' : undefined} />,
  },
  {
    id: 'time',
    header: 'When',
    width: '96px',
    firstSort: 'descending',
    sortBy: (entry) => entry.time,
    cell: (entry) => <Age time={entry.time} className="text-muted" />,
  },
  {
    id: 'state',
    header: 'State',
    width: '128px',
    sortBy: (entry) => entry.confirmations,
    cell: (entry) => <TxState {...stateOf(entry)} />,
  },
  {
    id: 'txid',
    header: 'Transaction',
    width: '148px',
    hideBelow: 740,
    cell: (entry) => <ChainLink to={{ kind: 'transaction', id: entry.txid }} label="transaction id" inRow />,
  },
]

export interface RecentCardProps {
  readonly coin: string
  readonly openId: string | undefined
  readonly className?: string
  onOpen(txid: string): void
}

export function RecentCard({ coin, openId, className, onOpen }: RecentCardProps) {
  const input = { count: SHOWN }
  const recent = useRpc('listtransactions', input)
  const newestFirst = useMemo(() => recent.data?.toReversed(), [recent.data])
  const opened = newestFirst?.find((entry) => entry.txid === openId)
  return (
    <Card
      title="Recent transactions of the wallet"
      flush
      className={className}
      source={<CallSource calls={[shownCall('listtransactions', input)]} />}
    >
      <DataTable
        label={`Recent transactions, amounts in ${coin}`}
        columns={columns}
        rows={newestFirst}
        rowKey={rowKey}
        openKey={opened ? rowKey(opened) : undefined}
        onOpen={(entry) => onOpen(entry.txid)}
        maxRows={9}
        skeletonRows={9}
        error={recent.error ? <RpcErrorState error={recent.error} onRetry={() => void recent.refetch()} /> : undefined}
        empty={
          <EmptyState icon={<Receipt />} title="No transactions yet" call="listtransactions">
            Transactions of this wallet appear here.
          </EmptyState>
        }
      />
    </Card>
  )
}

/** One transaction may have several entries: one for each of its outputs and direction. */
function rowKey(entry: Entry): string {
  return `${entry.txid}:${entry.category}:${entry.vout}`
}
