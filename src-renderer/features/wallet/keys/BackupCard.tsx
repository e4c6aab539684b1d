import { CircleCheck, CircleDashed } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'

/** Backup of all keys, and the restore drill. */
export function BackupCard({ status, onOpen }: PhraseCardProps) {
  const { backup } = status
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
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onOpen('seal')}>{t('backup:save.title')}</Button>
        <Button onClick={() => onOpen('drill')}>{t('wallet:drillTitle')}</Button>
        <Button onClick={() => onOpen('restore-backup')}>{t('backup:restore.title')}</Button>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-1 text-12 text-muted">
        {t('backup:plain')}
        <Button size="sm" variant="ghost" onClick={() => onOpen('save')}>
          {t('wallet:backup.save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onOpen('take')}>
          {t('wallet:backup.import')}
        </Button>
      </p>
    </Card>
  )
}
