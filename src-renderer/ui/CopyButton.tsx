import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../i18n/texts.ts'
import { Button, IconButton } from './Button.tsx'
import { copyText } from './clipboard.ts'

type Outcome = 'idle' | 'copied' | 'refused'

/** Copies a text and reports the outcome for a moment. */
export function useCopy(): readonly [Outcome, (text: string) => void] {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), 1600)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = (text: string) => void copyText(text).then((done) => setOutcome(done ? 'copied' : 'refused'))
  return [outcome, copy]
}

const icons = { idle: Copy, copied: Check, refused: X } as const

export interface CopyButtonProps {
  readonly text: string
  /** Name of the copied text in the accessible name, such as "Copy block hash". */
  readonly label: string
  /** Text next to the icon. */
  readonly children?: string | undefined
  /** If false, as high as the neighbouring buttons. */
  readonly small?: boolean | undefined
}

export function CopyButton({ text, label, children, small = true }: CopyButtonProps) {
  const [outcome, copy] = useCopy()
  const Icon = icons[outcome]
  const icon = <Icon aria-hidden className="size-3.5" />
  const said = outcome === 'copied' ? t('ui:copied') : outcome === 'refused' ? t('ui:copyRefused') : ''
  return (
    <>
      {children ? (
        <Button size={small ? 'sm' : 'md'} variant="ghost" icon={icon} onClick={() => copy(text)} aria-label={label}>
          {outcome === 'copied' ? t('ui:copied') : children}
        </Button>
      ) : (
        <IconButton label={said || label} small={small} icon={icon} onClick={() => copy(text)} />
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
