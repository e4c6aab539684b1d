import type { ReactNode } from 'react'
import { BuiltReview, useStory } from '../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import { t } from '../i18n/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ReviewSheet } from '../ui/ReviewSheet.tsx'
import { SentStage } from './SentStage.tsx'
import type { NewTask, TaskEffect } from './tasks.ts'
import { useSendTransaction } from './useTask.ts'

/** What is asked before a transaction is sent. */
export interface Asked {
  readonly title: string
  readonly hint: string
  readonly confirm: string
  /** it destroys something */
  readonly danger?: boolean | undefined
  /** the price in a sentence, above everything else */
  readonly cost: ReactNode
  /** why what was built is not what was asked for */
  readonly mismatch: string | undefined
  /** in place of the button that sends; undefined: it may be sent */
  readonly blocked: string | undefined
  /** its title in the list of tasks */
  readonly task: string
  readonly effect: TaskEffect
}

export interface BuiltSheetProps {
  readonly built: BuiltTransaction
  readonly asked: Asked
  readonly coin: string
  onBack(): void
  onSent(task: NewTask): void
}

/** The review of what was built; agreeing to it sends it. */
export function BuiltSheet({ built, asked, coin, onBack, onSent }: BuiltSheetProps) {
  const story = useStory(built)
  const send = useSendTransaction(built.told.txid)
  if (!story) return null
  const confirm = () => {
    const task: NewTask = {
      txid: built.told.txid,
      title: asked.task,
      hex: built.hex,
      ...(built.move && { before: built.move.hex }),
      startedAt: Date.now(),
      effect: asked.effect,
    }
    send.mutate(task)
    onSent(task)
  }
  return (
    <ReviewSheet
      open
      onOpenChange={onBack}
      title={asked.title}
      description={asked.hint}
      confirmLabel={asked.confirm}
      danger={asked.danger}
      onConfirm={confirm}
      blocked={asked.blocked}
    >
      <BuiltReview built={built} story={story} coin={coin} mismatch={asked.mismatch} cost={asked.cost} />
    </ReviewSheet>
  )
}

export interface SentDialogProps {
  readonly task: NewTask
  /** shown once it is confirmed */
  readonly done: ReactNode
  /** buttons before the one that closes */
  readonly actions?: ReactNode
  /** the buttons have what follows */
  readonly leadsOn?: boolean | undefined
  onClose(): void
}

/** Follows what was sent, where its review was. */
export function SentDialog({ task, done, actions, leadsOn, onClose }: SentDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={task.title} size="lg">
      <SentStage
        task={task}
        done={done}
        leadsOn={leadsOn}
        actions={
          <>
            {actions}
            <Button onClick={onClose}>{t('ui:close')}</Button>
          </>
        }
      />
    </Dialog>
  )
}
