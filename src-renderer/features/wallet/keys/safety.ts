import type { MethodResult } from '#shared/rpc/index.ts'
import { assessBackup, type BackupFacts } from '../../../components/backupCover.ts'
import { t } from '../../../i18n/texts.ts'
import { formatDay } from '../../../ui/format.ts'

export type WalletStatus = MethodResult<'getwalletstatus'>

/** What would happen, in one sentence, and how bad that is. */
export interface SafetyLine {
  readonly id: 'loss' | 'theft'
  readonly tone: 'ok' | 'warn' | 'bad'
  readonly words: string
}

type SafetyFacts = BackupFacts & Pick<WalletStatus, 'words' | 'encrypted'>

/**
 * The two things that happen to wallets: the computer is lost, or somebody copies the file. `toy`: the coins are those of the
 * sandbox, which asks for no backup.
 */
export function safetyOf(status: SafetyFacts, toy = false): readonly SafetyLine[] {
  return [{ id: 'loss', ...(toy ? toyLossLine(status) : lossLine(status)) }, theftLine(status)]
}

function lossLine(status: SafetyFacts): Pick<SafetyLine, 'tone' | 'words'> {
  const count = status.words ?? 12
  switch (assessBackup(status)) {
    case 'words':
      return { tone: 'ok', words: t('wallet:safety.all', { words: count }) }
    case 'both':
      return { tone: 'ok', words: t('wallet:safety.both', { words: count, day: formatDay(status.backup ?? 0) }) }
    case 'file':
      return { tone: 'warn', words: t('wallet:safety.backupOnly') }
    case 'partly':
      return { tone: 'warn', words: t('wallet:safety.someMissing', { count: status.uncovered, words: count }) }
    case 'unwritten':
      return { tone: 'bad', words: t('wallet:safety.unwritten', { words: count }) }
    case 'nothing':
      return { tone: 'bad', words: t('wallet:safety.nothing') }
  }
}

/** Says what would be lost as `lossLine` does, and asks for nothing. */
function toyLossLine(status: SafetyFacts): Pick<SafetyLine, 'tone' | 'words'> {
  switch (assessBackup(status)) {
    case 'partly':
      return {
        tone: 'ok',
        words: t('wallet:safety.toyMissing', { count: status.uncovered, words: status.words ?? 12 }),
      }
    case 'unwritten':
    case 'nothing':
      return { tone: 'ok', words: t('wallet:safety.toy') }
    default:
      return { ...lossLine(status), tone: 'ok' }
  }
}

function theftLine({ encrypted }: { readonly encrypted: boolean }): SafetyLine {
  return encrypted
    ? { id: 'theft', tone: 'ok', words: t('wallet:safety.encrypted') }
    : {
        id: 'theft',
        tone: 'warn',
        words: t('wallet:safety.open'),
      }
}
