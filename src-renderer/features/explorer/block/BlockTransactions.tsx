import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { KindBadge } from '../../../components/links/KindBadge.tsx'
import { transactionKindLabel } from '../../../components/links/kinds.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { formatBytes, groupDigits } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'

type Row = MethodResult<'listblocktransactions'>['transactions'][number]

const PAGE = 200
const SHOWN_ROWS = 14

/** Each page is requested only once: the block's hash commits to its content, so it cannot change. */
function useBlockTransactions(hash: string) {
  const { client } = useNode()
  const chain = useCurrentChain()?.id
  const query = useInfiniteQuery({
    queryKey: ['pages', 'blocktransactions', hash, chain],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      client.call('listblocktransactions', { hash, from: pageParam, count: PAGE }, { signal }),
    getNextPageParam: ({ transactions, total }) => {
      const last = transactions.at(-1)
      return last && last.place + 1 < total ? last.place + 1 : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ transactions }) => transactions), [query.data])
  return { ...query, rows }
}

const columnsFor = (coin: string): readonly Column<Row>[] => [
  {
    id: 'place',
    header: t('explorer:column.place'),
    width: '44px',
    cell: ({ place }) => <span className="text-muted">{groupDigits(place)}</span>,
  },
  {
    id: 'txid',
    header: t('explorer:column.transaction'),
    width: 'minmax(146px, 1fr)',
    cell: ({ txid }) => <ChainLink to={{ kind: 'transaction', id: txid }} head={8} tail={8} inRow />,
  },
  { id: 'kind', header: t('explorer:column.kind'), width: '100px', cell: ({ kind }) => <KindBadge kind={kind} /> },
  {
    id: 'io',
    header: t('explorer:column.counts'),
    width: '88px',
    align: 'right',
    hideBelow: 880,
    cell: ({ inputs, outputs }) => (
      <span className="text-muted">
        {groupDigits(inputs)} → {groupDigits(outputs)}
      </span>
    ),
  },
  {
    id: 'size',
    header: t('explorer:column.size'),
    width: '72px',
    align: 'right',
    hideBelow: 720,
    cell: ({ size }) => formatBytes(size),
  },
  {
    id: 'amount',
    header: t('explorer:column.amount', { coin }),
    hint: t('explorer:column.amountHint'),
    width: 'minmax(140px, auto)',
    align: 'right',
    cell: ({ amount }) => <Amount satoshis={amount} />,
  },
  {
    id: 'fee',
    header: t('explorer:column.fee', { coin }),
    width: '124px',
    align: 'right',
    cell: ({ fee }) => (fee === null ? <span className="text-faint">—</span> : <Amount satoshis={fee} />),
  },
]

export interface BlockTransactionsProps {
  readonly hash: string
  readonly total: number
  readonly coin: string
}

/** Lists all transactions of a block in block order. They load on scrolling. */
export function BlockTransactions({ hash, total, coin }: BlockTransactionsProps) {
  const navigate = useNavigate()
  const { rows, error, hasNextPage, isFetching, fetchNextPage, refetch } = useBlockTransactions(hash)
  const columns = useMemo(() => columnsFor(coin), [coin])
  return (
    <DataTable
      label={t('explorer:block.transactionsLabel')}
      columns={columns}
      rows={rows}
      total={total}
      rowKey={({ txid }) => txid}
      rowLabel={({ kind, txid }) => t('explorer:block.row', { kind: transactionKindLabel(kind), txid })}
      onOpen={({ txid }) => void navigate({ to: '/tx/$txid', params: { txid } })}
      onNearEnd={() => {
        if (hasNextPage && !isFetching) void fetchNextPage()
      }}
      maxRows={SHOWN_ROWS}
      empty={null}
      error={error ? <RpcErrorState error={error} onRetry={() => void refetch()} /> : undefined}
    />
  )
}
