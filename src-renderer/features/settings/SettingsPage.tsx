import { Monitor, Moon, Sun } from 'lucide-react'
import { ShortcutList } from '../../app/ShortcutList.tsx'
import { type Theme, useUi } from '../../app/uiStore.ts'
import { type LanguageChoice, languageNames, languages } from '../../i18n/languages.ts'
import { t } from '../../i18n/texts.ts'
import { useConfirmBy } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ConfirmByChoice } from '../../parts/confirm/ConfirmByChoice.tsx'
import { AutoMineSwitch } from '../../parts/mining/AutoMineSwitch.tsx'
import { PageLayout } from '../../parts/PageLayout.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'

const themes = (): readonly Segment<Theme>[] => [
  { id: 'system', label: t('settings:system'), icon: <Monitor aria-hidden className="size-3.5" /> },
  { id: 'light', label: t('settings:light'), icon: <Sun aria-hidden className="size-3.5" /> },
  { id: 'dark', label: t('settings:dark'), icon: <Moon aria-hidden className="size-3.5" /> },
]

const languageChoices = (): readonly Segment<LanguageChoice>[] => [
  { id: 'system', label: t('settings:system'), icon: <Monitor aria-hidden className="size-3.5" /> },
  ...languages.map((language) => ({
    id: language,
    label: <span lang={language}>{languageNames[language]}</span>,
  })),
]

/** Settings of this window, and of the node's confirmations. */
export function SettingsPage() {
  const { theme, setTheme, language, setLanguage } = useUi()
  return (
    <PageLayout title={t('settings:title')}>
      <div className="flex max-w-176 flex-col gap-4">
        <Card title={t('settings:appearance')}>
          <div className="flex items-center justify-between gap-4">
            <div>
              <p className="font-medium">{t('settings:theme')}</p>
              <p className="text-12 text-muted">{t('settings:themeHint')}</p>
            </div>
            <Segmented label={t('settings:theme')} value={theme} onChange={setTheme} segments={themes()} />
          </div>
          <div className="mt-4 flex items-center justify-between gap-4">
            <p className="font-medium">{t('settings:language')}</p>
            <Segmented
              label={t('settings:language')}
              value={language}
              onChange={setLanguage}
              segments={languageChoices()}
            />
          </div>
        </Card>
        <ConfirmSetting />
        <MiningSetting />
        <Card title={t('settings:shortcuts')}>
          <ShortcutList />
        </Card>
      </div>
    </PageLayout>
  )
}

function ConfirmSetting() {
  if (useConfirmBy() === undefined) return null
  return (
    <Card title={t('settings:paymentsAndKeys')}>
      <p className="mb-3 text-12 text-muted">{t('settings:paymentsAndKeysHint')}</p>
      <ConfirmByChoice />
    </Card>
  )
}

function MiningSetting() {
  const { data: status } = useRpc('getnodestatus', {})
  if (status?.network !== 'regtest') return null
  return (
    <Card
      title={t('settings:mining')}
      source={<CallSource calls={[shownCall('setautomine', { enabled: !status.automaticMining })]} />}
    >
      <AutoMineSwitch on={status.automaticMining} hint={t('settings:autoMineHint')} />
    </Card>
  )
}
