import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { groupDigits } from '../ui/format.ts'
import type { Step } from '../ui/StepList.tsx'
import type { NewTask } from './tasks.ts'

/** Progress of a transaction, according to the node. */
export type TaskProgress =
  | { readonly stage: 'broadcasting' }
  /** `expires` is the height of the last block that can contain the transaction; absent if it never expires. */
  | { readonly stage: 'mempool'; readonly expires?: number }
  | { readonly stage: 'confirmed'; readonly height: number }
  | { readonly stage: 'refused'; readonly reason: string }
  /** The node does not have the transaction: it never arrived or was dropped. */
  | { readonly stage: 'lost' }

export interface TaskEvidence {
  readonly transaction: Exclude<MethodResult<'getrawtransaction'>, string> | undefined
  /** True if the node answered that it does not know the transaction. */
  readonly unknown: boolean
  /** True while this window sends the transaction. */
  readonly sending: boolean
}

export function taskProgress(task: NewTask, evidence: TaskEvidence): TaskProgress {
  if (task.confirmedHeight !== undefined) return { stage: 'confirmed', height: task.confirmedHeight }
  const { transaction } = evidence
  if (transaction && (transaction.confirmations ?? 0) > 0 && transaction.height !== undefined) {
    return { stage: 'confirmed', height: transaction.height }
  }
  // If the node has the transaction, an earlier rejection no longer matters.
  if (transaction) {
    const { expiryheight = 0 } = transaction
    return { stage: 'mempool', ...(expiryheight > 0 && { expires: expiryheight }) }
  }
  if (task.refusal !== undefined) return { stage: 'refused', reason: task.refusal }
  return evidence.unknown && !evidence.sending ? { stage: 'lost' } : { stage: 'broadcasting' }
}

const ORDER = ['signed', 'broadcast', 'mempool', 'confirmed'] as const

/** Explains until when an unconfirmed transaction can be mined. */
export function formatWaiting({ expires }: Extract<TaskProgress, { stage: 'mempool' }>): string {
  return expires === undefined
    ? t('tasks:waiting.forever')
    : t('tasks:waiting.untilBlock', { height: groupDigits(expires) })
}

/** Converts the progress to the steps of a step list. */
export function progressSteps(progress: TaskProgress): Step[] {
  const failed = progress.stage === 'refused' || progress.stage === 'lost'
  const reached = { broadcasting: 1, refused: 1, lost: 1, mempool: 3, confirmed: 4 }[progress.stage]
  return ORDER.map((id, index) => ({
    id,
    label: t(`tasks:step.${id}`),
    state: index < reached ? 'done' : index > reached ? 'waiting' : failed ? 'failed' : 'current',
  }))
}
