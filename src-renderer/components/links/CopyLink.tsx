import { Link2 } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useCopy } from '../../ui/CopyButton.tsx'

/** Copies the address of the page. Pasted into the search, it opens this page again. */
export function CopyLink() {
  const [outcome, copy] = useCopy()
  const said = outcome === 'copied' ? t('parts:pageLink.copied') : outcome === 'refused' ? t('ui:copyRefused') : ''
  return (
    <>
      <IconButton
        label={said || t('parts:pageLink.copy')}
        icon={<Link2 aria-hidden className="size-4" />}
        onClick={() => copy(window.location.href)}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
