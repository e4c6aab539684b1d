import { useState } from 'react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { CostLine } from '../../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../tasks/BuiltSheet.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { plainAmount } from '../../ui/format.ts'
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
  const [task, setTask] = useState<NewTask>()
  const { kind } = order
  if (task) return <SentDialog task={task} done={t(`channels:done.${kind}`)} onClose={onClose} />
  const words = { amount: plainAmount(orderAmount(order)), coin, name }
  const mismatch = channelMismatch(built.told, order, ccaddress)
  const asked: Asked = {
    title: t(`channels:review.title.${kind}`, words),
    hint: t(`channels:review.hint.${kind}`, { name }),
    confirm: t(`channels:review.confirm.${kind}`),
    cost: (
      <CostLine
        satoshis={orderAmount(order)}
        sentence={t(`channels:review.cost.${kind}`, words)}
        parts={t('channels:review.fee', {
          amount: plainAmount(built.told.fee ?? 0n),
          listing: plainAmount(CONTRACT_FEE),
          coin,
        })}
      />
    ),
    mismatch,
    blocked: mismatch && t('channels:blocked'),
    task: t(`channels:task.${kind}`, words),
    effect: { kind: 'channel', amount: String(orderAmount(order)) },
  }
  return <BuiltSheet built={built} asked={asked} coin={coin} onBack={onBack} onSent={setTask} />
}
