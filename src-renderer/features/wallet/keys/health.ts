import { assessBackup, type BackupCover, type BackupFacts, isBackedUp } from '../../../components/backupCover.ts'
import { t } from '../../../i18n/texts.ts'
import { formatDay } from '../../../ui/format.ts'
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

export type HealthFacts = BackupFacts & Pick<WalletStatus, 'words' | 'phrasekept' | 'drill' | 'encrypted'>

/**
 * What was done for a wallet's safety and what is missing, the most urgent first among what is missing. `toy`: the coins are
 * those of the sandbox, which asks for no backup.
 */
export function healthOf(status: HealthFacts, toy = false): readonly HealthCheck[] {
  const { phrase, backup, drill, encrypted } = status
  const cover = assessBackup(status)
  return [
    describePhraseCheck(status, cover, toy),
    {
      id: 'backup',
      title: t('wallet:health.backupTitle'),
      words: toy && !isBackedUp(cover) ? t('wallet:health.backupToy') : backupWords(status, cover),
      done: isBackedUp(cover),
      action: toy || isBackedUp(cover) ? undefined : { label: t('wallet:health.backupAction'), dialog: 'seal' },
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

function describePhraseCheck(
  { phrase, phrasewritten, words }: HealthFacts,
  cover: BackupCover,
  toy: boolean,
): HealthCheck {
  const count = words ?? 12
  const check = { id: 'phrase', title: t('wallet:recoveryPhrase'), done: phrase && phrasewritten } as const
  if (!phrase) {
    const action = toy ? undefined : ({ label: t('wallet:health.phraseAction'), dialog: 'phrase' } as const)
    return { ...check, words: t('wallet:health.phraseOff'), action }
  }
  if (!phrasewritten) {
    const action = toy ? undefined : ({ label: t('wallet:health.phraseWrite'), dialog: 'show-phrase' } as const)
    return { ...check, words: t('wallet:health.phraseUnwritten', { count }), action }
  }
  const text = t(cover === 'words' ? 'wallet:health.phraseAll' : 'wallet:health.phraseOn', { count })
  return { ...check, words: text, action: undefined }
}

function backupWords({ backup, words, uncovered }: HealthFacts, cover: BackupCover): string {
  const count = words ?? 12
  switch (cover) {
    case 'words':
      return t('wallet:health.backupNotNeeded', { count })
    case 'both':
      return t('wallet:health.backupBoth', { count, day: formatDay(backup ?? 0) })
    case 'file':
      return t('wallet:health.backupSaved')
    case 'partly':
      return t('wallet:health.backupPartly', { count: uncovered })
    case 'unwritten':
      return t('wallet:health.backupUnwritten')
    case 'nothing':
      return t('wallet:health.backupNone')
  }
}
