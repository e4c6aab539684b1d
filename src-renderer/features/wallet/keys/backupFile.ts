/** A chosen backup file, kept until its dialog is closed. */
export interface BackupFile {
  readonly name: string
  /** size in bytes */
  readonly size: number
  readonly text: string
  readonly keys: number
}

/** Larger files are rejected, because the node does not accept them. */
export const MAX_BACKUP_BYTES = 16 * 1024 * 1024

/** Matches a line of a dump: a private key in base58, followed by its creation time. */
const KEY_LINE = /^[1-9A-HJ-NP-Za-km-z]{50,53} \S/

/** Counts the keys in a text by the pattern of its lines. The node validates them. */
export function countKeys(text: string): number {
  return text.split('\n').reduce((count, line) => count + (KEY_LINE.test(line) ? 1 : 0), 0)
}
