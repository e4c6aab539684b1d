import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { readSort, sortText } from '../../components/lists/sort.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlaceTabs } from '../../components/PlaceTabs.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { FirstOrder } from './FirstOrder.tsx'
import { Orders } from './lists/Orders.tsx'
import { MarketsFigures } from './MarketsFigures.tsx'
import { marketColumns } from './marketColumns.tsx'
import type { MarketsSearch } from './search.ts'
import { MARKETS_PAGE, matchesMarket, useMarkets } from './useMarkets.ts'

const TokenPicker = onDemand(() => import('./TokenPicker.tsx').then((module) => module.TokenPicker))
const OrderDrawer = onDemand(() => import('./order/OrderDrawer.tsx').then((module) => module.OrderDrawer))

const shownSegments = (): readonly Segment<'all' | NonNullable<MarketsSearch['show']>>[] => [
  { id: 'all', label: t('market:list.all') },
  { id: 'open', label: t('market:list.withOrders') },
  { id: 'nft', label: t('market:list.nfts') },
  { id: 'mine', label: t('market:list.mine') },
]

/** Lists tokens with their prices, and the own orders for all tokens. */
export function MarketsPage() {
  const search = useSearch({ from: '/market' })
  const navigate = useNavigate({ from: '/market' })
  const markets = useMarkets()
  const coin = useCoinUnit()
  const [picking, setPicking] = useState(false)
  const set = (next: Partial<Record<keyof MarketsSearch, string | undefined>>, replace = true) =>
    void navigate({ search: (old) => ({ ...old, ...next }) as MarketsSearch, replace })

  return (
    <PageLayout
      title={t('frame:page.tokens')}
      tabs={<PlaceTabs of="tokens" />}
      fill
      beside={<StaleBadge updatedAt={markets.dataUpdatedAt} stale={markets.isRefetchError} />}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setPicking(true)}>
          {t('market:place')}
        </Button>
      }
    >
      <Panel name={t('market:part.figures')}>
        {markets.total === 0 ? null : (
          <MarketsFigures rows={markets.rows} total={markets.total} failed={markets.isError} />
        )}
      </Panel>
      <Panel name={t('market:part.list')}>
        <Card
          title={search.show === 'mine' ? t('market:list.mineTitle') : t('market:list.pricesIn', { coin })}
          flush
          className="min-h-60 flex-1"
          bodyClassName="flex flex-col"
          actions={
            <>
              <Segmented
                label={t('market:list.which')}
                value={search.show ?? 'all'}
                onChange={(show) => set({ show: show === 'all' ? undefined : show })}
                segments={shownSegments()}
                className="h-7"
              />
              <div className="w-44 min-[1100px]:w-56">
                <SearchField
                  main
                  label={t('market:list.search')}
                  placeholder={t('market:list.searchHint')}
                  value={search.q ?? ''}
                  onChange={(q) => set({ q: q || undefined })}
                />
              </div>
            </>
          }
          source={<CallSource calls={[shownCall('listmarkets', { limit: MARKETS_PAGE })]} />}
        >
          {search.show === 'mine' ? (
            <Orders mine onOpen={({ order }) => set({ order }, false)} openKey={search.order} />
          ) : (
            <MarketTable coin={coin} markets={markets} search={search} onSet={set} onPick={() => setPicking(true)} />
          )}
        </Card>
      </Panel>
      {picking ? <TokenPicker onClose={() => setPicking(false)} /> : null}
      {search.order ? <OrderDrawer id={search.order} onClose={() => set({ order: undefined })} /> : null}
    </PageLayout>
  )
}

interface MarketTableProps {
  readonly coin: string
  readonly markets: ReturnType<typeof useMarkets>
  readonly search: MarketsSearch
  onSet(next: Partial<Record<keyof MarketsSearch, string | undefined>>): void
  onPick(): void
}

function MarketTable({ coin, markets, search, onSet, onPick }: MarketTableProps) {
  const navigate = useNavigate()
  const filter = useDeferredValue(search)
  const rows = useMemo(() => markets.rows?.filter((row) => matchesMarket(row, filter)), [markets.rows, filter])
  const columns = useMemo(() => marketColumns(coin), [coin])
  const sort = useMemo(() => readSort(search.sort), [search.sort])
  const filtered = Boolean(search.q || search.show)
  return (
    <>
      <DataTable
        label={t('market:list.title')}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.tokenid}
        rowLabel={(row) => visibleString(row.name, 40)}
        onOpen={({ tokenid }) => void navigate({ to: '/market/$tokenid', params: { tokenid } })}
        sort={sort}
        onSort={(next) => onSet({ sort: sortText(next) })}
        skeletonRows={10}
        error={
          markets.error && !markets.rows ? (
            <RpcErrorState error={markets.error} onRetry={() => void markets.refetch()} />
          ) : undefined
        }
        empty={
          filtered && (markets.rows?.length ?? 0) > 0 ? (
            <NothingFound onClear={() => onSet({ q: undefined, show: undefined })} />
          ) : (
            <FirstOrder onPick={onPick} />
          )
        }
      />
      {markets.hasNextPage && markets.rows ? (
        <p className="flex items-center gap-3 border-t px-4 py-2 text-12 text-muted">
          {t('market:list.loaded', { count: markets.rows.length, total: markets.total ?? 0 })}
          <Button size="sm" busy={markets.isFetchingNextPage} onClick={() => void markets.fetchNextPage()}>
            {t('market:list.more')}
          </Button>
        </p>
      ) : null}
    </>
  )
}

function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={<Search />}
      title={t('market:list.nothing')}
      action={
        <div className="flex gap-2">
          <Button onClick={onClear}>{t('market:list.showAll')}</Button>
          <Button asChild variant="ghost">
            <Link to="/tokens">{t('market:list.tokens')}</Link>
          </Button>
        </div>
      }
    >
      {t('market:list.nothingHint')}
    </EmptyState>
  )
}
