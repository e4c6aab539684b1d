import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Flame, HistoryIcon, ListOrdered, Plus, Shuffle } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { useKnownName } from '../../components/people/names.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'
import { type Kind, kindColumn } from '../../ui/table/kindColumn.tsx'

type Entry = Extract<MethodResult<'tokenhistory'>, { result: 'success' }>['rows'][number]

const SHOWN = 1000

const looks: Record<Entry['type'], Omit<Kind, 'word'>> = {
  create: { tone: 'accent', icon: Plus },
  transfer: { tone: 'neutral', icon: ArrowLeftRight },
  burn: { tone: 'warn', icon: Flame },
  order: { tone: 'neutral', icon: ListOrdered },
  other: { tone: 'neutral', icon: Shuffle },
}

const kindFor = ({ type }: Entry): Kind => ({ word: t(`tokens:history.${type}`), ...looks[type] })

/** Owner of an address. The public key decides: a key has one address for NFTs and another one for tokens. */
interface PartyProps {
  readonly address: string
  readonly pubkey: string | undefined
  readonly owner: 'self' | 'nobody' | 'other'
}

function Party({ address, pubkey, owner }: PartyProps) {
  const known = useKnownName(pubkey)
  if (owner === 'self' || (owner === 'other' && known?.kind === 'own'))
    return <span className="font-medium text-accent-text">{t('tokens:history.you')}</span>
  if (owner === 'nobody') return <span className="text-warn">{t('tokens:history.nobody')}</span>
  return (
    <ChainLink to={{ kind: 'address', id: address }} label={t('tokens:holder.address')} head={5} tail={5} inRow>
      {known?.name}
    </ChainLink>
  )
}

/** Shows sender and receiver in two lines of one row. */
function FromTo({ entry, ownKey }: { readonly entry: Entry; readonly ownKey: string | undefined }) {
  const ownerFor = (pubkey: string | undefined) => (pubkey !== undefined && pubkey === ownKey ? 'self' : 'other')
  const lines = [
    {
      word: t('tokens:history.from'),
      address: entry.from,
      pubkey: entry.frompubkey,
      owner: ownerFor(entry.frompubkey),
    },
    {
      word: t('tokens:history.to'),
      address: entry.to,
      pubkey: entry.topubkey,
      owner: entry.type === 'burn' ? ('nobody' as const) : ownerFor(entry.topubkey),
    },
  ] as const
  return (
    <span className="flex flex-col text-12 leading-4">
      {lines.map(({ word, address, ...party }) =>
        address === undefined ? null : (
          <span key={word} className="flex gap-1">
            <span className="w-7 shrink-0 text-faint">{word}</span>
            <Party address={address} {...party} />
          </span>
        ),
      )}
    </span>
  )
}

const DIGIT_PX = 8
/** Wide enough for "3 months ago". */
const MIN_WIDTH_PX = 96

/** @param longest characters of the longest number of units */
const columnsFor = (ownKey: string | undefined, longest: number): readonly Column<Entry>[] => [
  kindColumn(kindFor, '104px'),
  {
    id: 'parties',
    header: t('tokens:history.parties'),
    width: 'minmax(116px, 1fr)',
    sortBy: (entry) => entry.to ?? entry.from ?? null,
    cell: (entry) => <FromTo entry={entry} ownKey={ownKey} />,
  },
  {
    id: 'amount',
    header: t('tokens:history.amount'),
    align: 'right',
    width: `${Math.max(MIN_WIDTH_PX, longest * DIGIT_PX)}px`,
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

/** Lists confirmed transfers, newest first. A row opens its transaction, which shows the id and the other details. */
export function History({ tokenid }: { readonly tokenid: string }) {
  const history = useRpc('tokenhistory', { tokenid, limit: SHOWN }, { keepPrevious: false })
  const { data: info } = useRpc('getinfo', {})
  const navigate = useNavigate()
  const ownKey = info?.pubkey
  const data = history.data?.result === 'success' ? history.data : undefined
  const longest = (data?.rows ?? []).reduce((most, { amount }) => Math.max(most, groupDigits(amount).length), 0)
  const columns = useMemo(() => columnsFor(ownKey, longest), [ownKey, longest])
  return (
    <FramedTable
      label={t('tokens:panel.history')}
      columns={columns}
      rows={data?.rows}
      rowKey={(entry) => entry.txid}
      rowLabel={(entry) => t('tokens:history.row', { kind: kindFor(entry).word, txid: entry.txid })}
      onOpen={(entry) => void navigate({ to: '/', search: { tx: entry.txid } })}
      maxRows={10}
      skeletonRows={4}
      error={history.error && !data ? <RpcErrorState error={history.error} /> : undefined}
      empty={<EmptyState icon={<HistoryIcon />} title={t('tokens:history.none')} className="py-6" />}
      foot={
        data && data.total > data.rows.length ? (
          <p className="border-t px-4 py-2 text-12 text-muted">
            {t('tokens:history.newest', { shown: groupDigits(data.rows.length), total: groupDigits(data.total) })}
          </p>
        ) : null
      }
    />
  )
}
