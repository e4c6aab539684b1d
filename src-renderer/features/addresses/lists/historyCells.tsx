import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import type { ListProps } from './listProps.ts'

type Row = MethodResult<'listaddresstransactions'>['rows'][number]

/** @param local true if every row is loaded, so that the table can sort by any column */
export function addressHistoryColumns(coin: string, local: boolean): readonly Column<Row>[] {
  return [
    {
      id: 'height',
      header: t('addresses:list.block'),
      width: '72px',
      align: 'right',
      firstSort: 'descending',
      sortedByCaller: true,
      cell: (row) => <BlockLink height={row.height} inRow />,
    },
    {
      id: 'time',
      header: t('addresses:list.age'),
      width: '100px',
      hideBelow: 760,
      cell: (row) => <Age time={row.time} className="text-muted" />,
    },
    {
      id: 'direction',
      header: t('addresses:list.direction'),
      width: '108px',
      hideBelow: 720,
      cell: (row) => <AmountDirection amount={row.amount} />,
    },
    {
      id: 'amount',
      header: t('addresses:amount', { coin }),
      width: 'minmax(142px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: local ? (row) => row.amount : undefined,
      cell: (row) => <Amount satoshis={row.amount} signed className={row.amount > 0n ? 'text-ok' : undefined} />,
    },
    {
      id: 'balance',
      header: t('addresses:list.balanceAfter'),
      hint: t('addresses:list.balanceAfterHint'),
      width: 'minmax(142px, 1fr)',
      align: 'right',
      cell: (row) => (row.balance === null ? <span className="text-faint">—</span> : <Amount satoshis={row.balance} />),
    },
    {
      id: 'txid',
      header: t('addresses:list.transaction'),
      width: '148px',
      cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} label={t('addresses:txid')} inRow />,
    },
  ]
}

export function AmountDirection({ amount }: { readonly amount: bigint }) {
  if (amount === 0n) return <Badge>{t('addresses:list.noEffect')}</Badge>
  return amount > 0n ? (
    <Badge tone="ok" icon={<ArrowDownLeft aria-hidden className="size-3" />}>
      {t('addresses:list.received')}
    </Badge>
  ) : (
    <Badge icon={<ArrowUpRight aria-hidden className="size-3" />}>{t('addresses:list.spent')}</Badge>
  )
}

const kinds = (): readonly Segment<'all' | 'received' | 'spent'>[] => [
  { id: 'all', label: t('addresses:list.all') },
  { id: 'received', label: t('addresses:list.received') },
  { id: 'spent', label: t('addresses:list.spent') },
]

export function KindFilter({ search, onSearch }: Pick<ListProps, 'search' | 'onSearch'>) {
  return (
    <Segmented
      label={t('addresses:list.filter')}
      className="h-7"
      segments={kinds()}
      value={search.kind ?? 'all'}
      onChange={(kind) => onSearch({ kind: kind === 'all' ? undefined : kind })}
    />
  )
}
