import { useEffect } from 'react'
import { ConfirmByChoice } from '../components/confirm/ConfirmByChoice.tsx'
import { t } from '../i18n/texts.ts'
import { useNode } from '../node/context.tsx'
import { Button } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The first screen of a window in a browser: whose page it is, and the one choice that differs from the desktop app. */
export function BrowserStart() {
  const { browser } = useNode().bridge
  useEffect(() => {
    document.title = 'Chainwright'
  }, [])
  return (
    <div className="flex h-full flex-col overflow-y-auto p-8">
      <div className="m-auto flex w-full max-w-160 flex-col gap-6">
        <header className="flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-28">{t('frame:browser.title')}</h1>
        </header>
        <div className="flex flex-col gap-3 text-14">
          <p>{t('frame:browser.yours')}</p>
          <p className="text-muted">{t('frame:browser.desktop')}</p>
        </div>
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{t('frame:browser.confirm')}</h2>
          <ConfirmByChoice />
          <p className="text-12 text-muted">{t('frame:browser.later')}</p>
        </section>
        <div className="flex justify-center">
          <Button variant="primary" size="lg" onClick={() => browser?.enter()}>
            {t('frame:browser.go')}
          </Button>
        </div>
      </div>
    </div>
  )
}
