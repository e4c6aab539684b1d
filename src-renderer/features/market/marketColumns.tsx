import { Change } from '../../components/market/Change.tsx'
import { computePriceChange, type ListedMarket, toSatoshis } from '../../components/market/prices.ts'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t } from '../../i18n/texts.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import type { Column } from '../../ui/table/columns.ts'

const priceOrNull = (price: string | null): bigint | null => (price === null ? null : toSatoshis(price))

/** Shows a price in a table, whose header has the coin. */
export function Price({ price, className }: { readonly price: string | null; readonly className?: string }) {
  return price === null ? (
    <span className="text-faint">—</span>
  ) : (
    <Amount satoshis={toSatoshis(price)} className={className} />
  )
}

const priceColumn = (
  { id, header, hint, hideBelow }: Pick<Column<ListedMarket>, 'id' | 'header' | 'hint' | 'hideBelow'>,
  priceOf: (row: ListedMarket) => string | null,
  className?: string,
): Column<ListedMarket> => ({
  ...{ id, header, hint, hideBelow, align: 'right', width: 'minmax(112px, 1fr)', firstSort: 'descending' },
  sortBy: (row) => priceOrNull(priceOf(row)),
  cell: (row) => <Price price={priceOf(row)} {...(className && { className })} />,
})

export function marketColumns(coin: string): readonly Column<ListedMarket>[] {
  return [
    {
      id: 'name',
      header: t('market:list.token'),
      width: 'minmax(160px, 2.4fr)',
      sortBy: (row) => row.name,
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          <TokenMark tokenid={row.tokenid} name={row.name} nft={row.nft} />
          <span className="min-w-0 truncate font-medium">
            <SafeText text={row.name} max={40} />
          </span>
          {row.nft ? <Badge>{t('market:nft.badge')}</Badge> : null}
          {row.link === undefined ? null : (
            <span className="hidden min-w-0 shrink-9999 truncate font-mono text-12 text-muted min-[1180px]:inline">
              <SafeText text={row.link.replace(/^https:\/\//, '')} max={200} />
            </span>
          )}
        </span>
      ),
    },
    priceColumn(
      { id: 'last', header: t('market:list.last'), hint: t('market:list.lastHint', { coin }) },
      (row) => row.last?.price ?? null,
      'font-medium',
    ),
    {
      id: 'change',
      header: t('market:list.change'),
      hint: t('market:list.changeHint'),
      align: 'right',
      width: '104px',
      firstSort: 'descending',
      sortBy: (row) => computePriceChange(row) ?? null,
      cell: (row) => <Change hundredths={computePriceChange(row)} />,
    },
    {
      id: 'volume',
      header: t('market:list.volume'),
      hint: t('market:list.volumeHint', { coin }),
      align: 'right',
      width: 'minmax(120px, 1fr)',
      firstSort: 'descending',
      sortBy: (row) => row.volume.coins,
      cell: ({ volume }) =>
        volume.trades === 0 ? <span className="text-faint">—</span> : <Amount satoshis={volume.coins} />,
    },
    priceColumn(
      { id: 'bid', header: t('market:list.bid'), hint: t('market:list.bidHint'), hideBelow: 860 },
      (row) => row.bestbid,
      'text-ok',
    ),
    priceColumn(
      { id: 'ask', header: t('market:list.ask'), hint: t('market:list.askHint'), hideBelow: 860 },
      (row) => row.bestask,
      'text-bad',
    ),
    {
      id: 'orders',
      header: t('market:list.orders'),
      hint: t('market:list.ordersHint'),
      align: 'right',
      width: '84px',
      hideBelow: 965,
      firstSort: 'descending',
      sortBy: (row) => row.asks + row.bids,
      cell: (row) => <span className="text-muted">{groupDigits(row.asks + row.bids)}</span>,
    },
  ]
}
