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
  /** Label of the button that closes the sheet; default: Back. */
  readonly backLabel?: string | undefined
  /** Second button, which rejects the subject of the sheet. */
  readonly reject?: { readonly label: string; run(): void } | undefined
  readonly busy?: boolean | undefined
  readonly danger?: boolean | undefined
  /** Reason why confirming is not possible yet; shown next to the button. */
  readonly blocked?: string | undefined
  readonly children: ReactNode
}

/** Confirming requires a click or Space: holding Enter in the previous form must never spend coins. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/** Sheet for reviewing an irreversible action, with its effect in words and numbers. */
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
