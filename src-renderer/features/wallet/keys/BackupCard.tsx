import { CircleCheck, CircleDashed } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'
import { describeSchedule } from './sealed/ScheduleLine.tsx'

/** Shows the encrypted backup file, and the schedule of automatic backups. */
export function BackupCard({ status: { backup }, onOpen }: PhraseCardProps) {
  const { data: schedule } = useRpc('getbackupschedule', {})
  return (
    <Card
      title={t('wallet:backup.cardTitle')}
      actions={
        backup === null ? (
          <Badge icon={<CircleDashed aria-hidden className="size-3" />}>{t('wallet:backup.none')}</Badge>
        ) : (
          <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
            <Trans i18nKey="wallet:backup.saved" components={{ age: <Age time={backup} /> }} />
          </Badge>
        )
      }
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">{t('wallet:backup.explanation')}</p>
      {schedule?.on ? (
        <p className={schedule.error === null ? 'mt-2 text-12 text-muted' : 'mt-2 text-12 text-warn'}>
          {describeSchedule(schedule)}
        </p>
      ) : null}
      <Button className="mt-3" onClick={() => onOpen('seal')}>
        {t('backup:save.title')}
      </Button>
    </Card>
  )
}
