/** Files of a backup schedule: their names, writing without overwriting, and deleting only the schedule's own files. */
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { WalletError } from '../walletError.ts'
import { openExportFolder } from './exportFiles.ts'

/** Longer than the header lines of a backup. */
const HEAD_BYTES = 1_000

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write into the folder',
  EPERM: 'no permission to write into the folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EEXIST: 'a file with this name already exists',
}

/** Returns the reason of a write failure without the path: a page may see the kind of error, but not the location. */
export function writingTrouble(error: unknown): string {
  if (error instanceof WalletError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (code === '' ? 'unknown error' : code)
}

const missing = () => Object.assign(new Error('the folder does not exist'), { code: 'ENOENT' })

export function writeNew(folder: string, name: string, text: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw missing()
  openExportFolder(folder).create(name, text)
}

/** Returns true if this schedule wrote the file. Other files with such a name must not be deleted. */
function isOwn(path: string, line: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head)).toString('latin1').includes(line)
  } finally {
    closeSync(file)
  }
}

/** Returns a file name that sorts by time and is valid on every file system. */
export function backupFileName(chain: string, time: number): string {
  const day = new Date(time * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${chain.replaceAll(/[^0-9A-Za-z]/g, '') || 'wallet'}-${day}.chainwright-backup`
}

export interface ScheduledBackupFile {
  readonly name: string
  /** unix seconds */
  readonly time: number
}

/**
 * Deletes the oldest files beyond the `keep` newest. Returns the remaining files, including those that could not be
 * deleted.
 * @param line header line that identifies files of the schedule
 */
export function prune(
  folder: string,
  made: readonly ScheduledBackupFile[],
  keep: number,
  line: string,
): readonly ScheduledBackupFile[] {
  const files = openExportFolder(folder)
  return made.filter(({ name }, index) => {
    if (index >= made.length - keep) return true
    try {
      if (isOwn(files.pathOf(name), line)) rmSync(files.pathOf(name))
      return false
    } catch {
      return true
    }
  })
}
