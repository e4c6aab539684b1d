import { Change } from '../../components/market/Change.tsx'
import { computePriceChange, type TokenMarket, toSatoshis } from '../../components/market/prices.ts'
import { t } from '../../i18n/texts.ts'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { groupDigits } from '../../ui/format.ts'

export interface MarketFiguresProps {
  readonly coin: string
  readonly market: TokenMarket | undefined
}

/** Shows the last price and the trades of a day in one line below the title. The book has the best prices. */
export function MarketFigures({ coin, market }: MarketFiguresProps) {
  return (
    <p className="-mt-2 flex min-h-5 flex-wrap items-baseline gap-x-4 text-12 text-muted">
      {!market ? null : market.last === null ? (
        t('market:chart.noTrades')
      ) : (
        <>
          <span>
            {t('market:list.last')}{' '}
            <Amount satoshis={toSatoshis(market.last.price)} unit={coin} className="font-semibold text-16 text-text" />{' '}
            · <Age time={market.last.time} />
          </span>
          <span>
            {t('market:list.change')} <Change hundredths={computePriceChange(market)} />
          </span>
          <span>
            {t('market:list.volume')} <Amount satoshis={market.volume.coins} unit={coin} className="text-text" /> ·{' '}
            {t('market:figure.unitsTraded', {
              ...{ amount: groupDigits(market.volume.units), count: market.volume.trades },
            })}
          </span>
        </>
      )}
    </p>
  )
}
