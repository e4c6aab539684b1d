import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { CallSource, shownCall } from '../CallSource.tsx'
import { RpcErrorState } from '../RpcErrorState.tsx'
import { Change } from './Change.tsx'
import { computePriceChange, type TokenMarket, toSatoshis } from './prices.ts'

/** Shows the price of a token on the token's page; the market's page has more details. */
export function MarketCard({ tokenid }: { readonly tokenid: string }) {
  const input = { tokenid, levels: 1 }
  const answer = useRpc('tokenmarket', input, { keepPrevious: false })
  const market = answer.data && 'book' in answer.data ? answer.data : undefined
  return (
    <Card
      title={t('market:title')}
      actions={
        <Button asChild size="sm">
          <Link to="/market/$tokenid" params={{ tokenid }}>
            {t('market:card.open')} <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        </Button>
      }
      source={<CallSource calls={[shownCall('tokenmarket', input)]} />}
    >
      {market ? (
        <Prices market={market} />
      ) : answer.error ? (
        <RpcErrorState error={answer.error} compact onRetry={() => void answer.refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Card>
  )
}

function Prices({ market }: { readonly market: TokenMarket }) {
  const coin = useCoinUnit()
  const change = computePriceChange(market)
  const { last, asks, bids, bestask, bestbid, movable } = market
  if (!last && asks + bids === 0)
    return <p className="text-muted">{movable ? t('market:card.none') : t('market:nft.card')}</p>
  const price = (text: string | null, count?: number) =>
    text === null ? (
      <span className="text-faint">—</span>
    ) : (
      <>
        <Amount satoshis={toSatoshis(text)} unit={coin} />
        {count === undefined ? null : (
          <span className="block text-12 text-muted">
            {t('market:card.orders', { count, total: groupDigits(count) })}
          </span>
        )}
      </>
    )
  return (
    <>
      <FactList
        facts={[
          {
            label: t('market:card.last'),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
                {/* Without a change, the dash would read as a minus before the price. */}
                {change == null ? null : <Change hundredths={change} className="text-12" />}
                {price(last?.price ?? null)}
              </span>
            ),
          },
          { label: t('market:list.bid'), value: price(bestbid, bids) },
          { label: t('market:list.ask'), value: price(bestask, asks) },
        ]}
      />
      {movable ? null : <p className="mt-2 text-12 text-muted">{t('market:nft.card')}</p>}
    </>
  )
}
