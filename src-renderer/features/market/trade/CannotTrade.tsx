import { Ban } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'

/** Replaces the form for a token that cannot be transferred. */
export function CannotTrade() {
  return (
    <div className="flex gap-2">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div>
        <p className="font-medium">{t('trade:cannot.title')}</p>
        <p className="text-muted">{t('trade:cannot.why')}</p>
      </div>
    </div>
  )
}
