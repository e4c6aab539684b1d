import { useMemo } from 'react'
import { BuiltReview, CostLine, useStory } from '../../../components/transaction/BuiltReview.tsx'
import { t } from '../../../i18n/texts.ts'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useSendTransaction } from '../../../tasks/useTask.ts'
import { plainAmount } from '../../../ui/format.ts'
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
  const amount = `${plainAmount(paid)} ${coin}`
  const count = request.outputs.length
  const confirm = () => {
    const task: NewTask = {
      txid: built.told.txid,
      title: t('wallet:review.task', { count, amount }),
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
      title={t('wallet:review.title', { count, amount })}
      description={t('wallet:review.description')}
      confirmLabel={t('wallet:review.confirm', { amount })}
      onConfirm={confirm}
      blocked={mismatch ? t('wallet:review.blocked') : undefined}
    >
      <BuiltReview
        built={built}
        story={story}
        coin={coin}
        mismatch={mismatch}
        cost={
          <CostLine
            satoshis={paid - kept + fee}
            sentence={t('wallet:review.cost', { amount: `${plainAmount(paid - kept + fee)} ${coin}` })}
            parts={[
              kept < paid
                ? t('wallet:review.sentAndFee', { sent: plainAmount(paid - kept), fee: plainAmount(fee) })
                : t('wallet:review.fee', { fee: plainAmount(fee) }),
              ...(kept > 0n ? [t('wallet:review.kept', { amount: plainAmount(kept) })] : []),
              ...(back > 0n ? [t('wallet:review.change', { amount: plainAmount(back) })] : []),
            ].join('; ')}
          />
        }
      />
    </ReviewSheet>
  )
}
