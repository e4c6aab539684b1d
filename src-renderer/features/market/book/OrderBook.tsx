import { BookOpen } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { type TokenMarket, toSatoshis } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatPercent, plainAmount } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BOOK_COLUMNS, BookSide } from './BookSide.tsx'
import { beyond, buildLadder, type Ladder, type Side } from './ladder.ts'

export interface OrderBookProps {
  readonly tokenid: string
  /** number of levels in the request */
  readonly levels: number
  readonly coin: string
  /** undefined while loading */
  readonly market: TokenMarket | undefined
  /** prices of the open orders of this node's key */
  readonly own: ReadonlySet<string>
  onPick(side: Side, price: string): void
  readonly className?: string | undefined
}

/** Shows asks above, bids below, and the spread between them. Each level has the cumulative units up to its price. */
export function OrderBook({ tokenid, levels, coin, market, own, onPick, className }: OrderBookProps) {
  const ladder = useMemo(() => market && buildLadder(market.book), [market])
  const empty = market !== undefined && market.asks + market.bids === 0
  return (
    <Card
      title={t('market:book.title')}
      flush
      className={className}
      bodyClassName="flex flex-col"
      source={<CallSource calls={[shownCall('tokenmarket', { tokenid, levels })]} />}
    >
      <div
        aria-hidden
        className="grid min-h-7 shrink-0 items-center gap-x-3 border-b px-4 py-0.5 text-12 text-muted leading-3.5"
        style={{ gridTemplateColumns: BOOK_COLUMNS }}
      >
        {/* Names the action of a click on a level below. The line between the sides has the same kind of label. */}
        <span
          data-head
          className="overflow-hidden text-ellipsis font-medium text-text"
          title={t('market:book.price', { coin })}
        >
          {t('market:book.buyAt')}
        </span>
        <span data-head className="text-right">
          {t('market:book.units')}
        </span>
        <span data-head className="text-right" title={t('market:book.sumHint')}>
          {t('market:book.sum')}
        </span>
      </div>
      {!ladder || !market ? (
        <BookSkeleton />
      ) : empty ? (
        <EmptyState icon={<BookOpen />} title={t('market:book.empty')} className="flex-1 py-6">
          {t('market:book.emptyHint')}
        </EmptyState>
      ) : (
        <Sides market={market} ladder={ladder} coin={coin} own={own} onPick={onPick} />
      )}
    </Card>
  )
}

interface SidesProps extends Pick<OrderBookProps, 'coin' | 'own' | 'onPick'> {
  readonly market: TokenMarket
  readonly ladder: Ladder
}

function Sides({ market, ladder, coin, own, onPick }: SidesProps) {
  const { asks, bids } = ladder
  const more = beyond(asks, market.asks) + beyond(bids, market.bids)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {asks.length > 0 ? (
        <BookSide side="ask" rungs={asks} own={own} onPick={({ price }) => onPick('ask', price)} />
      ) : (
        <p className="flex flex-1 items-end px-4 pb-2 text-12 text-faint">{t('market:book.noAsks')}</p>
      )}
      <p className="flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-3 border-y bg-sunken px-4 text-12">
        <span className="shrink-0 font-medium">{t('market:book.sellAt')}</span>
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0 text-muted">{t('market:book.spread')}</span>
          <Spread market={market} coin={coin} />
        </span>
      </p>
      {bids.length > 0 ? (
        <BookSide side="bid" rungs={bids} own={own} onPick={({ price }) => onPick('bid', price)} />
      ) : (
        <p className="flex flex-1 px-4 pt-2 text-12 text-faint">{t('market:book.noBids')}</p>
      )}
      {more > 0 ? (
        <p className="border-t px-4 py-1.5 text-12 text-muted">{t('market:book.beyond', { count: more })}</p>
      ) : null}
    </div>
  )
}

/** Shows the spread. In a crossed book a bid exceeds an ask, so both sides could trade immediately. */
function Spread({ market: { spread, bestask }, coin }: { readonly market: TokenMarket; readonly coin: string }) {
  if (spread === null || bestask === null) return <span className="text-faint">—</span>
  const crossed = spread.startsWith('-')
  const [gap, ask] = [toSatoshis(spread), toSatoshis(bestask)]
  const share = ask > 0n && !crossed ? ` · ${formatPercent(Number((gap * 10_000n) / ask) / 100, 2)}` : ''
  return (
    <span className="truncate font-medium" title={crossed ? t('market:book.crossedHint') : undefined}>
      {plainAmount(gap)} {coin}
      {share}
      {crossed ? <span className="ml-1.5 text-warn">{t('market:book.crossed')}</span> : null}
    </span>
  )
}

function BookSkeleton() {
  return (
    <div role="status" aria-label={t('ui:loading')} className="flex flex-1 flex-col justify-center gap-3 px-4 py-3">
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={row} className="flex justify-between gap-6">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-12" />
          <Skeleton className="h-3.5 w-14" />
        </div>
      ))}
    </div>
  )
}
