import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { BuiltReview, CostLine, useStory } from '../../../parts/transaction/BuiltReview.tsx'
import { type BuiltTransaction, moveProblem } from '../../../parts/transaction/built.ts'
import { SentStage } from '../../../tasks/SentStage.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useSendTransaction } from '../../../tasks/useTask.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
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
  if (task && request) {
    return (
      <Dialog open onOpenChange={onClose} title={task.title} size="lg">
        <SentStage
          task={task}
          done={t(`trade:done.${request.action}`)}
          actions={<Button onClick={onClose}>{t('ui:close')}</Button>}
        />
      </Dialog>
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
  const status = useRpc('getnodestatus', {})
  const own = useRpc('tokenaddress', {})
  const story = useStory(built)
  const send = useSendTransaction(built.told.txid)
  const coin = status.data?.name ?? ''
  if (!story) return null
  const mismatch = tradeMismatch(built.told, request) ?? moveProblem(built, own.data?.myaddress ?? '')
  const title = tradeTitle(request, coin)
  const rest = restOf(request, built.told, coin)
  const confirm = () => {
    const { action, token, units, coins } = request
    const task: NewTask = {
      txid: built.told.txid,
      title,
      hex: built.hex,
      ...(built.move && { before: built.move.hex }),
      startedAt: Date.now(),
      effect: {
        ...{ kind: 'order', action, tokenid: token.tokenid, name: token.name },
        ...{ units: String(units), coins: String(coins) },
      },
    }
    send.mutate(task)
    trade.sent(task)
  }
  return (
    <ReviewSheet
      open
      onOpenChange={() => trade.back()}
      title={`${title}?`}
      description={t(built.move ? 'trade:review.builtTwo' : 'trade:review.built')}
      confirmLabel={t(`trade:confirm.${request.action}`)}
      onConfirm={confirm}
      blocked={gone ?? (mismatch ? t('trade:review.blocked') : undefined)}
    >
      <BuiltReview
        built={built}
        story={story}
        coin={coin}
        mismatch={mismatch}
        cost={
          <div className="flex flex-col gap-2">
            <CostLine {...tradeCost(request, built, coin)} />
            {rest ? <p className="wrap-anywhere px-4 text-muted">{rest}</p> : null}
          </div>
        }
      />
    </ReviewSheet>
  )
}
