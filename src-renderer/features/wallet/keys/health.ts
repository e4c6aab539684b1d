import type { KeysDialog } from './dialogs.ts'
import type { WalletStatus } from './safety.ts'

/** One thing that keeps a wallet from being lost or stolen. */
export interface HealthCheck {
  readonly id: 'phrase' | 'backup' | 'drill' | 'passphrase'
  readonly title: string
  /** what it is good for, or what it is now */
  readonly words: string
  readonly done: boolean
  /** what does it, and what opens for it */
  readonly action: { readonly label: string; readonly dialog: KeysDialog } | undefined
}

export type HealthFacts = Pick<WalletStatus, 'phrase' | 'words' | 'imported' | 'backup' | 'drill' | 'encrypted'>

/** What was done for a wallet's safety and what is missing, the most urgent first among what is missing. */
export function healthOf(status: HealthFacts): readonly HealthCheck[] {
  const { phrase, words, imported, backup, drill, encrypted } = status
  // A phrase alone brings back everything that comes from it.
  const covered = backup !== null || (phrase && imported === 0)
  return [
    {
      id: 'phrase',
      title: 'Recovery phrase',
      words: phrase ? `${words ?? 12} words bring back your keys.` : 'Words on paper that bring everything back.',
      done: phrase,
      action: phrase ? undefined : { label: 'Make a phrase', dialog: 'phrase' },
    },
    {
      id: 'backup',
      title: 'Backup',
      words: covered
        ? backup === null
          ? 'Not needed: every key comes from your phrase.'
          : 'A file with your keys was saved.'
        : phrase
          ? 'Some keys do not come from your phrase.'
          : 'Nothing has been saved yet.',
      done: covered,
      action: covered ? undefined : { label: 'Back up now', dialog: 'save' },
    },
    {
      id: 'drill',
      title: 'Restore drill',
      words:
        drill === null
          ? 'Prove on this computer that your words or your file bring everything back.'
          : 'Passed: everything would come back.',
      done: drill !== null,
      action:
        phrase || backup !== null
          ? { label: drill === null ? 'Try it now' : 'Try it again', dialog: 'drill' }
          : undefined,
    },
    {
      id: 'passphrase',
      title: 'Passphrase',
      words: encrypted ? 'The wallet file is encrypted.' : 'Whoever copies the wallet file can spend your coins.',
      done: encrypted,
      action: encrypted ? undefined : { label: 'Encrypt now', dialog: 'encrypt' },
    },
  ]
}
