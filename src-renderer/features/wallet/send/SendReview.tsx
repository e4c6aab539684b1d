import { useMemo } from 'react'
import { BuiltReview, CostLine, useStory } from '../../../parts/transaction/BuiltReview.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useSendTransaction } from '../../../tasks/useTask.ts'
import { plainAmount, plural } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { paymentParts, reviewStory } from './reviewStory.ts'
import type { ReadyPayment } from './useBuildSend.ts'
import { changeOutput, sendMismatch } from './verify.ts'

export interface SendReviewProps {
  readonly ready: ReadyPayment
  readonly coin: string
  onBack(): void
  /** the node accepted it */
  onTaken(): void
  onSent(task: NewTask): void
}

/** Review of the built payment. It can be confirmed only if it equals the request. */
export function SendReview({ ready, coin, onBack, onTaken, onSent }: SendReviewProps) {
  const { request, prepared, built, own } = ready
  const described = useStory(built)
  const send = useSendTransaction(built.told.txid)
  const story = useMemo(
    () => described && reviewStory(described, changeOutput(built.told, request, own)),
    [described, built, request, own],
  )
  if (!story) return null
  const mismatch = sendMismatch(built.told, prepared, request, own)
  const { fee } = prepared
  const { paid, kept } = paymentParts(request, fee, own)
  const back = prepared.change?.amount ?? 0n
  const what = `${plainAmount(paid)} ${coin}`
  const whom = request.outputs.length === 1 ? '' : ` to ${plural(request.outputs.length, 'recipient')}`
  const confirm = () => {
    const task: NewTask = {
      txid: built.told.txid,
      title: `Send ${what}${whom}`,
      hex: built.hex,
      startedAt: Date.now(),
      effect: { kind: 'payment', amount: String(paid), comment: request.comment, commentTo: request.commentTo },
    }
    void send.mutateAsync(task).then(onTaken, () => {})
    onSent(task)
  }
  return (
    <ReviewSheet
      open
      onOpenChange={onBack}
      title={`Send ${what}${whom}?`}
      description="The node has built and signed this transaction. It is sent only when you confirm, and cannot be undone."
      confirmLabel={`Send ${what}`}
      onConfirm={confirm}
      blocked={mismatch ? 'This transaction cannot be confirmed.' : undefined}
    >
      <BuiltReview
        built={built}
        story={story}
        coin={coin}
        mismatch={mismatch}
        cost={
          <CostLine
            sentence={`This costs you ${plainAmount(paid - kept + fee)} ${coin}`}
            parts={[
              kept < paid ? `${plainAmount(paid - kept)} sent + ${plainAmount(fee)} fee` : `${plainAmount(fee)} fee`,
              ...(kept > 0n ? [`${plainAmount(kept)} go to addresses of your own`] : []),
              ...(back > 0n ? [`${plainAmount(back)} come back as change`] : []),
            ].join('; ')}
          />
        }
      />
    </ReviewSheet>
  )
}
