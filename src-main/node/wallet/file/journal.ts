import { closeSync, existsSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'

export const journalPath = (path: string) => `${path}-journal`

/** Overwrites SQLite's rollback journal. */
export const wipeJournal = (path: string): void => overwrite(journalPath(path))

/** Overwrites a file with zeros if it exists: deleting would leave its bytes on the disk. */
export function overwrite(path: string): void {
  if (!existsSync(path)) return
  const file = openSync(path, 'r+')
  try {
    const nothing = new Uint8Array(64 * 1024)
    for (let left = fstatSync(file).size, at = 0; left > 0; ) {
      const written = writeSync(file, nothing, 0, Math.min(left, nothing.length), at)
      left -= written
      at += written
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
