import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { groupDigits } from '../ui/format.ts'
import type { Step } from '../ui/StepList.tsx'
import type { NewTask } from './tasks.ts'

/** Progress of a transaction, from the node's answer. */
export type TaskProgress =
  | { readonly stage: 'broadcasting' }
  /** `expires`: height of the last block that can have it; absent if it never expires */
  | { readonly stage: 'mempool'; readonly expires?: number }
  | { readonly stage: 'confirmed'; readonly height: number }
  | { readonly stage: 'refused'; readonly reason: string }
  /** the node does not know it: it never arrived, or it was dropped */
  | { readonly stage: 'lost' }

export interface TaskEvidence {
  readonly transaction: Exclude<MethodResult<'getrawtransaction'>, string> | undefined
  /** the node said that it does not know the transaction */
  readonly unknown: boolean
  /** sending is under way in this window */
  readonly sending: boolean
}

export function taskProgress(task: NewTask, evidence: TaskEvidence): TaskProgress {
  if (task.confirmedHeight !== undefined) return { stage: 'confirmed', height: task.confirmedHeight }
  const { transaction } = evidence
  if (transaction && (transaction.confirmations ?? 0) > 0 && transaction.height !== undefined) {
    return { stage: 'confirmed', height: transaction.height }
  }
  // A transaction that the node knows overrides an earlier refusal.
  if (transaction) {
    const { expiryheight = 0 } = transaction
    return { stage: 'mempool', ...(expiryheight > 0 && { expires: expiryheight }) }
  }
  if (task.refusal !== undefined) return { stage: 'refused', reason: task.refusal }
  return evidence.unknown && !evidence.sending ? { stage: 'lost' } : { stage: 'broadcasting' }
}

const ORDER = ['signed', 'broadcast', 'mempool', 'confirmed'] as const

/** Says what can be done about a transaction that waits for its block. */
export function formatWaiting({ expires }: Extract<TaskProgress, { stage: 'mempool' }>): string {
  return expires === undefined
    ? t('tasks:waiting.forever')
    : t('tasks:waiting.untilBlock', { height: groupDigits(expires) })
}

/** The same as steps to draw. */
export function progressSteps(progress: TaskProgress): Step[] {
  const failed = progress.stage === 'refused' || progress.stage === 'lost'
  const reached = { broadcasting: 1, refused: 1, lost: 1, mempool: 3, confirmed: 4 }[progress.stage]
  return ORDER.map((id, index) => ({
    id,
    label: t(`tasks:step.${id}`),
    state: index < reached ? 'done' : index > reached ? 'waiting' : failed ? 'failed' : 'current',
  }))
}
