import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { describeError } from '../../components/describeError.ts'
import type { TokenMarket } from '../../components/market/prices.ts'
import { NftLink } from '../../components/nft/NftLink.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { TokenMark } from '../../components/TokenMark.tsx'
import { t, withTexts } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useNode } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import type { Side } from './book/ladder.ts'
import { OrderBook } from './book/OrderBook.tsx'
import { createPicker } from './book/pick.ts'
import { ChartCard } from './chart/ChartCard.tsx'
import { MarketLists } from './lists/MarketLists.tsx'
import { MarketFigures } from './MarketFigures.tsx'
import type { MarketSearch, MarketSearchChange } from './search.ts'
import { PlaceOrder } from './trade/PlaceOrder.tsx'
import type { OrderRow } from './trade/request.ts'
import { useBestOffer } from './trade/useOffers.ts'

const FillDialog = onDemand(
  withTexts(['trade'], () => import('./trade/FillDialog.tsx').then((module) => module.FillDialog)),
)
const OrderDrawer = onDemand(() => import('./order/OrderDrawer.tsx').then((module) => module.OrderDrawer))

/** Number of levels requested for each side of the book. */
const LEVELS = 100
/** Maximum number of own orders marked in the book. */
const MAX_OWN_ORDERS = 1000

/** The market of one token: prices, order book, trades, and the form for an order. */
export function MarketPage() {
  const { tokenid } = useParams({ from: '/market/$tokenid' })
  const known = isHashShaped(tokenid)
  const answer = useRpc('tokenmarket', { tokenid, levels: LEVELS }, { keepPrevious: false, enabled: known })
  const market = answer.data && 'book' in answer.data ? answer.data : undefined
  if (!known || (answer.data && !market)) return <Unknown text={tokenid} />
  return (
    <PageLayout
      title={market ? t('market:of', { name: visibleString(market.name, 40) }) : t('market:title')}
      mark={market ? <TokenMark tokenid={tokenid} name={market.name} nft={market.nft} /> : null}
      beside={
        <>
          {market?.nft ? <Badge tone="accent">{t('market:nft.badge')}</Badge> : null}
          <StaleBadge updatedAt={answer.dataUpdatedAt} stale={answer.isRefetchError} />
        </>
      }
      actions={
        <>
          <Button asChild>
            <Link to="/tokens/$tokenid" params={{ tokenid }}>
              {t('market:token')}
            </Link>
          </Button>
          <Button asChild variant="ghost">
            <Link to="/market">{t('market:allMarkets')}</Link>
          </Button>
        </>
      }
    >
      {answer.error && !market ? (
        <Card>
          <RpcErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        </Card>
      ) : (
        <Body tokenid={tokenid} market={market} />
      )}
    </PageLayout>
  )
}

interface BodyProps {
  readonly tokenid: string
  readonly market: TokenMarket | undefined
}

