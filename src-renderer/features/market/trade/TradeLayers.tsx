import { usePerson } from '../../../components/people/persons.ts'
import { CostLine } from '../../../components/transaction/BuiltReview.tsx'
import { type BuiltTransaction, moveProblem } from '../../../components/transaction/built.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../../tasks/BuiltSheet.tsx'
import { BuyAsFriend } from './BuyAsFriend.tsx'
import { type TradeRequest, tradeTitle } from './request.ts'
import { restOf, tradeCost } from './reviewWords.ts'
import type { TradeFlow } from './useTrade.ts'
import { tradeMismatch } from './verify.ts'

export interface TradeLayersProps {
  readonly trade: TradeFlow
  /** why it cannot be sent any more, of an order that is gone */
  readonly gone?: string | undefined
  /** closes what follows a sent trade */
  onClose(): void
}

/** The review of what was built, and after that the progress of what was sent; nothing before. */
export function TradeLayers({ trade, gone, onClose }: TradeLayersProps) {
  const { request, built, task } = trade
  const { person } = usePerson()
  if (task && request) {
    const { action, token } = request
    const toFriend = action === 'ask' && person === 'me'
    return (
      <SentDialog
        task={task}
        done={t(`trade:done.${action}`)}
        actions={toFriend ? <BuyAsFriend task={task} tokenid={token.tokenid} /> : null}
        leadsOn={toFriend}
        onClose={onClose}
      />
    )
  }
  return request && built ? <Review trade={trade} request={request} built={built} gone={gone} /> : null
}

interface ReviewProps {
  readonly trade: TradeFlow
  readonly request: TradeRequest
  readonly built: BuiltTransaction
  readonly gone: string | undefined
}

function Review({ trade, request, built, gone }: ReviewProps) {
  const own = useRpc('tokenaddress', {})
  const coin = useCoinUnit()
  const mismatch = tradeMismatch(built.told, request) ?? moveProblem(built, own.data?.myaddress ?? '')
  const title = tradeTitle(request, coin)
  const rest = restOf(request, built.told, coin)
  const { action, token, units, coins } = request
  const asked: Asked = {
    title: t('trade:review.question', { title }),
    hint: t(built.move ? 'trade:review.builtTwo' : 'trade:review.built'),
    confirm: t(`trade:confirm.${action}`),
    cost: (
      <div className="flex flex-col gap-2">
        <CostLine {...tradeCost(request, built, coin)} />
        {rest ? <p className="wrap-anywhere px-4 text-muted">{rest}</p> : null}
      </div>
    ),
    mismatch,
    blocked: gone ?? (mismatch && t('trade:review.blocked')),
    task: title,
    effect: {
      ...{ kind: 'order', action, tokenid: token.tokenid, name: token.name },
      ...{ units: String(units), coins: String(coins) },
    },
  }
  return <BuiltSheet built={built} asked={asked} coin={coin} onBack={trade.back} onSent={trade.sent} />
}
