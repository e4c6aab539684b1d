import { CircleCheck, CircleDashed } from 'lucide-react'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
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
      title="Backup and restore drill"
      actions={
        backup === null ? (
          <Badge icon={<CircleDashed aria-hidden className="size-3" />}>None yet</Badge>
        ) : (
          <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
            Saved <Age time={backup} />
          </Badge>
        )
      }
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">
        A backup is a file with all present keys and labels. The drill tests a phrase or a file against the chain: what
        would be restored, and what would be lost.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onOpen('save')}>Save a backup</Button>
        <Button onClick={() => onOpen('drill')}>Restore drill</Button>
        <Button variant="ghost" onClick={() => onOpen('take')}>
          Take keys from a backup
        </Button>
      </div>
    </Card>
  )
}
