import { Monitor, Moon, Sun } from 'lucide-react'
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { figuresIn } from '#shared/figures.ts'
import { type LanguageChoice, languageNames, languages } from '#shared/languages.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ConfirmByChoice } from '../../components/confirm/ConfirmByChoice.tsx'
import { type Theme, useUi } from '../../components/uiStore.ts'
import { shownLanguage, t } from '../../i18n/texts.ts'
import { useConfirmBy } from '../../node/context.tsx'
import { Card } from '../../ui/Card.tsx'
import { type AmountUnits, type DateStyle, useDisplayStyle } from '../../ui/displayStyle.ts'
import { coinsAmount, formatTime, groupDigits } from '../../ui/format.ts'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { SettingRow } from './SettingRow.tsx'
import { useAppSettings, useAppSwitch } from './useAppSettings.ts'

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

const dateStyles = (): readonly Segment<DateStyle>[] => [
  { id: 'language', label: t('settings:datesLanguage') },
  { id: 'iso', label: t('settings:datesIso') },
]

/** An evening on a day above 12, so that the order of day and month is visible. */
const EXAMPLE_TIME = Date.UTC(2026, 10, 22, 20, 15) / 1000
const EXAMPLE_AMOUNT = 50_000_000n

const unitChoices = (): readonly Segment<AmountUnits>[] => [
  { id: 'coins', label: coinsAmount(EXAMPLE_AMOUNT) },
  { id: 'eight', label: figuresIn(shownLanguage()).coins(EXAMPLE_AMOUNT) },
  { id: 'sat', label: `${groupDigits(EXAMPLE_AMOUNT)} sat` },
]

const unitsHint = (units: AmountUnits): string => t(`settings:unitsHint.${units}`)

/** Settings for the appearance of the window, and for the app on this computer. */
export function GeneralSection() {
  const { theme, setTheme, language, setLanguage } = useUi()
  const { dates, setDates, units, setUnits } = useDisplayStyle()
  return (
    <>
      <Card title={t('settings:appearance')} bodyClassName="flex flex-col gap-4">
        <SettingRow label={t('settings:theme')} hint={t('settings:themeHint')}>
          <Segmented label={t('settings:theme')} value={theme} onChange={setTheme} segments={themes()} />
        </SettingRow>
        <SettingRow label={t('settings:language')}>
          <Segmented
            label={t('settings:language')}
            value={language}
            onChange={setLanguage}
            segments={languageChoices()}
          />
        </SettingRow>
        <SettingRow label={t('settings:dates')} hint={formatTime(EXAMPLE_TIME)}>
          <Segmented label={t('settings:dates')} value={dates} onChange={setDates} segments={dateStyles()} />
        </SettingRow>
        <SettingRow label={t('settings:units')} hint={unitsHint(units)}>
          <Segmented label={t('settings:units')} value={units} onChange={setUnits} segments={unitChoices()} />
        </SettingRow>
      </Card>
      <ConfirmSetting />
      <AppSetting />
    </>
  )
}

function ConfirmSetting() {
  if (useConfirmBy() === undefined) return null
  return (
    <Card title={t('settings:paymentsAndKeys')}>
      <div className="mb-3 flex flex-col gap-1 text-12 text-muted">
        <p>{t('settings:paymentsAndKeysHint')}</p>
        <p>{t('settings:paymentsAndKeysTrust')}</p>
      </div>
      <ConfirmByChoice />
    </Card>
  )
}

/** Settings of the desktop app only. */
function AppSetting() {
  const data = useAppSettings()
  if (!data) return null
  return data.desktop ? (
    <OfThisComputer {...data} />
  ) : (
    <Card title={t('settings:computer')}>
      <p className="text-muted">{t('settings:browserOnly', { port: data.webport ?? location.port })}</p>
    </Card>
  )
}

type OfThisComputerProps = Pick<ChainMethodResult<'getappsettings'>, 'login' | 'tray' | 'keeprunning'>

function OfThisComputer({ login, tray, keeprunning }: OfThisComputerProps) {
  const atLogin = useAppSwitch(login, (on) => ({ login: on }))
  const inTray = useAppSwitch(tray, (on) => ({ tray: on }))
  const running = useAppSwitch(keeprunning, (on) => ({ keeprunning: on }))
  return (
    <Card
      title={t('settings:computer')}
      source={<CallSource calls={[shownCall('getappsettings', {})]} />}
      bodyClassName="flex flex-col gap-4"
    >
      <Switch label={t('settings:login')} hint={t('settings:loginHint')} {...atLogin} />
      <Switch label={t('settings:tray')} hint={t('settings:trayHint')} {...inTray} />
      <Switch
        label={t('settings:keepRunning')}
        hint={t('settings:keepRunningHint')}
        disabled={!inTray.checked}
        {...running}
      />
    </Card>
  )
}
