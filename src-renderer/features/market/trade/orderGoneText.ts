import { t } from '../../../i18n/texts.ts'
import type { OrderRow } from './request.ts'
import type { LiveOrder } from './useOffers.ts'

/** Returns a sentence that explains why an order can no longer be filled or cancelled. */
export function orderGoneText({ mine }: OrderRow, gone: NonNullable<LiveOrder['gone']>): string {
  if (gone === 'mine') return t(mine ? 'trade:gone.mineCancels' : 'trade:gone.mineFills')
  return t(`trade:gone.${gone}`)
}
