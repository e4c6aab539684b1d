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
  /** shown once it is confirmed */
  readonly done: ReactNode
  /** buttons before the one that closes */
  readonly actions?: ReactNode
  /** the buttons have what follows */
  readonly leadsOn?: boolean | undefined
  onClose(): void
}

/** Follows what was sent, where its form was. */
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
