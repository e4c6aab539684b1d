import { Link } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useDisplayStyle } from '../../ui/displayStyle.ts'
import { Switch } from '../../ui/Switch.tsx'
import { NodeFacts } from './NodeFacts.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Settings for users who write programs against the node. */
export function DeveloperSection() {
  const { developer, setDeveloper } = useDisplayStyle()
  return (
    <Card title={t('settings:section.developer')} bodyClassName="flex flex-col gap-4">
      <Switch
        label={t('settings:developer.mode')}
        hint={t('settings:developer.modeHint')}
        checked={developer}
        onChange={setDeveloper}
      />
      <SettingRow label={t('frame:page.console')} hint={t('settings:developer.consoleHint')}>
        <Button asChild>
          <Link to="/console">
            <SquareTerminal aria-hidden className="size-4" /> {t('settings:developer.openConsole')}
          </Link>
        </Button>
      </SettingRow>
      {developer ? <NodeFacts /> : null}
    </Card>
  )
}
