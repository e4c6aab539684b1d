import { ShieldQuestion } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { useAppQuestion } from '../node/useAppQuestion.ts'

/** Points out an open question window of the app, which another window may cover. */
export function QuestionNote() {
  const open = useAppQuestion()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-60 flex justify-center">
      {open ? (
        <p className="flex items-center gap-2 rounded-full border border-line-strong bg-raised px-4 py-2 font-medium shadow-float">
          <ShieldQuestion aria-hidden className="size-4 shrink-0 text-accent-text" />
          {t('frame:answerOutside')}
        </p>
      ) : null}
    </div>
  )
}