function Body({ tokenid, market }: BodyProps) {
  const search = useSearch({ from: '/market/$tokenid' })
  const navigate = useNavigate({ from: '/market/$tokenid' })
  const { data: mine } = useRpc(
    'listorders',
    { options: { token: tokenid, mine: true, state: 'open', limit: MAX_OWN_ORDERS } },
    { keepPrevious: false },
  )
  const coin = useCoinUnit()
  const own = useMemo(() => new Set(mine?.rows.map(({ price }) => price)), [mine])
  const set = (next: MarketSearchChange, replace = true) =>
    void navigate({ search: (old) => ({ ...old, ...next }) as MarketSearch, replace })
  const open = (order: string | undefined) => set({ order }, order === undefined)
  const { filling, pick, take, close } = usePick(tokenid, open)
  const shared = { tokenid, coin, market }
  const empty = market !== undefined && market.asks + market.bids === 0
  const form = useRef<HTMLDivElement>(null)
  const arrived = market !== undefined && search.side !== undefined
  // Focus the form after Buy or Sell on another page, so that the user can type immediately.
  useEffect(() => {
    if (arrived) form.current?.querySelector<HTMLInputElement>('input:not([type=radio])')?.focus()
  }, [arrived])
  return (
    <>
      {market && !market.movable ? <Unsellable /> : null}
      <MarketFigures coin={coin} market={market} />
      <div className="grid grid-cols-1 items-start gap-4 min-[860px]:grid-cols-[minmax(0,1fr)_340px] min-[1180px]:grid-rows-[auto_1fr]">
        {/* First in the document, so that it is visible in a narrow window too. */}
        <div ref={form} className="min-[1180px]:row-span-2 min-[860px]:col-start-2 min-[860px]:row-start-1">
          <Panel name={t('market:part.place')}>
            {market ? <PlaceOrder token={market} side={search.side} /> : <Card className="h-80">{null}</Card>}
          </Panel>
        </div>
        <div className="min-w-0 min-[860px]:col-start-1 min-[860px]:row-start-1">
          <Panel name={t('market:part.book')}>
            {/* As high as five levels of each side. */}
            <OrderBook {...shared} levels={LEVELS} own={own} onPick={pick} className={empty ? undefined : 'h-99'} />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4 min-[1180px]:col-start-1 min-[860px]:max-[1179px]:col-span-2">
          <Panel name={t('market:part.chart')}>
            <ChartCard {...shared} levels={LEVELS} search={search} onSearch={set} />
          </Panel>
          {market?.link === undefined ? null : (
            <Panel name={t('nft:title')}>
              <Card title={t('nft:title')}>
                <NftLink key={tokenid} tokenid={tokenid} name={market.name} link={market.link} untitled />
              </Card>
            </Panel>
          )}
          <Panel name={t('market:part.lists')}>
            <MarketLists {...shared} own={mine?.total} search={search} onSearch={set} onOpen={open} />
          </Panel>
        </div>
      </div>
      {filling && market ? (
        <FillDialog order={filling.order} token={market} whole={filling.whole} onClose={close} />
      ) : null}
      {search.buy && !filling ? (
        <TakeBest
          tokenid={tokenid}
          onFound={(order) => {
            take(order)
            set({ buy: undefined })
          }}
        />
      ) : null}
      {search.order ? <OrderDrawer id={search.order} onClose={() => open(undefined)} /> : null}
    </>
  )
}

/** Handles a click on a level of the book: its best order is filled, or shown if it cannot be filled now. */
function usePick(tokenid: string, open: (order: string) => void) {
  const { client } = useNode()
  /** `whole` is true if the form starts with all units left in the order. */
  const [filling, setFilling] = useState<{ readonly order: OrderRow; readonly whole: boolean }>()
  const [picker] = useState(createPicker)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ignore answers that arrive after the user left the market
  useEffect(() => picker.forget, [picker, tokenid])
  return {
    filling,
    take: (order: OrderRow) => setFilling({ order, whole: true }),
    close: () => setFilling(undefined),
    pick: (side: Side, price: string) =>
      picker.pick({ token: tokenid, side, price }, (options) => client.call('listorders', { options }), {
        fill: (order) => setFilling({ order, whole: false }),
        show: ({ order }) => open(order),
        gone: () => toast({ tone: 'neutral', kind: 'level', title: t('market:book.gone') }),
        failed: (error) => toast({ tone: 'bad', kind: 'level', title: describeError(error).title }),
      }),
  }
}

interface TakeBestProps {
  readonly tokenid: string
  onFound(order: OrderRow): void
}

/** Opens the best offer as soon as there is one, for a user who came to buy. */
function TakeBest({ tokenid, onFound }: TakeBestProps) {
  const best = useBestOffer(tokenid, 'ask')
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (best) found(best)
  }, [best])
  return null
}

function Unsellable() {
  return (
    <p className="flex items-start gap-2.5 rounded-lg border bg-warn-soft px-4 py-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>{t('market:nft.market')}</span>
    </p>
  )
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <PageLayout title={t('market:title')}>
      <Card>
        <EmptyState
          icon={<SearchX />}
          title={t('market:unknown.title')}
          action={
            <Button asChild>
              <Link to="/market">{t('market:allMarkets')}</Link>
            </Button>
          }
        >
          {t('market:unknown.text')}{' '}
          <span className="break-all font-mono text-12">
            <SafeText text={text} max={80} />
          </span>
        </EmptyState>
      </Card>
    </PageLayout>
  )
}
