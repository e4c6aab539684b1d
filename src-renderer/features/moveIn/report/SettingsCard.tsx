import type { ReactNode } from 'react'
import { nodeError } from '../../../i18n/nodeText.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import type { FolderReport } from '../texts.ts'
import type { MoveInFields } from './useMoveInForm.ts'

type OldSettings = NonNullable<FolderReport['settings']>
type OldLine = OldSettings['taken'][number]

const lineText = ({ option, value }: OldLine) => (value === '' ? option : `${option}=${value}`)

/** Lines of the old conf file: taken over, needing consent, and left out with their values. */
export function SettingsCard({ settings, form }: { readonly settings: OldSettings; readonly form: MoveInFields }) {
  const { desktop } = useNode()
  const { taken, ask, leftout, user } = settings
  const { ticks } = form.values
  const tick = (line: string, on: boolean) =>
    form.set('ticks', on ? [...ticks, line] : ticks.filter((each) => each !== line))
  return (
    <Card title={t('moveIn:settings.title')} bodyClassName="flex flex-col gap-3">
      <div className="flex flex-col gap-1 text-muted">
        <p className="wrap-anywhere font-mono text-12">
          <SafeText text={settings.file} max={400} />
        </p>
        <p className="wrap-anywhere">
          {user === '' ? (
            t('moveIn:settings.noUser')
          ) : (
            <Trans i18nKey="moveIn:settings.user" components={{ user: <SafeText text={user} max={64} /> }} />
          )}
        </p>
        {settings.problem === null ? null : <p className="text-warn">{nodeError(settings.problem)}</p>}
      </div>
      <Lines label={t('moveIn:settings.taken')} lines={taken} />
      <Lines
        label={t('moveIn:settings.ask')}
        hint={t(desktop ? 'moveIn:settings.askDesktop' : 'moveIn:settings.askBrowser')}
        lines={ask}
        control={
          desktop
            ? undefined
            : (line) => (
                <Checkbox
                  label={visibleString(lineText(line), 120)}
                  checked={ticks.includes(lineText(line))}
                  onChange={(on) => tick(lineText(line), on)}
                />
              )
        }
      />
      {leftout.length === 0 ? null : (
        <Folded open label={t('moveIn:settings.leftCount', { count: leftout.length })} className="text-12">
          <LineList label={t('moveIn:settings.left')} lines={leftout} />
        </Folded>
      )}
    </Card>
  )
}

interface LinesProps {
  readonly label: string
  readonly hint?: string
  readonly lines: readonly OldLine[]
  readonly control?: ((line: OldLine) => ReactNode) | undefined
}

function Lines({ label, hint, lines, control }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <div className="flex flex-col">
      <h3 className="font-medium text-12">{label}</h3>
      {hint === undefined ? null : <p className="text-12 text-muted">{hint}</p>}
      <LineList label={label} lines={lines} control={control} />
    </div>
  )
}

function LineList({ label, lines, control }: LinesProps) {
  return (
    <ul aria-label={label} className="mt-1.5 divide-y rounded-md border">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may repeat a line
        <li key={index} className="flex items-start gap-3 px-3 py-1.5">
          {control?.(line)}
          <div className="flex min-w-0 flex-1 flex-col">
            <span className="wrap-anywhere font-mono text-12">
              <SafeText text={lineText(line)} max={300} />
            </span>
            {line.reason === '' ? null : <span className="text-12 text-muted">{nodeError(line.reason)}</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}
