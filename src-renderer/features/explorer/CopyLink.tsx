import { Link2 } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import { useCopy } from '../../ui/CopyButton.tsx'

/** Copies the address of the page. Pasted into the search, it leads back here. */
export function CopyLink() {
  const [outcome, copy] = useCopy()
  const said = outcome === 'copied' ? 'Link copied' : outcome === 'refused' ? 'The system refused to copy' : ''
  return (
    <>
      <IconButton
        label={said || 'Copy link to this page'}
        icon={<Link2 aria-hidden className="size-4" />}
        onClick={() => copy(window.location.href)}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
