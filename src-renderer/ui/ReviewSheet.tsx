import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { t } from '../i18n/texts.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ReviewSheetProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly confirmLabel: string
  onConfirm(): void
  /** label of the button that closes the sheet; default: Back */
  readonly backLabel?: string | undefined
  /** a second way out, which ends what the sheet is about */
  readonly reject?: { readonly label: string; run(): void } | undefined
  readonly busy?: boolean | undefined
  readonly danger?: boolean | undefined
  /** Why confirming is not possible yet; shown beside the button. */
  readonly blocked?: string | undefined
  readonly children: ReactNode
}

/** Confirming takes a click or Space: a held Enter from the previous form must never spend anything. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/** Review sheet before an irreversible action: its effect in words and numbers. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm, busy, danger, blocked, children } = props
  const { backLabel = t('ui:back'), reject } = props
  const back = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="lg"
      contentLabel={typeof title === 'string' ? title : undefined}
      initialFocus={back}
      footer={
        <>
          <p className="mr-auto text-12 text-muted">{blocked ?? t('ui:noEnter')}</p>
          {reject ? <Button onClick={reject.run}>{reject.label}</Button> : null}
          <Button ref={back} onClick={() => onOpenChange(false)}>
            {backLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={Boolean(blocked)}
            onKeyDown={ignoreEnter}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
