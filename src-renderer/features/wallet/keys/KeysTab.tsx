import { useState } from 'react'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AdvancedKeys } from './AdvancedKeys.tsx'
import { BackupCard } from './BackupCard.tsx'
import { BackupLine } from './BackupLine.tsx'
import type { KeysDialog } from './dialogs.ts'
import { MoveCard } from './MoveCard.tsx'
import { PassphraseCard } from './PassphraseCard.tsx'
import { PhraseCard } from './PhraseCard.tsx'

const OpenDialog = onDemand(() => import('./OpenDialog.tsx').then((module) => module.OpenDialog))

export interface KeysTabProps {
  readonly coin: string
  /** opens the dialog to restore an encrypted backup (true) or a phrase ('words') */
  readonly restore: true | 'words' | undefined
  /** called when that dialog was closed */
  onRestored(): void
}

/** Dialog for each value of the URL's `restore`. */
const RESTORES = { true: 'restore-backup', words: 'restore' } as const

/**
 * The keys page: the state of the backup, the phrase, the passphrase and the backup file. All other actions are in a
 * collapsible section.
 */
export function KeysTab({ coin, restore, onRestored }: KeysTabProps) {
  const status = useRpc('getwalletstatus', {})
  // Stores only which dialog is open: secrets are kept in the dialog and are dropped with it.
  const [open, setOpen] = useState<KeysDialog | undefined>(
    restore && RESTORES[String(restore) as keyof typeof RESTORES],
  )
  const { data } = status
  return (
    <ScrollRegion label={t('wallet:tab.keys')} className="h-full p-4">
      {data ? (
        <div className="flex flex-col gap-4">
          <BackupLine status={data} onOpen={setOpen} />
          <div className="grid grid-cols-3 gap-4 max-[1199px]:grid-cols-1">
            <PhraseCard status={data} onOpen={setOpen} />
            <PassphraseCard status={data} onOpen={setOpen} />
            <BackupCard status={data} onOpen={setOpen} />
          </div>
          <MoveCard status={data} coin={coin} />
          <AdvancedKeys status={data} onOpen={setOpen} />
        </div>
      ) : status.error ? (
        <RpcErrorState error={status.error} onRetry={() => void status.refetch()} className="m-0" />
      ) : (
        <KeysSkeleton />
      )}
      {open ? (
        <OpenDialog
          open={open}
          coin={coin}
          phrase={data?.phrase ?? false}
          older={data?.imported ?? 0}
          onClose={() => {
            setOpen(undefined)
            if (restore) onRestored()
          }}
        />
      ) : null}
    </ScrollRegion>
  )
}

/** Placeholder for the sentence about the backup, and three cards. */
function KeysSkeleton() {
  return (
    <div role="status" aria-label={t('ui:loading')} className="grid grid-cols-3 gap-4 max-[1199px]:grid-cols-1">
      <Skeleton className="col-span-full h-14 rounded-lg" />
      {['phrase', 'passphrase', 'backup'].map((name) => (
        <Skeleton key={name} className="h-40 rounded-lg" />
      ))}
    </div>
  )
}
