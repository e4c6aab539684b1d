import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { Change } from '../../components/market/Change.tsx'
import { changeOf, satoshisOf, type TokenMarket } from '../../components/market/prices.ts'
import { t } from '../../i18n/texts.ts'
import { Age } from '../../ui/Age.tsx'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'

export interface MarketFiguresProps {
  readonly tokenid: string
  readonly levels: number
  readonly coin: string
  readonly market: TokenMarket | undefined
  readonly failed: boolean
}

const none = <span className="text-faint">—</span>

/** The last price, the best prices, and what was traded in a day. */
export function MarketFigures({ tokenid, levels, coin, market, failed }: MarketFiguresProps) {
  const source = <CallSource calls={[shownCall('tokenmarket', { tokenid, levels })]} />
  const nothing = failed && !market ? null : undefined
  const price = (text: string | null | undefined) =>
    text === undefined ? nothing : text === null ? none : plainAmount(satoshisOf(text))
  const last = market && (market.last?.price ?? null)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('market:list.last')}
        value={price(last)}
        note={
          market?.last ? (
            <>
              {coin} · <Age time={market.last.time} />
            </>
          ) : (
            t('market:figure.neverTraded')
          )
        }
        source={source}
      />
      <KeyFigure
        label={t('market:list.change')}
        value={market ? <Change hundredths={changeOf(market)} /> : nothing}
        note={
          market?.before
            ? t('market:figure.before', { price: plainAmount(satoshisOf(market.before)) })
            : t('market:figure.noBefore')
        }
        source={source}
      />
      <KeyFigure
        label={t('market:list.bid')}
        value={price(market?.bestbid)}
        note={market ? t('market:figure.bids', { count: market.bids }) : ''}
        source={source}
      />
      <KeyFigure
        label={t('market:list.ask')}
        value={price(market?.bestask)}
        note={market ? t('market:figure.asks', { count: market.asks }) : ''}
        source={source}
      />
      <KeyFigure
        label={t('market:list.volume')}
        value={market ? plainAmount(market.volume.coins) : nothing}
        note={
          market
            ? t('market:figure.unitsTraded', {
                ...{ amount: groupDigits(market.volume.units), count: market.volume.trades },
              })
            : ''
        }
        source={source}
      />
    </KeyFigures>
  )
}
