/**
 * Handles files that killed programs left. In the program's own folders they are removed. In a folder chosen by the
 * user they are only reported, because they may be the only copy of keys.
 */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, type FileLockDeps, isAbandoned, lockPath } from './fileLock.ts'
import { hasEnded } from './processes.ts'

/** Suffixes of the names that `durableFile.ts` creates. Earlier versions used no unique part. */
const TEMPORARY = /^\.new-([1-9]\d{0,9})(?:-[0-9a-f]{8})?$/
const UNFINISHED = /\.unfinished$/

/**
 * Removes the temporary files that ended processes left for these files of a folder. Never throws: the next start tries
 * again. The caller must ensure that no other program writes these files at the same time.
 */
export function removeLeftovers(folder: string, files: readonly string[]): void {
  for (const name of listLeftovers(folder, files)) {
    try {
      rmSync(join(folder, name))
    } catch {
      // The folder is read-only, or another program has removed the file.
    }
  }
}

/** Removes the temporary files and locks that ended processes left for files written under a lock. Never rejects. */
export async function removeLockedLeftovers(
  folder: string,
  files: readonly string[],
  deps: FileLockDeps,
): Promise<void> {
  for (const file of files) {
    const path = join(folder, file)
    const lock = lockPath(path)
    try {
      const locked = existsSync(lock)
      if (locked ? !isAbandoned(lock, deps.now()) : listLeftovers(folder, [file]).length === 0) continue
      const release = await acquireFileLock(path, deps)
      removeLeftovers(folder, [file])
      release()
    } catch {
      // The folder is read-only or full, or another program has removed the file.
    }
  }
}

/**
 * Returns the paths of unfinished files in a folder chosen by the user. Never throws: the folder may no longer exist.
 */
export function findUnfinished(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => UNFINISHED.test(name))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function listLeftovers(folder: string, files: readonly string[]): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => files.some((file) => isLeftover(folder, file, name)))
  } catch {
    return []
  }
}

function isLeftover(folder: string, file: string, name: string): boolean {
  const pid = name.startsWith(file) ? TEMPORARY.exec(name.slice(file.length))?.[1] : undefined
  if (pid === undefined) return false
  const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
  return found?.isFile() === true && hasEnded(Number(pid), found.mtimeMs)
}
