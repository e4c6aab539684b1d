import { moveProblem } from '../../../components/transaction/built.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { type ConfirmationFlow, useConfirmation } from '../../../tasks/useConfirmation.ts'
import { buildTrade } from './buildTrade.ts'
import { type TradeRequest, tradeTitle } from './request.ts'
import { formatOrderRest } from './reviewWords.ts'
import { tradeMismatch } from './verify.ts'

export type TradeFlow = ConfirmationFlow<TradeRequest>

/** Steps of one trade: requested → built → confirmed → sent. */
export function useTrade(): TradeFlow {
  const { client } = useNode()
  const own = useRpc('tokenaddress', {})
  const coin = useCoinUnit()
  return useConfirmation<TradeRequest>({
    build: (request) => buildTrade(client, request),
    describe(built, request) {
      const { action, token, units, coins } = request
      const title = tradeTitle(request, coin)
      return {
        title: t('parts:confirm.question', { title }),
        confirm: t(`trade:confirm.${action}`),
        extra: formatOrderRest(request, built.told, coin),
        mismatch: tradeMismatch(built.told, request) ?? moveProblem(built, own.data?.myaddress ?? ''),
        task: title,
        effect: {
          ...{ kind: 'order', action, tokenid: token.tokenid, name: token.name },
          ...{ units: String(units), coins: String(coins) },
        },
      }
    },
  })
}
