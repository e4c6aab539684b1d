import { useMemo } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import type { TokenMarket } from '../../../components/market/prices.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { formatDuration } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { buildLadder } from '../book/ladder.ts'
import { CHART_SPANS, type ChartSpan, type MarketSearch, type MarketSearchChange } from '../search.ts'
import { CandleChart } from './CandleChart.tsx'
import type { PriceCandle } from './candleShape.ts'
import { DepthChart } from './DepthChart.tsx'
import { isEmptyChart } from './emptyChart.ts'

const DEFAULT_SPAN: ChartSpan = 3600
/** Number of candles that fill the widest chart. */
const CANDLES = 200
/** Fewer trades are faster to read in their list. */
const MIN_TRADES = 5

export interface MarketChartCardProps {
  readonly tokenid: string
  readonly coin: string
  readonly market: TokenMarket | undefined
  readonly levels: number
  readonly search: MarketSearch
  onSearch(next: MarketSearchChange): void
}

/** Shows prices over time, or the depth of the book, once there were enough trades for a chart. */
export function ChartCard(props: MarketChartCardProps) {
  const { tokenid, market } = props
  const options = { limit: MIN_TRADES }
  const trades = useRpc('tokentrades', { tokenid, options }, { keepPrevious: false, enabled: market?.last != null })
  const enough = trades.data && 'rows' in trades.data && trades.data.rows.length >= MIN_TRADES
  return enough ? <Charts {...props} /> : null
}

function Charts({ tokenid, coin, market, levels, search, onSearch }: MarketChartCardProps) {
  const depth = search.chart === 'depth'
  const seconds = search.span ?? DEFAULT_SPAN
  const input = { tokenid, seconds, count: CANDLES }
  const candles = useRpc('tokencandles', input, { enabled: !depth })
  const rows = candles.data && 'rows' in candles.data ? candles.data.rows : undefined
  const empty = isEmptyChart(search.chart, rows, market)
  return (
    <Card
      title={depth ? t('market:chart.depthTitle') : t('market:chart.priceTitle')}
      className={empty ? undefined : 'h-80'}
      bodyClassName={cn('flex flex-col', !empty && 'pb-2')}
      actions={
        <>
          {depth || empty ? null : (
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
      {empty ? (
        <p className="text-muted">
          {depth ? `${t('market:book.empty')}. ${t('market:chart.noDepth')}` : t('market:chart.noTrades')}
        </p>
      ) : depth ? (
        <Depth market={market} coin={coin} />
      ) : (
        <Candles rows={rows} error={candles.error} seconds={seconds} />
      )}
    </Card>
  )
}

const ChartSkeleton = () => <Skeleton className="min-h-0 flex-1 rounded-md" />

function Depth({ market, coin }: { readonly market: TokenMarket | undefined; readonly coin: string }) {
  const ladder = useMemo(() => market && buildLadder(market.book), [market])
  return ladder ? <DepthChart ladder={ladder} coin={coin} className="flex-1" /> : <ChartSkeleton />
}

interface CandlesProps {
  readonly rows: readonly PriceCandle[] | undefined
  readonly error: unknown
  readonly seconds: number
}

function Candles({ rows, error, seconds }: CandlesProps) {
  if (rows) return <CandleChart rows={rows} seconds={seconds} className="flex-1" />
  return error ? <RpcErrorState error={error} compact /> : <ChartSkeleton />
}
