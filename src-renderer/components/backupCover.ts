import type { MethodResult } from '#shared/rpc/index.ts'

export type BackupFacts = Pick<
  MethodResult<'getwalletstatus'>,
  'phrase' | 'phrasewritten' | 'uncovered' | 'backup' | 'backupcomplete'
>

/**
 * Means that restore the wallet if the computer is lost: `words` alone, `both` words and backup file, or the `file`
 * alone. Incomplete: `partly` restores only the keys that the words cover, `unwritten` has words that were never
 * written down, `nothing` has neither.
 */
export type BackupCover = 'words' | 'both' | 'file' | 'partly' | 'unwritten' | 'nothing'

/**
 * Returns how the wallet can be restored. Shared by the wallet's page, the banner and every check mark, so that they
 * always agree.
 */
export function assessBackup({ phrase, phrasewritten, uncovered, backup, backupcomplete }: BackupFacts): BackupCover {
  const file = backup !== null && backupcomplete
  if (phrase && phrasewritten) {
    if (uncovered === 0) return 'words'
    return file ? 'both' : 'partly'
  }
  if (file) return 'file'
  return phrase ? 'unwritten' : 'nothing'
}

/** Returns true if the wallet can be restored completely. */
export const isBackedUp = (cover: BackupCover): cover is 'words' | 'both' | 'file' =>
  cover === 'words' || cover === 'both' || cover === 'file'
