/** A chosen backup file. It lives as long as its dialog. */
export interface BackupFile {
  readonly name: string
  /** bytes */
  readonly size: number
  readonly text: string
  readonly keys: number
}

/** Larger files are rejected; the node takes no more. */
export const MOST_BACKUP_BYTES = 16 * 1024 * 1024

/** A line of a dump begins with a private key in base58 and goes on with the time it was made. */
const KEY_LINE = /^[1-9A-HJ-NP-Za-km-z]{50,53} \S/

/** Number of keys in a text by the shape of its lines; the node validates them. */
export function countKeys(text: string): number {
  return text.split('\n').reduce((count, line) => count + (KEY_LINE.test(line) ? 1 : 0), 0)
}
