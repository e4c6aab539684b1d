import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'

/** Link to the page before this one: the found folders, or the list of chains. */
export function BackLink({ to }: { readonly to: '/chains' | '/chains/movein' }) {
  return (
    <Button asChild variant="ghost">
      <Link to={to}>
        <ArrowLeft aria-hidden className="size-4" /> {t('moveIn:back')}
      </Link>
    </Button>
  )
}
