import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { ALERT_KINDS, type AlertKind } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useAppSettings, useAppSwitch } from './useAppSettings.ts'

/** Settings for notifications while the window has no focus. */
export function NotificationsSection() {
  const { desktop } = useNode()
  const data = useAppSettings()
  if (!data) return null
  return (
    <>
      {desktop ? null : <BrowserPermission />}
      <Card
        title={t('settings:notify.title')}
        source={<CallSource calls={[shownCall('getappsettings', {})]} />}
        bodyClassName="flex flex-col gap-4"
      >
        <p className="text-pretty text-muted">{t('settings:notify.intro')}</p>
        {ALERT_KINDS.map((kind) => (
          <AlertSwitch key={kind} kind={kind} now={data.notify[kind]} />
        ))}
      </Card>
    </>
  )
}

function AlertSwitch({ kind, now }: { readonly kind: AlertKind; readonly now: boolean }) {
  const position = useAppSwitch(now, (on) => ({ notify: { [kind]: on } }))
  return <Switch label={t(`settings:notify.${kind}`)} {...position} />
}

/** A browser shows notifications only after the user allowed them by a click. */
function BrowserPermission() {
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  return (
    <Card title={t('settings:notify.browser')}>
      {state === 'default' ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-88 text-pretty text-muted">{t('settings:notify.ask')}</p>
          <Button
            icon={<BellRing aria-hidden className="size-4" />}
            onClick={() => void Notification.requestPermission().then(setState)}
          >
            {t('settings:notify.allow')}
          </Button>
        </div>
      ) : (
        <p className="text-pretty text-muted">
          {state === 'granted' ? t('settings:notify.granted') : t('settings:notify.denied')}
        </p>
      )}
    </Card>
  )
}
