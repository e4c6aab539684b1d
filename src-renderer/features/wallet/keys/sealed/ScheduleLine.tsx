import { CalendarClock, TriangleAlert } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../../i18n/texts.ts'
import { useRpc } from '../../../../node/queries.ts'
import { Button } from '../../../../ui/Button.tsx'
import { formatTime } from '../../../../ui/format.ts'
import { SafeText } from '../../../../ui/SafeText.tsx'

type Schedule = MethodResult<'getbackupschedule'>

/** Describes the result of the last automatic backup in one sentence. */
export function describeSchedule({ on, every, changes, last, error, waiting }: Schedule): string {
  if (!on) return t('backup:schedule.none')
  if (error !== null) return t('backup:schedule.failed', { reason: error })
  if (waiting) return t('backup:schedule.waiting')
  const made = last === null ? '' : formatTime(last)
  if (every === 'week') return t('backup:schedule.weekly', { made })
  return every === 'changes'
    ? t('backup:schedule.counted', { count: changes, made })
    : t('backup:schedule.daily', { made })
}

/** Shows the state of automatic backups: the schedule, the time of the last one, and the reason of a failure. */
export function ScheduleLine({ onOpen }: { onOpen(): void }) {
  const { data } = useRpc('getbackupschedule', {})
  if (!data) return null
  const trouble = data.error !== null
  const Icon = trouble ? TriangleAlert : CalendarClock
  return (
    <div className="flex items-center gap-2 border-t pt-3 max-[479px]:flex-wrap">
      <Icon aria-hidden className={trouble ? 'size-4 shrink-0 text-warn' : 'size-4 shrink-0 text-muted'} />
      <div role="status" className="min-w-0 flex-1 text-12 text-muted max-[479px]:min-w-40">
        <p className={trouble ? 'text-warn' : undefined}>{describeSchedule(data)}</p>
        {data.folder === null ? null : (
          <p className="wrap-anywhere">
            <SafeText text={data.folder} max={200} />
          </p>
        )}
      </div>
      <Button size="sm" onClick={onOpen}>
        {data.on ? t('backup:schedule.edit') : t('backup:schedule.open')}
      </Button>
    </div>
  )
}
