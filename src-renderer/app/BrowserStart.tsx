import { useEffect } from 'react'
import { useNode } from '../node/context.tsx'
import { ConfirmByChoice } from '../parts/confirm/ConfirmByChoice.tsx'
import { Button } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The first screen of a window in a browser: what is different from the desktop app, and the one choice that follows. */
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
          <h1 className="font-semibold text-28">You are in a browser</h1>
        </header>
        <div className="flex flex-col gap-3 text-14">
          <p>
            In a browser you must trust this page itself: a malicious extension could act as you. So payments and keys
            need the code from your terminal, or your passphrase.
          </p>
          <p className="text-muted">The desktop app asks in separate windows instead.</p>
        </div>
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">Confirm payments and keys with</h2>
          <ConfirmByChoice />
          <p className="text-12 text-muted">You can change it later in the settings. Changing it is confirmed too.</p>
        </section>
        <div className="flex justify-center">
          <Button variant="primary" size="lg" onClick={() => browser?.enter()}>
            Continue
          </Button>
        </div>
      </div>
    </div>
  )
}
