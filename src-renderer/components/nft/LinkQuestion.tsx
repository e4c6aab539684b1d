import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'

export interface LinkQuestionProps {
  readonly about: 'picture' | 'page'
  readonly host: string
  readonly address: string
  onFetch(always: boolean): void
  onClose(): void
}

/**
 * Asks in the page, in a browser, before following a link, because the server behind it learns the user's IP address.
 */
export function LinkQuestion({ about, host, address, onFetch, onClose }: LinkQuestionProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  // The pressed button was removed: move the keyboard focus here.
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset
      ref={box}
      tabIndex={-1}
      aria-label={t(`nft:ask.${about}`, { host })}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-warn/35 bg-warn-soft p-3"
    >
      <p className="wrap-anywhere font-medium">{t(`nft:ask.${about}`, { host })}</p>
      <p className="text-12">
        {t('nft:stranger')} {t('nft:ask.learns')} {about === 'picture' ? t('nft:ask.alwaysHint') : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {about === 'picture' ? (
          <>
            <Button size="sm" onClick={() => onFetch(false)}>
              {t('nft:ask.once')}
            </Button>
            <Button size="sm" onClick={() => onFetch(true)}>
              {t('nft:ask.always')}
            </Button>
          </>
        ) : (
          <Button asChild size="sm" onClick={onClose}>
            <a href={address} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden className="size-3.5" />
              {t('nft:ask.open')}
            </a>
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('nft:ask.never')}
        </Button>
      </div>
    </fieldset>
  )
}
