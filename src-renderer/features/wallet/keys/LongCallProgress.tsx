import type { Progress as Measured } from '#shared/events.ts'
import { formatUnit } from '../../../components/unitWord.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'

export interface LongCallProgressProps {
  readonly label: string
  readonly progress: Measured | undefined
  onCancel(): void
}

export function LongCallProgress({ label, progress, onCancel }: LongCallProgressProps) {
  return (
    <div className="flex items-center gap-4 rounded-md border bg-sunken px-4 py-3">
      <ProgressBar
        className="min-w-0 flex-1"
        label={label}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        unit={formatUnit(progress?.unit ?? '')}
      />
      <Button size="sm" onClick={onCancel}>
        {t('wallet:stop')}
      </Button>
    </div>
  )
}
