import { plural } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { shortSubnet } from '../subnets.ts'
import type { ListedBan } from '../useBans.ts'

export interface ClearDialogProps {
  readonly bans: readonly ListedBan[]
  onClose(): void
  onClear(): void
}

/** Asks before the whole list is cleared. */
export function ClearDialog({ bans, onClose, onClear }: ClearDialogProps) {
  const punished = bans.filter(({ reason }) => reason === 'misbehaving').length
  const examples = bans.slice(0, 3).map(({ address }) => shortSubnet(address))
  return (
    <ReviewSheet
      open
      danger
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Lift all ${plural(bans.length, 'ban')}?`}
      confirmLabel="Lift all"
      onConfirm={onClear}
    >
      <p>
        {examples.join(', ')}
        {bans.length > examples.length ? ` and ${bans.length - examples.length} more` : ''} may connect again at once.
        {punished > 0 ? ` ${plural(punished, 'entry', 'entries')} of them misbehaved.` : ''}
      </p>
      <p className="mt-2 text-muted">
        You can undo this while the notification is shown. To keep the list, export it first.
      </p>
    </ReviewSheet>
  )
}
