import { useState } from 'react'
import { t } from '../../i18n/texts.ts'
import { BuiltReview, CostLine, useStory } from '../../parts/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../parts/transaction/built.ts'
import { SentStage } from '../../tasks/SentStage.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { useSendTransaction } from '../../tasks/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { plainAmount } from '../../ui/format.ts'
import { ReviewSheet } from '../../ui/ReviewSheet.tsx'
import { type ChannelOrder, orderAmount } from './orders.ts'
import { channelMismatch } from './verify.ts'

export interface ChannelReviewProps {
  readonly built: BuiltTransaction
  readonly order: ChannelOrder
  readonly ccaddress: string
  /** the other end, already safe to show */
  readonly name: string
  readonly coin: string
  onBack(): void
  onClose(): void
}

/** What was built for a channel: review → broadcast → confirmed. */
export function ChannelReview({ built, order, ccaddress, name, coin, onBack, onClose }: ChannelReviewProps) {
  const story = useStory(built)
  const send = useSendTransaction(built.told.txid)
  const [task, setTask] = useState<NewTask>()
  const { kind } = order
  const amount = plainAmount(orderAmount(order))
  if (task) {
    return (
      <Dialog open onOpenChange={onClose} title={task.title} size="lg">
        <SentStage
          task={task}
          done={t(`channels:done.${kind}`)}
          actions={<Button onClick={onClose}>{t('ui:close')}</Button>}
        />
      </Dialog>
    )
  }
  if (!story) return null
  const words = { amount, coin, name }
  const mismatch = channelMismatch(built.told, order, ccaddress)
  const confirm = () => {
    const next: NewTask = {
      txid: built.told.txid,
      title: t(`channels:task.${kind}`, words),
      hex: built.hex,
      startedAt: Date.now(),
      effect: { kind: 'channel', amount: String(orderAmount(order)) },
    }
    send.mutate(next)
    setTask(next)
  }
  return (
    <ReviewSheet
      open
      onOpenChange={onBack}
      title={t(`channels:review.title.${kind}`, words)}
      description={t(`channels:review.hint.${kind}`, { name })}
      confirmLabel={t(`channels:review.confirm.${kind}`)}
      onConfirm={confirm}
      blocked={mismatch ? t('channels:blocked') : undefined}
    >
      <BuiltReview
        built={built}
        story={story}
        coin={coin}
        mismatch={mismatch}
        cost={
          <CostLine
            sentence={t(`channels:review.cost.${kind}`, words)}
            parts={t('channels:review.fee', { amount: plainAmount(built.told.fee ?? 0n), coin })}
          />
        }
      />
    </ReviewSheet>
  )
}
