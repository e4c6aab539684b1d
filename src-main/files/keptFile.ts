/**
 * Replaces a file of another program and keeps the former one beside it under a second name, with its mode, owner and
 * time. After a kill at any instant the path has the former or the new content, and the former one is not lost.
 */
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder, writeDurablySync } from './durableFile.ts'

/** Reason why a file of another program is neither read nor replaced. */
export type ForeignFileReason = 'missing' | 'link' | 'not-a-file' | 'owner' | 'large'

/** Thrown for a file that is not an ordinary file of this user. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError'
  readonly reason: ForeignFileReason

  constructor(reason: ForeignFileReason, path: string) {
    super(`${path}: ${reason}`)
    this.reason = reason
  }
}

/**
 * Reads a file only if it is an ordinary file of this user. A symbolic link is rejected, even if it is created during
 * the call.
 * @param max maximum size in bytes
 * @throws ForeignFileError, or Error of the system
 */
export function readOwnFile(path: string, max: number): Buffer {
  const named = lstatSync(path, { throwIfNoEntry: false })
  if (named === undefined) throw new ForeignFileError('missing', path)
  if (named.isSymbolicLink()) throw new ForeignFileError('link', path)
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(file)
    const reason = findReason(found, max)
    if (reason !== undefined) throw new ForeignFileError(reason, path)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function findReason(found: Stats, max: number): ForeignFileReason | undefined {
  if (!found.isFile()) return 'not-a-file'
  const user = process.getuid?.()
  if (user !== undefined && found.uid !== user) return 'owner'
  return found.size > max ? 'large' : undefined
}

/**
 * Gives the file at `path` the second name `kept`, then replaces it by a file that only its owner can read. Does nothing
 * that an interrupted call has done.
 * @throws Error EEXIST if `kept` is another file; Error of the system. The file is unchanged then
 */
export function replaceKeeping(path: string, kept: string, text: string): void {
  const there = lstatSync(kept, { throwIfNoEntry: false })
  if (there === undefined) keep(path, kept)
  else if (!isSameFile(path, there) && !readFileSync(kept).equals(readFileSync(path))) {
    throw Object.assign(new Error(`EEXIST: file already exists, '${kept}'`), { code: 'EEXIST', path: kept })
  }
  syncFolder(dirname(path))
  writeDurablySync(path, text, { existing: 'replace', named: true })
}

function isSameFile(path: string, other: Stats): boolean {
  const { dev, ino } = lstatSync(path)
  return dev === other.dev && ino === other.ino
}

function keep(path: string, kept: string): void {
  try {
    linkSync(path, kept)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // File systems without hard links get a copy.
    writeDurablySync(kept, readFileSync(path), { existing: 'refuse', named: true, mode: lstatSync(path).mode & 0o777 })
  }
}

/** Puts the kept file back in its place. @throws Error of the system; both files are unchanged then */
export function putKeptBack(path: string, kept: string): void {
  renameSync(kept, path)
  syncFolder(dirname(path))
}
