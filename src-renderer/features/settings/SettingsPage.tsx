import { Monitor, Moon, Sun } from 'lucide-react'
import { ShortcutList } from '../../app/ShortcutList.tsx'
import { type Theme, useUi } from '../../app/uiStore.ts'
import { useConfirmBy } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { ConfirmByChoice } from '../../parts/confirm/ConfirmByChoice.tsx'
import { AutoMineSwitch } from '../../parts/mining/AutoMineSwitch.tsx'
import { PageLayout } from '../../parts/PageLayout.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'

const themes: readonly Segment<Theme>[] = [
  { id: 'system', label: 'System', icon: <Monitor aria-hidden className="size-3.5" /> },
  { id: 'light', label: 'Light', icon: <Sun aria-hidden className="size-3.5" /> },
  { id: 'dark', label: 'Dark', icon: <Moon aria-hidden className="size-3.5" /> },
]

/** Settings of this window, and of the node's confirmations. */
export function SettingsPage() {
  const { theme, setTheme } = useUi()
  return (
    <PageLayout title="Settings">
      <div className="flex max-w-176 flex-col gap-4">
        <Card title="Appearance">
          <div className="flex items-center justify-between gap-4">
            <div>
              <p className="font-medium">Theme</p>
              <p className="text-12 text-muted">“System” follows the setting of this computer.</p>
            </div>
            <Segmented label="Theme" value={theme} onChange={setTheme} segments={themes} />
          </div>
        </Card>
        <ConfirmSetting />
        <MiningSetting />
        <Card title="Keyboard shortcuts">
          <ShortcutList />
        </Card>
      </div>
    </PageLayout>
  )
}

function ConfirmSetting() {
  if (useConfirmBy() === undefined) return null
  return (
    <Card title="Payments and keys">
      <p className="mb-3 text-12 text-muted">
        In a browser they are confirmed with something that the page does not have. Changing it is confirmed too.
      </p>
      <ConfirmByChoice />
    </Card>
  )
}

function MiningSetting() {
  const { data: status } = useRpc('getnodestatus', {})
  if (status?.network !== 'regtest') return null
  return (
    <Card
      title="Mining"
      source={<CallSource calls={[shownCall('setautomine', { enabled: !status.automaticMining })]} />}
    >
      <AutoMineSwitch on={status.automaticMining} hint="Mines a block whenever a transaction is waiting." />
    </Card>
  )
}
