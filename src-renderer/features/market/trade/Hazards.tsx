import { Info, TriangleAlert } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { plainAmount } from '../../../ui/format.ts'
import type { CheckedOrder } from './orderForm.ts'

/** Warns that the chain's rules do not enforce the price when a seller fills a bid (tokens.md §4). */
export function BidHazard({ coins, coin }: { readonly coins: bigint | undefined; readonly coin: string }) {
  return (
    <div className="flex gap-2 rounded-md border border-warn/35 bg-warn-soft p-3 text-12 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p>
        <strong className="font-medium">{t('trade:hazard.bidTitle')}</strong>{' '}
        {coins === undefined
          ? t('trade:hazard.bid')
          : t('trade:hazard.bidAmount', { amount: plainAmount(coins), coin })}
      </p>
    </div>
  )
}

/**
 * Warns about an uneven total: the protocol's arithmetic can make it a satoshi short, and buyers may then pay less per
 * unit.
 */
export function UnevenPrice({ order }: { readonly order: CheckedOrder | undefined }) {
  if (!order || order.coins % order.units === 0n) return null
  return (
    <p className="flex gap-2 rounded-md border border-warn/35 bg-warn-soft p-3 text-12 text-warn">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {t('trade:hazard.uneven', { price: plainAmount(order.coins / order.units) })}
    </p>
  )
}
