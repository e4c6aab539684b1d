import { TriangleAlert } from 'lucide-react'
import { t } from '../../i18n/texts.ts'

/** Warns that the chain's rules do not force the heir to wait. */
export function Hazard() {
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{t('heir:hazard')}</span>
    </p>
  )
}
