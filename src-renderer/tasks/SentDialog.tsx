import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SentStage } from './SentStage.tsx'
import type { NewTask } from './tasks.ts'
import { useTaskTitle } from './taskTitle.ts'
import { useTask } from './useTask.ts'

export interface SentDialogProps {
  readonly task: NewTask
  /** Shown after the transaction is confirmed. */
  readonly done: ReactNode
  /** Buttons before the close button. */
  readonly actions?: ReactNode
  /** Set if the buttons lead to the next step. */
  readonly leadsOn?: boolean | undefined
  onClose(): void
}

/** Dialog that replaces a form's dialog and shows the progress of the sent transaction. */
export function SentDialog({ task, done, actions, leadsOn, onClose }: SentDialogProps) {
  const title = useTaskTitle(useTask(task))
  return (
    <Dialog open onOpenChange={onClose} title={title} size="lg">
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
