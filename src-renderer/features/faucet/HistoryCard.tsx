import { useInfiniteQuery } from '@tanstack/react-query'
import { Droplets, HandCoins, HistoryIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { useKnownName } from '../../components/people/names.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'

type Event = MethodResult<'faucethistory'>['events'][number]

const PAGE = 200

const buildColumns = (): readonly Column<Event>[] => [
  {
    id: 'kind',
    header: t('faucet:history.type'),
    width: '116px',
    sortBy: (event) => event.kind,
    cell: (event) =>
      event.kind === 'claim' ? (
        <Badge tone="accent" icon={<HandCoins aria-hidden className="size-3" />}>
          {t('faucet:history.claim')}
        </Badge>
      ) : (
        <Badge tone="ok" icon={<Droplets aria-hidden className="size-3" />}>
          {t('faucet:history.deposit')}
        </Badge>
      ),
  },
  {
    id: 'amount',
    header: t('faucet:amount'),
    align: 'right',
    width: 'minmax(124px, 1fr)',
    firstSort: 'descending',
    sortBy: (event) => event.amount,
    cell: (event) => <Amount satoshis={event.amount} />,
  },
  {
    id: 'who',
    header: t('faucet:history.recipient'),
    width: 'minmax(108px, 1fr)',
    hideBelow: 560,
    cell: (event) => <Who event={event} />,
  },
  {
    id: 'time',
    header: t('faucet:history.when'),
    width: '92px',
    firstSort: 'descending',
    sortBy: (event) => event.time,
    cell: (event) =>
      event.height < 0 ? (
        <span className="text-warn">{t('faucet:history.inMempool')}</span>
      ) : (
        <Age time={event.time} className="text-muted" />
      ),
  },
  {
    id: 'block',
    header: t('faucet:history.block'),
    align: 'right',
    width: '92px',
    hideBelow: 680,
    firstSort: 'descending',
    sortBy: (event) => (event.height < 0 ? Number.MAX_SAFE_INTEGER : event.height),
    cell: (event) =>
      event.height < 0 ? (
        <span className="text-faint">{t('faucet:history.noBlock')}</span>
      ) : (
        <BlockLink height={event.height} inRow />
      ),
  },
  {
    id: 'txid',
    header: t('faucet:transaction'),
    width: '148px',
    hideBelow: 860,
    cell: (event) => (
      <ChainLink to={{ kind: 'transaction', id: event.txid }} label={t('faucet:transactionName')} inRow />
    ),
  },
]

function Who({ event }: { readonly event: Event }) {
  const known = useKnownName(event.address ?? undefined)?.name
  if (event.kind === 'deposit') {
    const from = known === undefined ? t('faucet:history.faucet') : t('faucet:history.faucetFrom', { name: known })
    return <span className="text-muted">{event.mine ? t('faucet:history.faucetFromYou') : from}</span>
  }
  if (event.mine) return <span className="font-medium">{t('faucet:history.you')}</span>
  return event.address === null ? (
    <span className="text-muted">{t('faucet:history.noAddress')}</span>
  ) : (
    <ChainLink to={{ kind: 'address', id: event.address }} label={t('faucet:addressName')} head={6} tail={6} inRow />
  )
}

export interface HistoryCardProps {
  readonly coin: string
  /** True if the faucet's calls are available. */
  readonly enabled: boolean
  readonly openId: string | undefined
  onOpen(txid: string): void
}

/** Lists all deposits into the faucet and claims from it. */
export function HistoryCard({ coin, enabled, openId, onOpen }: HistoryCardProps) {
  const { client } = useNode()
  const history = useInfiniteQuery({
    queryKey: ['rpc', 'faucethistory', 'pages'],
    initialPageParam: 0,
    enabled,
    queryFn: ({ pageParam, signal }) => client.call('faucethistory', { limit: PAGE, offset: pageParam }, { signal }),
    getNextPageParam(last, pages) {
      const loaded = pages.reduce((sum, page) => sum + page.events.length, 0)
      return last.events.length === 0 || loaded >= last.total ? undefined : loaded
    },
  })
  const columns = useMemo(buildColumns, [])
  const rows = useMemo(() => distinct(history.data?.pages.flatMap((page) => page.events)), [history.data])
  const total = history.data?.pages[0]?.total ?? 0
  return (
    <Card
      title={t('faucet:history.title')}
      flush
      source={<CallSource calls={[shownCall('faucethistory', { limit: PAGE })]} />}
    >
      <DataTable
        label={t('faucet:history.list', { coin })}
        columns={columns}
        rows={enabled ? rows : NONE}
        rowKey={rowKey}
        rowLabel={(event) => `${t(`faucet:history.${event.kind}`)} ${event.txid.slice(0, 8)}`}
        openKey={openKey(rows ?? NONE, openId)}
        onOpen={(event) => onOpen(event.txid)}
        maxRows={10}
        skeletonRows={4}
        error={
          history.error && !rows ? (
            <RpcErrorState error={history.error} onRetry={() => void history.refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState
            icon={<HistoryIcon />}
            title={t(enabled ? 'faucet:history.empty' : 'faucet:history.nothing')}
            call={enabled ? 'faucetfund' : undefined}
            className="py-8"
          >
            {t(enabled ? 'faucet:history.emptyHint' : 'faucet:history.nothingHint')}
          </EmptyState>
        }
      />
      {history.hasNextPage && rows ? (
        <p className="flex items-center gap-3 border-t px-4 py-2 text-12 text-muted">
          {t('faucet:history.newest', { shown: rows.length, total })}
          <Button size="sm" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('faucet:history.more', { count: PAGE })}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}

const NONE: readonly Event[] = []

/** A transaction can be both a claim and a deposit. */
const rowKey = (event: Event): string => `${event.kind}:${event.txid}`

const openKey = (rows: readonly Event[], txid: string | undefined): string | undefined => {
  const opened = rows.find((event) => event.txid === txid)
  return opened ? rowKey(opened) : undefined
}

/** Removes duplicates: while pages load, new rows shift others to the next page. */
function distinct(events: readonly Event[] | undefined): readonly Event[] | undefined {
  return events ? [...new Map(events.map((event) => [rowKey(event), event])).values()] : undefined
}
