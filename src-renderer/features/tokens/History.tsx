import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Flame, HistoryIcon, ListOrdered, Plus, Shuffle } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'
import { type Kind, kindColumn } from '../../ui/table/kindColumn.tsx'

type Entry = Extract<MethodResult<'tokenhistory'>, { result: 'success' }>['rows'][number]

const SHOWN = 1000

const kinds: Record<Entry['type'], Kind> = {
  create: { word: 'Created', tone: 'accent', icon: Plus },
  transfer: { word: 'Sent', tone: 'neutral', icon: ArrowLeftRight },
  burn: { word: 'Burned', tone: 'warn', icon: Flame },
  order: { word: 'Order', tone: 'neutral', icon: ListOrdered },
  other: { word: 'Other', tone: 'neutral', icon: Shuffle },
}

/** The owner of an address, if known here. */
interface Parties {
  readonly own: string | undefined
  readonly burn: boolean
}

function Party({ address, parties }: { readonly address: string; readonly parties: Parties }) {
  if (address === parties.own) return <span className="font-medium text-accent-text">you</span>
  if (parties.burn) return <span className="text-warn">nobody: burned</span>
  return <ChainLink to={{ kind: 'address', id: address }} label="token address" head={5} tail={5} inRow />
}

/** Sender and receiver in two lines of one row. */
function FromTo({ entry, own }: { readonly entry: Entry; readonly own: string | undefined }) {
  const lines = [
    { word: 'from', address: entry.from, burn: false },
    { word: 'to', address: entry.to, burn: entry.type === 'burn' },
  ]
  return (
    <span className="flex flex-col text-12 leading-4">
      {lines.map(({ word, address, burn }) =>
        address === undefined ? null : (
          <span key={word} className="flex gap-1">
            <span className="w-7 shrink-0 text-faint">{word}</span>
            <Party address={address} parties={{ own, burn }} />
          </span>
        ),
      )}
    </span>
  )
}

const DIGIT_PX = 8
/** "3 months ago" has to fit too. */
const NARROWEST_PX = 96

/** `longest`: characters of the longest number of units. */
const columnsFor = (own: string | undefined, longest: number): readonly Column<Entry>[] => [
  kindColumn((entry) => kinds[entry.type], '84px'),
  {
    id: 'parties',
    header: 'From and to',
    width: 'minmax(116px, 1fr)',
    sortBy: (entry) => entry.to ?? entry.from ?? null,
    cell: (entry) => <FromTo entry={entry} own={own} />,
  },
  {
    id: 'amount',
    header: 'Units, when',
    align: 'right',
    width: `${Math.max(NARROWEST_PX, longest * DIGIT_PX)}px`,
    firstSort: 'descending',
    sortBy: (entry) => entry.amount,
    cell: (entry) => (
      <span className="flex flex-col leading-4">
        {groupDigits(entry.amount)}
        <Age time={entry.time} className="text-12 text-muted" />
      </span>
    ),
  },
]

/** Confirmed movements, newest first. A row opens its transaction, which has the id and everything else. */
export function History({ tokenid }: { readonly tokenid: string }) {
  const history = useRpc('tokenhistory', { tokenid, limit: SHOWN }, { keepPrevious: false })
  const { data: addresses } = useRpc('tokenaddress', {})
  const navigate = useNavigate()
  const own = addresses?.['myCCAddress(Tokens)']
  const data = history.data?.result === 'success' ? history.data : undefined
  const longest = (data?.rows ?? []).reduce((most, { amount }) => Math.max(most, groupDigits(amount).length), 0)
  const columns = useMemo(() => columnsFor(own, longest), [own, longest])
  return (
    <FramedTable
      label="History"
      columns={columns}
      rows={data?.rows}
      rowKey={(entry) => entry.txid}
      rowLabel={(entry) => `${kinds[entry.type].word}, transaction ${entry.txid}`}
      onOpen={(entry) => void navigate({ to: '/', search: { tx: entry.txid } })}
      maxRows={10}
      skeletonRows={4}
      error={history.error && !data ? <RpcErrorState error={history.error} /> : undefined}
      empty={<EmptyState icon={<HistoryIcon />} title="Nothing happened yet" className="py-6" />}
      foot={
        data && data.total > data.rows.length ? (
          <p className="border-t px-4 py-2 text-12 text-muted">
            The newest {groupDigits(data.rows.length)} of {groupDigits(data.total)} transactions.
          </p>
        ) : null
      }
    />
  )
}
