import { Info } from 'lucide-react'
import { parseAmount } from '#shared/units.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits, plainAmount, readAmountField } from '../../../ui/format.ts'
import type { OrderDraft } from './orderForm.ts'
import type { OrderRow, TradedToken } from './request.ts'
import { useBestOffer } from './useOffers.ts'

export interface BetterOfferProps {
  readonly token: TradedToken
  readonly draft: OrderDraft
  readonly coin: string
  onFill(order: OrderRow): void
}

/**
 * Offers an existing order at the typed price or a better one, because orders are not matched automatically. Also shown
 * while no price is typed, for a user who wants to take an offer.
 */
export function BetterOffer({ token, draft, coin, onFill }: BetterOfferProps) {
  const buying = draft.side === 'bid'
  const best = useBestOffer(token.tokenid, buying ? 'ask' : 'bid')
  const rate = readAmountField(draft.price)
  const open = draft.price.trim() === ''
  if (!best || (!open && (rate === undefined || rate === 0n))) return null
  const offered = parseAmount(best.price)
  if (offered === undefined || (rate !== undefined && (buying ? offered > rate : offered < rate))) return null
  const words = { amount: groupDigits(best.unitsleft), price: plainAmount(offered), coin }
  return (
    <div className="flex gap-2 rounded-md border bg-accent-soft p-3 text-12">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent-text" />
      <div className="flex flex-col items-start gap-2">
        <p>{t(buying ? 'trade:better.ask' : 'trade:better.bid', words)}</p>
        <Button size="sm" onClick={() => onFill(best)}>
          {t(buying ? 'trade:better.buy' : 'trade:better.sell')}
        </Button>
      </div>
    </div>
  )
}
