import type { MethodResult } from '#shared/rpc/index.ts'
import { assessBackup, type BackupFacts } from '../../../components/backupCover.ts'
import { t } from '../../../i18n/texts.ts'
import { formatDay } from '../../../ui/format.ts'
import type { KeysDialog } from './dialogs.ts'

export type WalletStatus = MethodResult<'getwalletstatus'>

/** State of the backup in one sentence, and the missing step. */
export interface BackupState {
  readonly tone: 'ok' | 'warn' | 'toy'
  readonly words: string
  readonly action?: { readonly label: string; readonly dialog: KeysDialog }
}

type Facts = BackupFacts & Pick<WalletStatus, 'words' | 'phrasekept'>

/** @param toy true for the coins of the sandbox, which needs no backup */
export function describeBackup(status: Facts, toy: boolean): BackupState {
  const state = describeCover(status)
  if (!toy || state.tone === 'ok') return state
  const partly = assessBackup(status) === 'partly'
  return { tone: 'toy', words: [t('wallet:safety.toy'), ...(partly ? [state.words] : [])].join(' ') }
}

function describeCover(status: Facts): BackupState {
  const { backup, uncovered, phrasekept } = status
  const words = status.words ?? 12
  switch (assessBackup(status)) {
    case 'words':
      return { tone: 'ok', words: t('wallet:safety.all', { words }) }
    case 'both':
      return { tone: 'ok', words: t('wallet:safety.both', { words, day: formatDay(backup ?? 0) }) }
    case 'file':
      return { tone: 'ok', words: t('wallet:safety.file', { day: formatDay(backup ?? 0) }) }
    case 'partly':
      return {
        tone: 'warn',
        words: t('wallet:safety.partly', { words, count: uncovered }),
        action: { label: t('wallet:safety.save'), dialog: 'seal' },
      }
    case 'unwritten':
      return {
        tone: 'warn',
        words: t('wallet:safety.unwritten', { words }),
        action: { label: t('wallet:safety.write'), dialog: phrasekept ? 'show-phrase' : 'drill' },
      }
    case 'nothing':
      return {
        tone: 'warn',
        words: t('wallet:safety.nothing'),
        action: { label: t('wallet:safety.save'), dialog: 'phrase' },
      }
  }
}
