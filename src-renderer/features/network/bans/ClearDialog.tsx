import { shortSubnet } from '../../../components/shortSubnet.ts'
import { t } from '../../../i18n/texts.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import type { ListedBan } from '../useBans.ts'

export interface ClearDialogProps {
  readonly bans: readonly ListedBan[]
  onClose(): void
  onClear(): void
}

/** Asks for a confirmation before the whole list is cleared. */
export function ClearDialog({ bans, onClose, onClear }: ClearDialogProps) {
  const punished = bans.filter(({ reason }) => reason === 'misbehaving').length
  const examples = bans.slice(0, 3).map(({ address }) => shortSubnet(address))
  const addresses = examples.join(', ')
  const more = bans.length - examples.length
  return (
    <ReviewSheet
      open
      danger
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('network:clear.title', { count: bans.length })}
      confirmLabel={t('network:bans.unbanAll')}
      onConfirm={onClear}
    >
      <p>
        {more > 0 ? t('network:clear.effectMore', { addresses, more }) : t('network:clear.effect', { addresses })}
        {punished > 0 ? ` ${t('network:clear.punished', { count: punished })}` : ''}
      </p>
      <p className="mt-2 text-muted">{t('network:clear.undo')}</p>
    </ReviewSheet>
  )
}
