import type { MethodResult } from '#shared/rpc/index.ts'

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
          words: 'If this computer breaks, the backup brings back the keys it holds, but none that were made later.',
        }
      : {
          id: 'loss',
          tone: 'bad',
          words: 'If this computer breaks, everything in this wallet is gone: make a recovery phrase or save a backup.',
        }
  }
  if (imported > 0 && !saved) {
    return {
      id: 'loss',
      tone: 'warn',
      words: `If this computer breaks, your ${words ?? 12} words bring back all but the ${imported === 1 ? 'one key that does' : `${imported} keys that do`} not come from them: save a backup too.`,
    }
  }
  return {
    id: 'loss',
    tone: 'ok',
    words:
      imported > 0
        ? `If this computer breaks, your ${words ?? 12} words and the backup together bring everything back, but for keys that were added since.`
        : `If this computer breaks, your ${words ?? 12} words bring everything back.`,
  }
}

function theftLine({ encrypted }: { readonly encrypted: boolean }): SafetyLine {
  return encrypted
    ? { id: 'theft', tone: 'ok', words: 'If somebody copies the wallet file, it is of no use without your passphrase.' }
    : {
        id: 'theft',
        tone: 'warn',
        words: 'If somebody copies the wallet file, they can spend your coins: set a passphrase.',
      }
}
