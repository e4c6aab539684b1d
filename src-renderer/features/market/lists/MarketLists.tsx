import type { TokenMarket } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { MarketSearch, MarketSearchChange, MarketTab } from '../search.ts'
import { Orders } from './Orders.tsx'
import { Trades } from './Trades.tsx'
import { WaitingOrders } from './WaitingOrders.tsx'

export interface MarketListsProps {
  readonly tokenid: string
  readonly coin: string
  readonly market: TokenMarket | undefined
  /** number of own open orders for this token */
  readonly own: number | undefined
  readonly search: MarketSearch
  onSearch(next: MarketSearchChange): void
  onOpen(order: string): void
  readonly className?: string | undefined
}

const ROWS = 10

/** Returns a text that changes with every trade, including trades removed by a reorganisation. */
const tradesRevision = (market: TokenMarket | undefined): string | undefined =>
  market && [market.last?.height, market.last?.units, market.last?.coins, market.volume.trades].join(':')

/** Lists trades, orders, own orders, and orders in the mempool. */
export function MarketLists(props: MarketListsProps) {
  const { tokenid, coin, market, own, search, onSearch, onOpen, className } = props
  const { data: pending } = useRpc('pendingorders', { tokenid }, { keepPrevious: false })
  const orders = { token: tokenid, maxRows: ROWS, openKey: search.order }
  return (
    <Card flush className={className}>
      <Tabs<MarketTab>
        label={t('market:part.lists')}
        className="h-full [&>[role=tablist]]:px-3 [&>[role=tablist]]:pt-1.5 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:flex-col [&>[role=tabpanel]]:pt-0"
        value={search.tab ?? 'trades'}
        onChange={(tab) => onSearch({ tab: tab === 'trades' ? undefined : tab })}
        tabs={[
          {
            id: 'trades',
            label: t('market:tab.trades'),
            content: (
              <Trades tokenid={tokenid} coin={coin} revision={tradesRevision(market)} maxRows={ROWS} onOpen={onOpen} />
            ),
          },
          {
            id: 'orders',
            label: <Counted word={t('market:tab.orders')} count={market && market.asks + market.bids} />,
            content: <Orders {...orders} onOpen={({ order }) => onOpen(order)} />,
          },
          {
            id: 'mine',
            label: <Counted word={t('market:tab.mine')} count={own} />,
            content: <Orders {...orders} mine onOpen={({ order }) => onOpen(order)} />,
          },
          {
            id: 'waiting',
            label: <Counted word={t('market:tab.waiting')} count={pending?.length} />,
            content: <WaitingOrders tokenid={tokenid} coin={coin} maxRows={ROWS} />,
          },
        ]}
      />
    </Card>
  )
}

function Counted({ word, count }: { readonly word: string; readonly count: number | undefined }) {
  return (
    <>
      {word}
      {count ? <span className="ml-1.5 font-normal text-12 text-faint">{groupDigits(count)}</span> : null}
    </>
  )
}
