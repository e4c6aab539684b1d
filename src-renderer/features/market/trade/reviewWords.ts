import type { Explanation } from '#shared/rpc/index.ts'
import { isOurs } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { formatTokenName, type TradeRequest } from './request.ts'

/** Formats what is left of a filled order, or the address to which a cancelled order returns. */
export function formatOrderRest(request: TradeRequest, txExplanation: Explanation, coin: string): string | undefined {
  const name = formatTokenName(request.token)
  if ('left' in request) {
    const { units, coins } = request.left
    return units === 0n
      ? t('trade:review.allOfIt')
      : t('trade:review.stays', { amount: groupDigits(units), name, coins: plainAmount(coins), coin })
  }
  if (request.action !== 'cancel-ask' && request.action !== 'cancel-bid') return undefined
  const address = txExplanation.outputs.find(isOurs)?.address ?? ''
  return request.action === 'cancel-ask'
    ? t('trade:review.unitsReturn', { amount: groupDigits(request.units), name, address })
    : t('trade:review.coinsReturn', { amount: plainAmount(request.coins), coin, address })
}
