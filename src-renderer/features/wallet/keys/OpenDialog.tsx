import { SaveBackupDialog, TakeBackupDialog } from './BackupDialogs.tsx'
import { DrillDialog } from './DrillDialog.tsx'
import type { KeysDialog } from './dialogs.ts'
import { ImportKeyDialog, ShowKeyDialog } from './KeyDialogs.tsx'
import { NewPhraseDialog } from './NewPhraseDialog.tsx'
import { OldKeysDialog } from './OldKeysDialog.tsx'
import { PassphraseDialog } from './PassphraseDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { ShowPhraseDialog } from './ShowPhraseDialog.tsx'
import { RestoreSealedDialog } from './sealed/RestoreSealedDialog.tsx'
import { SaveSealedDialog } from './sealed/SaveSealedDialog.tsx'
import { ScheduleDialog } from './sealed/ScheduleDialog.tsx'
import { TokenKeyDialog } from './TokenKeyDialog.tsx'

export interface OpenDialogProps {
  readonly open: KeysDialog
  readonly coin: string
  /** True if the wallet has a recovery phrase. */
  readonly phrase: boolean
  /** keys that the phrase does not restore */
  readonly older: number
  onClose(): void
}

/** Renders the open dialog. The first opening loads all dialogs together with the word list. */
export function OpenDialog({ open, coin, phrase, older, onClose }: OpenDialogProps) {
  switch (open) {
    case 'phrase':
      return <NewPhraseDialog replaces={phrase} older={older} onClose={onClose} />
    case 'show-phrase':
      return <ShowPhraseDialog onClose={onClose} />
    case 'restore':
      return <RestoreDialog onClose={onClose} />
    case 'encrypt':
      return <PassphraseDialog change={false} onClose={onClose} />
    case 'change':
      return <PassphraseDialog change onClose={onClose} />
    case 'seal':
      return <SaveSealedDialog onClose={onClose} />
    case 'restore-backup':
      return <RestoreSealedDialog onClose={onClose} />
    case 'schedule':
      return <ScheduleDialog onClose={onClose} />
    case 'save':
      return <SaveBackupDialog onClose={onClose} />
    case 'take':
      return <TakeBackupDialog onClose={onClose} />
    case 'drill':
      return <DrillDialog coin={coin} phrase={phrase} onClose={onClose} />
    case 'import-key':
      return <ImportKeyDialog onClose={onClose} />
    case 'old-keys':
      return <OldKeysDialog onClose={onClose} />
    case 'show-key':
      return <ShowKeyDialog onClose={onClose} />
    case 'token-key':
      return <TokenKeyDialog coin={coin} phrase={phrase} onClose={onClose} />
  }
}
