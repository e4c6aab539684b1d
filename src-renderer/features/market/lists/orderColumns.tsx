import { toSatoshis } from '../../../components/market/prices.ts'
import { TokenMark } from '../../../components/TokenMark.tsx'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import type { OrderRow } from '../trade/request.ts'
import { orderState } from './orderCondition.ts'
import { SideBadge } from './SideBadge.tsx'

export interface OrderColumnsOptions {
  readonly coin: string
  /** True for a list over several tokens, in which each row names its token. */
  readonly named: boolean
  /** cancels an own open order; present in a list of own orders */
  onCancel?: ((order: OrderRow) => void) | undefined
}

export function orderColumns({ coin, named, onCancel }: OrderColumnsOptions): readonly Column<OrderRow>[] {
  // Minimum width of all columns in pixels. With less width the buttons would be cut off.
  const room = (own: number) => own + (named ? 144 : 0) - (onCancel ? 0 : 104)
  return [
    { id: 'side', header: t('market:orders.side'), width: '80px', cell: ({ side }) => <SideBadge side={side} /> },
    ...(named
      ? [
          {
            id: 'token',
            header: t('market:list.token'),
            width: 'minmax(124px, 2fr)',
            cell: ({ tokenid, name, nft }: OrderRow) => (
              <span className="flex min-w-0 items-center gap-2 font-medium">
                <TokenMark tokenid={tokenid} name={name} nft={nft} />
                <SafeText text={name} max={40} className="min-w-0 truncate" />
              </span>
            ),
          },
        ]
      : []),
    {
      id: 'price',
      header: t('market:book.price', { coin }),
      align: 'right',
      width: 'minmax(114px, 1fr)',
      sortedByCaller: true,
      cell: ({ price }) => <Amount satoshis={toSatoshis(price)} />,
    },
    {
      id: 'units',
      header: t('market:orders.units'),
      hint: t('market:orders.unitsHint'),
      align: 'right',
      width: 'minmax(70px, 1fr)',
      cell: ({ state, units, unitsleft }) => (
        <span title={t('market:orders.leftOf', { left: groupDigits(unitsleft), all: groupDigits(units) })}>
          {state === 'open' ? groupDigits(unitsleft) : <span className="text-muted">{groupDigits(units)}</span>}
          {state === 'open' && unitsleft < units ? <span className="text-faint"> / {groupDigits(units)}</span> : null}
        </span>
      ),
    },
    {
      id: 'coins',
      header: t('market:orders.total', { coin }),
      align: 'right',
      width: 'minmax(120px, 1fr)',
      hideBelow: room(860),
      cell: ({ state, coins, coinsleft }) => <Amount satoshis={state === 'open' ? coinsleft : coins} />,
    },
    {
      id: 'state',
      header: t('market:orders.state'),
      width: 'minmax(124px, 1fr)',
      cell(row) {
        const { word, tone, icon: Icon } = orderState(row)
        return (
          <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
            {word}
          </Badge>
        )
      },
    },
    {
      id: 'newest',
      header: t('market:orders.placed'),
      width: '116px',
      hideBelow: room(720),
      sortedByCaller: true,
      firstSort: 'descending',
      cell: ({ time }) => <Age time={time} className="text-muted" />,
    },
    ...(onCancel ? [cancelColumn(onCancel)] : []),
  ]
}

/** The button is not in the tab order, because Enter on the row opens the order, which has the same button. */
const cancelColumn = (onCancel: (order: OrderRow) => void): Column<OrderRow> => ({
  id: 'cancel',
  header: t('market:orders.cancel'),
  headerCell: <span className="sr-only">{t('market:orders.cancel')}</span>,
  width: '84px',
  align: 'right',
  cell: (row) =>
    row.state === 'open' && row.mine && row.pending === null && (row.movable || row.side === 'bid') ? (
      <Button
        size="sm"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation()
          onCancel(row)
        }}
      >
        {t('market:orders.cancel')}
      </Button>
    ) : null,
})
