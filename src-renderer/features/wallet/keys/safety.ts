import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'

export type WalletStatus = MethodResult<'getwalletstatus'>

/** What would happen, in one sentence, and how bad that is. */
export interface SafetyLine {
  readonly id: 'loss' | 'theft'
  readonly tone: 'ok' | 'warn' | 'bad'
  readonly words: string
}

/** The two things that happen to wallets: the computer is lost, or somebody copies the file. */
export function safetyOf(
  status: Pick<WalletStatus, 'phrase' | 'words' | 'imported' | 'backup' | 'encrypted'>,
): readonly SafetyLine[] {
  return [lossLine(status), theftLine(status)]
}

function lossLine({ phrase, words, imported, backup }: Parameters<typeof safetyOf>[0]): SafetyLine {
  const saved = backup !== null
  if (!phrase) {
    return saved
      ? {
          id: 'loss',
          tone: 'warn',
          words: t('wallet:safety.backupOnly'),
        }
      : {
          id: 'loss',
          tone: 'bad',
          words: t('wallet:safety.nothing'),
        }
  }
  if (imported > 0 && !saved) {
    return {
      id: 'loss',
      tone: 'warn',
      words: t('wallet:safety.someMissing', { count: imported, words: words ?? 12 }),
    }
  }
  return {
    id: 'loss',
    tone: 'ok',
    words: t(imported > 0 ? 'wallet:safety.both' : 'wallet:safety.all', { words: words ?? 12 }),
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
