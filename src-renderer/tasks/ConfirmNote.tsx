import { Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CostFigures } from '../components/transaction/figures.ts'
import { t } from '../i18n/texts.ts'
import { useNode } from '../node/context.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { plainAmount } from '../ui/format.ts'
import type { ConfirmationFlow, HeldBack } from './useConfirmation.ts'

export interface ConfirmNoteProps {
  readonly flow: Pick<ConfirmationFlow<never>, 'stage' | 'heldBack'>
  readonly coin: string
}

/**
 * Shown above a form's button while the user is asked in another window, or after nothing was sent, with the reason.
 * After an answer the form gets the focus.
 */
export function ConfirmNote({ flow: { stage, heldBack }, coin }: ConfirmNoteProps) {
  const place = useRef<HTMLDivElement>(null)
  const answered = heldBack?.why === 'declined' || heldBack?.why === 'correcting'
  useEffect(() => {
    if (!answered) return
    const form = place.current?.closest('form')
    form?.querySelector<HTMLElement>('input:not([type="radio"]), textarea, select, button[type="submit"]')?.focus()
  }, [answered])
  return (
    <div ref={place} role="status" className="empty:hidden">
      {stage === 'waiting' ? <Waiting /> : heldBack ? <Held heldBack={heldBack} coin={coin} /> : null}
    </div>
  )
}

function Waiting() {
  const { desktop } = useNode()
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      {t(desktop ? 'parts:confirm.waitingApp' : 'parts:confirm.waiting')}
    </p>
  )
}

function Held({ heldBack, coin }: { readonly heldBack: HeldBack; readonly coin: string }) {
  switch (heldBack.why) {
    case 'mismatch':
      return (
        <ErrorState
          compact
          title={t('parts:review.mismatch')}
          safe={t('parts:review.mismatchSafe', { mismatch: heldBack.text })}
          advice={heldBack.advice ?? t('parts:review.advice')}
        />
      )
    case 'changed':
      return (
        <>
          <ChangedFigures {...heldBack} coin={coin} />
          <p className="mt-1 text-12 text-muted">{t('parts:confirm.pressAgain')}</p>
        </>
      )
    case 'declined':
      return <p className="font-medium">{t('parts:confirm.notSent')}</p>
    default:
      return null
  }
}

export interface ChangedFiguresProps {
  readonly before: Partial<Pick<CostFigures, 'total' | 'fee'>>
  readonly now: CostFigures
  readonly coin: string
}

/** Shows which amount differs from the one in the form. */
export function ChangedFigures({ before, now, coin }: ChangedFiguresProps) {
  const name = before.fee !== undefined && before.fee !== now.fee ? 'fee' : 'total'
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
      {t(`parts:confirm.changed.${name}`, {
        now: plainAmount(now[name]),
        before: plainAmount(before[name] ?? 0n),
        coin,
      })}
    </p>
  )
}
