import { useMemo } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import type { ListedMarket } from '../../components/market/prices.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { coinUnit, groupDigits, plainAmount } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { MARKETS_PAGE } from './useMarkets.ts'

export interface MarketsFiguresProps {
  readonly rows: readonly ListedMarket[] | undefined
  readonly total: number | undefined
  readonly failed: boolean
}

function sumMarkets(rows: readonly ListedMarket[]) {
  return rows.reduce(
    (sum, { asks, bids, volume }) => ({
      asks: sum.asks + asks,
      bids: sum.bids + bids,
      trades: sum.trades + volume.trades,
      coins: sum.coins + volume.coins,
    }),
    { asks: 0, bids: 0, trades: 0, coins: 0n },
  )
}

/** Shows the sums over all markets. */
export function MarketsFigures({ rows, total, failed }: MarketsFiguresProps) {
  const { data: status } = useRpc('getnodestatus', {})
  const pending = useRpc('pendingorders', {})
  const nothing = failed && !rows ? null : undefined
  const sums = useMemo(() => rows && sumMarkets(rows), [rows])
  const source = <CallSource calls={[shownCall('listmarkets', { limit: MARKETS_PAGE })]} />
  const waiting = pending.data?.length
  return (
    <KeyFigures>
      <KeyFigure
        label={t('market:figure.markets')}
        value={total === undefined ? nothing : groupDigits(total)}
        note={t('market:figure.marketsNote')}
        source={source}
      />
      <KeyFigure
        label={t('market:figure.orders')}
        value={sums ? groupDigits(sums.asks + sums.bids) : nothing}
        note={
          sums
            ? `${t('market:figure.bids', { count: sums.bids })}, ${t('market:figure.asks', { count: sums.asks })}`
            : ''
        }
        source={source}
      />
      <KeyFigure
        label={t('market:figure.volume')}
        value={sums ? plainAmount(sums.coins) : nothing}
        note={sums ? `${coinUnit(status?.name)} · ${t('market:figure.trades', { count: sums.trades })}` : ''}
        source={source}
      />
      <KeyFigure
        label={t('market:figure.waiting')}
        value={waiting === undefined ? (pending.isError ? null : undefined) : groupDigits(waiting)}
        note={t('market:figure.waitingNote')}
        source={<CallSource calls={[shownCall('pendingorders', {})]} />}
      />
    </KeyFigures>
  )
}
