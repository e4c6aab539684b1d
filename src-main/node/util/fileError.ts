import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
const PERMISSION = new Set(['EACCES', 'EPERM'])
/** Codes of errors that also occur if the path is missing, or is not the expected kind of file or folder. */
const OBSTACLE = /^(SQLITE_CANTOPEN|EISDIR|ENOTDIR|EEXIST|ENOENT)/
const OTHER = /^(SQLITE_|EIO$|EBUSY$|EFBIG$|ELOOP$|EMFILE$|ENAMETOOLONG$|ENFILE$|ENODEV$|ENXIO$|ESTALE$|ETXTBSY$)/
/** Endings of the files that SQLite opens next to a database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal']

/**
 * Describes an error of the file system or of SQLite to the user: the file or folder, the problem, and the remedy.
 * Every such text has a translation (`start` in src-shared/sentences).
 * @param path absolute path of the file or folder that was used; a path in the error itself takes precedence
 * @returns `undefined` if the error is not about files
 */
export function describeFileError(error: unknown, path: string): string | undefined {
  const code = fileErrorCode(error)
  if (code === undefined) return undefined
  const named = (error as NodeJS.ErrnoException).path
  const at = typeof named === 'string' && named !== '' ? named : path
  // Users know a file by its own name, not by that of the temporary file that replaces it.
  const shown = at.startsWith(`${path}.`) ? path : at
  const folder = findFolder(at, code)
  if (folder !== undefined)
    return `${folder} is a folder, but a file belongs there. Move the folder away and start again.`
  if (FULL.has(code)) return `The disk that holds ${shown} is full. Free up space and start again; nothing is lost.`
  if (code === 'EROFS' || code.startsWith('SQLITE_READONLY'))
    return `${shown} cannot be written: it or its disk is read-only (${code}). Make both writable, or choose another folder with -datadir.`
  if (PERMISSION.has(code))
    return `No permission to use ${shown} (${code}). Give the account that runs the node access to it, or choose another folder with -datadir.`
  const obstacle = OBSTACLE.test(code) ? describeObstacle(at, code) : undefined
  if (obstacle !== undefined) return obstacle
  if (!OBSTACLE.test(code) && !OTHER.test(code)) return undefined
  return `${shown} cannot be read or written (${code}). Check the disk and its permissions.`
}

function fileErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Finds a folder with the name of a file. For such a folder SQLite reports various codes. */
function findFolder(path: string, code: string): string | undefined {
  if (code === 'EISDIR' && isFolder(path)) return path
  if (!code.startsWith('SQLITE_')) return undefined
  return COMPANIONS.map((ending) => `${path}${ending}`).find(isFolder)
}

function describeObstacle(path: string, code: string): string | undefined {
  const { found, missing } = findNearest(path)
  if (found === undefined) return undefined
  const isLink = lstat(found)?.isSymbolicLink() === true
  if (isLink && !exists(found))
    return `${found} is a link to something that does not exist. Connect the disk that it leads to, or remove the link, and start again.`
  // A file at the path itself is an obstacle only if a folder is expected.
  if (!isFolder(found) && (missing !== undefined || code === 'EEXIST' || code === 'ENOTDIR'))
    return `${found} is a file, but a folder belongs there. Move the file away and start again.`
  if (missing === undefined) return undefined
  return `${missing} does not exist. Create or restore it, or correct the path, and start again.`
}

/**
 * Finds the nearest existing path, starting with the path itself (links without a target count), and the missing part
 * below it.
 */
function findNearest(path: string): { readonly found: string | undefined; readonly missing: string | undefined } {
  let found = path
  let missing: string | undefined
  while (lstat(found) === undefined) {
    const parent = dirname(found)
    if (parent === found) return { found: undefined, missing }
    missing = found
    found = parent
  }
  return { found, missing }
}

/** Returns `undefined` also if the path cannot be inspected. */
function lstat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
