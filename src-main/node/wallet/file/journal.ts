import { closeSync, existsSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'

export const journalOf = (path: string) => `${path}-journal`

/** Overwrites SQLite's rollback journal with zeros: deleting a file leaves its bytes on the disk. */
export function wipeJournal(path: string): void {
  const journal = journalOf(path)
  if (!existsSync(journal)) return
  const file = openSync(journal, 'r+')
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
