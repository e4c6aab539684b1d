import { CandlestickChart } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import type { TokenMarket } from '../../../parts/market/prices.ts'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ladderOf } from '../book/ladder.ts'
import { CHART_SPANS, type ChartSpan, type MarketSearch, type MarketSearchChange } from '../search.ts'
import { CandleChart } from './CandleChart.tsx'
import { DepthChart } from './DepthChart.tsx'

const DEFAULT_SPAN: ChartSpan = 3600
/** As many as the widest chart shows. */
const CANDLES = 200

export interface MarketChartCardProps {
  readonly tokenid: string
  readonly coin: string
  readonly market: TokenMarket | undefined
  readonly levels: number
  readonly search: MarketSearch
  onSearch(next: MarketSearchChange): void
  readonly className?: string | undefined
}

/** Prices over time, or what stands in the book by its price. */
export function ChartCard({ tokenid, coin, market, levels, search, onSearch, className }: MarketChartCardProps) {
  const depth = search.chart === 'depth'
  const seconds = search.span ?? DEFAULT_SPAN
  const input = { tokenid, seconds, count: CANDLES }
  return (
    <Card
      title={depth ? t('market:chart.depthTitle') : t('market:chart.priceTitle')}
      className={className}
      bodyClassName="flex flex-col pb-2"
      actions={
        <>
          {depth ? null : (
            <Segmented
              label={t('market:chart.span')}
              className="h-7"
              value={String(seconds)}
              onChange={(value) => onSearch({ span: CHART_SPANS.find((span) => String(span) === value) })}
              segments={CHART_SPANS.map((span) => ({ id: String(span), label: formatDuration(span) }))}
            />
          )}
          <Segmented
            label={t('market:chart.what')}
            className="h-7"
            value={search.chart ?? 'price'}
            onChange={(what) => onSearch({ chart: what === 'depth' ? what : undefined })}
            segments={[
              { id: 'price', label: t('market:chart.price') },
              { id: 'depth', label: t('market:chart.depth') },
            ]}
          />
        </>
      }
      source={
        <CallSource
          calls={[depth ? shownCall('tokenmarket', { tokenid, levels }) : shownCall('tokencandles', input)]}
        />
      }
    >
      {depth ? <Depth market={market} coin={coin} /> : <Candles input={input} nft={market?.nft ?? false} />}
    </Card>
  )
}

const ChartSkeleton = () => <Skeleton className="min-h-0 flex-1 rounded-md" />

function Depth({ market, coin }: { readonly market: TokenMarket | undefined; readonly coin: string }) {
  const ladder = useMemo(() => market && ladderOf(market.book), [market])
  if (!ladder) return <ChartSkeleton />
  return ladder.asks.length + ladder.bids.length === 0 ? (
    <EmptyState icon={<CandlestickChart />} title={t('market:book.empty')} className="flex-1 py-4">
      {t('market:chart.noDepth')}
    </EmptyState>
  ) : (
    <DepthChart ladder={ladder} coin={coin} className="flex-1" />
  )
}

interface CandlesProps {
  readonly input: { readonly tokenid: string; readonly seconds: number; readonly count: number }
  readonly nft: boolean
}

function Candles({ input, nft }: CandlesProps) {
  const candles = useRpc('tokencandles', input)
  const answer = candles.data
  const rows = answer && 'rows' in answer ? answer.rows : undefined
  if (candles.error && !rows) return <RpcErrorState error={candles.error} compact />
  if (!rows) return <ChartSkeleton />
  return rows.length === 0 ? (
    <EmptyState icon={<CandlestickChart />} title={t('market:chart.noTrades')} className="flex-1 py-4">
      {nft ? t('market:nft.card') : t('market:chart.noTradesHint')}
    </EmptyState>
  ) : (
    <CandleChart rows={rows} seconds={input.seconds} className="flex-1" />
  )
}
