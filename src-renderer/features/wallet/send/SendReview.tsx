import { useMemo } from 'react'
import { BuiltReview, CostLine, useStory } from '../../../parts/transaction/BuiltReview.tsx'
import type { TransactionStory } from '../../../parts/transaction/describe.ts'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useSendTransaction } from '../../../tasks/useTask.ts'
import { plainAmount, plural } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { useSendDraft } from './draftStore.ts'
import type { ReadyPayment } from './useBuildSend.ts'
import { sendMismatch } from './verify.ts'

export interface SendReviewProps {
  readonly ready: ReadyPayment
  readonly coin: string
  onBack(): void
  onSent(task: NewTask): void
}

/** What was built, against what was asked for. Only what is the same can be confirmed. */
export function SendReview({ ready, coin, onBack, onSent }: SendReviewProps) {
  const { request, prepared, built, own } = ready
  const told = useStory(built)
  const send = useSendTransaction(built.decoded.txid)
  const { clear } = useSendDraft()
  const changeAddress = prepared.change?.address
  const story = useMemo(() => told && withChange(told, changeAddress, own), [told, changeAddress, own])
  if (!story) return null
  const mismatch = sendMismatch(built, prepared, request, own)
  const { fee } = prepared
  const asked = request.outputs.reduce((sum, { satoshis }) => sum + satoshis, 0n)
  const paid = request.everything ? asked - fee : asked
  const back = prepared.change?.amount ?? 0n
  const what = `${plainAmount(paid)} ${coin}`
  const whom = request.outputs.length === 1 ? '' : ` to ${plural(request.outputs.length, 'recipient')}`
  const confirm = () => {
    const task: NewTask = {
      txid: built.decoded.txid,
      title: `Send ${what}${whom}`,
      hex: built.hex,
      startedAt: Date.now(),
      effect: { kind: 'payment', amount: String(paid), comment: request.comment, commentTo: request.commentTo },
    }
    // What was typed is kept until it has served its purpose: after a refusal it is there to be changed.
    void send.mutateAsync(task).then(clear, () => {})
    onSent(task)
  }
  return (
    <ReviewSheet
      open
      onOpenChange={onBack}
      title={`Send ${what}${whom}?`}
      description="The node has built and signed this transaction. It is sent only when you confirm, and cannot be taken back then."
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
            sentence={`This costs you ${plainAmount(paid + fee)} ${coin}`}
            parts={`${plainAmount(paid)} sent + ${plainAmount(fee)} fee${back > 0n ? `; ${plainAmount(back)} come back as change` : ''}`}
          />
        }
      />
    </ReviewSheet>
  )
}

/** The wallet makes a new address for change: it is called what it is, provided that it really is the wallet's. */
function withChange(story: TransactionStory, change: string | undefined, own: ReadonlySet<string>): TransactionStory {
  if (change === undefined || !own.has(change)) return story
  return {
    ...story,
    outputs: story.outputs.map((output) =>
      output.kind === 'pay' && output.address === change
        ? { ...output, kind: 'change', title: 'Change, back to you', note: 'Coins of the inputs that are not needed.' }
        : output,
    ),
  }
}
