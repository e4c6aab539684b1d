import { t } from '../../../i18n/texts.ts'
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
      title: t('wallet:recoveryPhrase'),
      words: phrase ? t('wallet:health.phraseOn', { count: words ?? 12 }) : t('wallet:health.phraseOff'),
      done: phrase,
      action: phrase ? undefined : { label: t('wallet:health.phraseAction'), dialog: 'phrase' },
    },
    {
      id: 'backup',
      title: t('wallet:health.backupTitle'),
      words: backupWords(status, covered),
      done: covered,
      action: covered ? undefined : { label: t('wallet:health.backupAction'), dialog: 'seal' },
    },
    {
      id: 'drill',
      title: t('wallet:drillTitle'),
      words: t(drill === null ? 'wallet:health.drillOff' : 'wallet:health.drillOn'),
      done: drill !== null,
      action:
        phrase || backup !== null
          ? { label: t(drill === null ? 'wallet:health.drillAction' : 'wallet:health.drillAgain'), dialog: 'drill' }
          : undefined,
    },
    {
      id: 'passphrase',
      title: t('wallet:passphraseTitle'),
      words: t(encrypted ? 'wallet:health.passphraseOn' : 'wallet:health.passphraseOff'),
      done: encrypted,
      action: encrypted ? undefined : { label: t('wallet:health.passphraseAction'), dialog: 'encrypt' },
    },
  ]
}

function backupWords({ backup, phrase }: HealthFacts, covered: boolean): string {
  if (covered) return t(backup === null ? 'wallet:health.backupNotNeeded' : 'wallet:health.backupSaved')
  return t(phrase ? 'wallet:health.backupPartly' : 'wallet:health.backupNone')
}
