import { ArrowLeftRight } from 'lucide-react'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { usePages } from '../../../components/lists/usePages.ts'
import { toSatoshis } from '../../../components/market/prices.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { groupDigits } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ListFoot } from './ListFoot.tsx'

type Trade = Exclude<MethodResult<'tokentrades'>, { readonly result: 'error' }>['rows'][number]

const LIMIT = 200
export const tradesInput = (tokenid: string) => ({ tokenid, options: { limit: LIMIT } })

export interface TradesProps {
  readonly tokenid: string
  readonly coin: string
  /** changes with the newest trade */
  readonly revision: string | undefined
  readonly maxRows: number
  onOpen(order: string): void
}

/** Lists the trades of a token, newest first. A row opens the order that was filled. */
export function Trades({ tokenid, coin, revision, maxRows, onOpen }: TradesProps) {
  const { client } = useNode()
  // The revision includes the public key of this node, because each row says if that key bought or sold.
  const { data: info } = useRpc('getinfo', {})
  const list = usePages<Trade>({
    listKey: ['tokentrades', tokenid],
    revision: revision && info && `${revision} ${info.pubkey}`,
    async ask(cursor, signal) {
      const { options } = tradesInput(tokenid)
      const answer = await client.call(
        'tokentrades',
        { tokenid, options: { ...options, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      )
      // An unknown token has no market, which the page already shows.
      return 'rows' in answer ? { ...answer, total: null } : { rows: [], next: null, total: null, height: 0, hash: '' }
    },
  })
  const columns = useMemo(() => tradeColumns(coin), [coin])
  return (
    <>
      <DataTable
        label={t('market:tab.trades')}
        className="min-h-0 flex-1"
        columns={columns}
        rows={list.rows}
        rowKey={({ txid }) => txid}
        rowLabel={(row) =>
          t('market:trades.row', {
            ...{ side: t(`market:trades.${row.side}`), amount: groupDigits(row.units), price: row.price },
          })
        }
        onOpen={({ order }) => onOpen(order)}
        onNearEnd={list.more}
        maxRows={maxRows}
        skeletonRows={4}
        error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} compact /> : undefined}
        empty={
          <EmptyState icon={<ArrowLeftRight />} title={t('market:trades.none')} className="py-6">
            {t('market:trades.noneHint')}
          </EmptyState>
        }
      />
      <ListFoot
        shown={list.rows?.length}
        total={undefined}
        complete={list.complete}
        behind={list.behind}
        onRenew={list.renew}
      />
    </>
  )
}

const tradeColumns = (coin: string): readonly Column<Trade>[] => [
  {
    id: 'time',
    header: t('market:trades.time'),
    width: '110px',
    cell: ({ time }) => <Age time={time} className="text-muted" />,
  },
  {
    id: 'side',
    header: t('market:trades.taker'),
    hint: t('market:trades.takerHint'),
    width: '152px',
    cell: ({ side, mine }) => (
      <span className="flex items-center gap-2">
        <span className={side === 'ask' ? 'text-ok' : 'text-bad'}>{t(`market:trades.${side}`)}</span>
        {mine === null ? null : <Badge tone="accent">{t(`market:trades.mine.${mine}`)}</Badge>}
      </span>
    ),
  },
  {
    id: 'price',
    header: t('market:book.price', { coin }),
    align: 'right',
    width: 'minmax(114px, 1fr)',
    cell: ({ price, side }) => (
      <Amount satoshis={toSatoshis(price)} className={side === 'ask' ? 'text-ok' : 'text-bad'} />
    ),
  },
  {
    id: 'units',
    header: t('market:book.units'),
    align: 'right',
    width: 'minmax(66px, 1fr)',
    cell: ({ units }) => groupDigits(units),
  },
  {
    id: 'coins',
    header: t('market:orders.total', { coin }),
    align: 'right',
    width: 'minmax(124px, 1.2fr)',
    hideBelow: 662,
    cell: ({ coins }) => <Amount satoshis={coins} />,
  },
  {
    id: 'txid',
    header: t('market:trades.transaction'),
    width: '136px',
    hideBelow: 818,
    cell: ({ txid }) => <ChainLink to={{ kind: 'transaction', id: txid }} label={t('market:trades.txid')} inRow />,
  },
]
