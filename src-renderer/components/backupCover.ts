import type { MethodResult } from '#shared/rpc/index.ts'

export type BackupFacts = Pick<
  MethodResult<'getwalletstatus'>,
  'phrase' | 'phrasewritten' | 'uncovered' | 'backup' | 'backupcomplete'
>

/**
 * Means that bring a wallet back if its computer is lost: the `words` alone; `both`, the words and the backup file; a `file`;
 * or not everything: `partly` only what comes from the words, `unwritten` words that were never written down, `nothing`.
 */
export type BackupCover = 'words' | 'both' | 'file' | 'partly' | 'unwritten' | 'nothing'

/** Decides it for the wallet's page, the banner and every tick, so that no two of them differ. */
export function assessBackup({ phrase, phrasewritten, uncovered, backup, backupcomplete }: BackupFacts): BackupCover {
  const file = backup !== null && backupcomplete
  if (phrase && phrasewritten) {
    if (uncovered === 0) return 'words'
    return file ? 'both' : 'partly'
  }
  if (file) return 'file'
  return phrase ? 'unwritten' : 'nothing'
}

/** Returns true if nothing would be lost. */
export const isBackedUp = (cover: BackupCover): cover is 'words' | 'both' | 'file' =>
  cover === 'words' || cover === 'both' || cover === 'file'
