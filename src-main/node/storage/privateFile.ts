import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Mode of directories: accessible only to their owner. */
export const PRIVATE_DIRECTORY = 0o700
/** Mode of files: readable only by their owner, because node data reveals which addresses the user queries. */
export const PRIVATE_FILE = 0o600

/**
 * Creates an empty file that only its owner can read, before SQLite creates it with the user's umask. Files that SQLite
 * creates next to it inherit the mode. An existing file is not opened, because closing any descriptor of a file
 * releases all locks that the process holds on it.
 * @throws the system's error; EISDIR if a folder has the name
 */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    rejectFolder(path)
  }
}

/** Creates an empty file that only its owner can read, or removes other users' rights from an existing file. */
export function makePrivateFile(path: string): void {
  ensurePrivateFile(path)
  chmodSync(path, PRIVATE_FILE)
}

/** Throws EISDIR if a folder has the file's name, because SQLite would only report that it cannot open it. */
export function rejectFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: 'EISDIR', path })
}
