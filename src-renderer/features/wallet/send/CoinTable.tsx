import { CircleCheck, Clock3, Coins, Hourglass, Lock, ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { PAGE_ROWS, usePages } from '../../../components/lists/usePages.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { coinReason } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column, Sort } from '../../../ui/table/columns.ts'
import { FramedTable } from '../../../ui/table/FramedTable.tsx'
import { useRevision } from '../useRevision.ts'
import { type ChosenCoin, chosenSum, coinKey } from './draft.ts'

type Coin = MethodResult<'listwalletcoins'>['rows'][number]

const looks = {
  spendable: { tone: 'ok', icon: CircleCheck },
  pending: { tone: 'warn', icon: Clock3 },
  immature: { tone: 'warn', icon: Hourglass },
  locked: { tone: 'neutral', icon: Lock },
  protected: { tone: 'accent', icon: ShieldCheck },
} as const

const formatState = ({ state }: Coin): string => t(`wallet:coins.word.${state}`)

const isSpendable = (coin: Coin): boolean => coin.state === 'spendable'

export interface CoinTableProps {
  readonly coin: string
  readonly chosen: readonly ChosenCoin[]
  readonly problem: string | undefined
  onChange(chosen: readonly ChosenCoin[]): void
}

/**
 * Table to select coins of the wallet one by one. Unspendable coins are listed with the reason and cannot be selected.
 */
export function CoinTable({ coin, chosen, problem, onChange }: CoinTableProps) {
  const { client } = useNode()
  const [sort, setSort] = useState<Sort>({ id: 'amount', descending: true })
  const options = { limit: PAGE_ROWS, sort: sort.id, descending: sort.descending }
  const list = usePages<Coin>({
    listKey: ['listwalletcoins', options],
    revision: useRevision(),
    ask: (cursor, signal) =>
      client.call('listwalletcoins', { options: { ...options, ...(cursor === null ? {} : { cursor }) } }, { signal }),
  })
  const columns = useMemo(() => coinColumns(coin), [coin])
  const keys = useMemo(() => new Set(chosen.map(coinKey)), [chosen])
  const choose = (next: ReadonlySet<string>) => {
    const known = new Map<string, ChosenCoin>(chosen.map((one) => [coinKey(one), one]))
    for (const { txid, vout, amount } of list.rows ?? []) {
      known.set(coinKey({ txid, vout }), { txid, vout, amount: String(amount) })
    }
    onChange([...next].flatMap((key) => known.get(key) ?? []))
  }
  return (
    <FramedTable
      label={t('wallet:coins.list', { coin })}
      columns={columns}
      rows={list.rows}
      total={list.total}
      rowKey={coinKey}
      rowLabel={(row) =>
        `${plainAmount(row.amount)} ${coin}, ${formatState(row)}${row.reason === null ? '' : `: ${coinReason(row.reason)}`}`
      }
      selection={{ keys, onChange: choose }}
      selectable={isSpendable}
      sort={sort}
      onSort={(next) => setSort(next ?? { id: 'amount', descending: true })}
      onNearEnd={list.more}
      maxRows={6}
      skeletonRows={4}
      error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
      empty={
        <EmptyState icon={<Coins />} title={t('wallet:coins.empty')} className="py-6">
          {t('wallet:coins.emptyHint')}
        </EmptyState>
      }
      foot={
        <div className="group/source flex min-h-8 items-center justify-between gap-3 border-t py-0.5 pr-1.5 pl-4 text-12">
          <p role="status" className={problem ? 'text-bad' : 'text-muted'}>
            {problem ??
              (chosen.length === 0
                ? t('wallet:coins.none')
                : t('wallet:coins.selected', { count: chosen.length, amount: plainAmount(chosenSum(chosen)), coin }))}
          </p>
          <CallSource calls={[shownCall('listwalletcoins', { options })]} />
        </div>
      }
    />
  )
}

/**
 * Width in px below which only two columns fit next to the cost: the amount, and the coin's address or why it cannot be
 * spent.
 */
const NARROW = 560

function coinColumns(coin: string): readonly Column<Coin>[] {
  return [
    {
      id: 'amount',
      header: t('wallet:amountIn', { coin }),
      width: 'minmax(132px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortedByCaller: true,
      cell: (row) => <Amount satoshis={row.amount} className={isSpendable(row) ? undefined : 'text-muted'} />,
    },
    {
      id: 'state',
      header: t('wallet:state'),
      width: '104px',
      hideBelow: NARROW,
      cell(row) {
        const { tone, icon: Icon } = looks[row.state]
        return (
          <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
            {formatState(row)}
          </Badge>
        )
      },
    },
    {
      id: 'age',
      header: t('wallet:coins.confirmations'),
      hint: t('wallet:coins.confirmationsHint'),
      width: '64px',
      hideBelow: NARROW,
      align: 'right',
      firstSort: 'descending',
      sortedByCaller: true,
      cell: (row) => groupDigits(row.confirmations),
    },
    {
      id: 'reason',
      header: t('wallet:coins.where'),
      width: 'minmax(124px, 2fr)',
      cell: (row) =>
        row.reason !== null ? (
          <span title={coinReason(row.reason)} className="text-muted">
            {coinReason(row.reason)}
          </span>
        ) : row.label ? (
          <SafeText text={row.label} max={60} />
        ) : row.address === null ? null : (
          <ChainLink to={{ kind: 'address', id: row.address }} label={t('wallet:addressName')} inRow unnamed />
        ),
    },
  ]
}
