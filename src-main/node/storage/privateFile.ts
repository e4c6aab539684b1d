import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Directories that we make are open to their owner only. */
export const PRIVATE_DIRECTORY = 0o700
/** Files too: the data of a node shows which addresses its owner asks for. */
export const PRIVATE_FILE = 0o600

/**
 * Makes an empty file that only its owner can read, before SQLite would make it with the mode of the person's umask; the
 * files that SQLite puts beside it inherit the mode. A file that is there already is not even opened: closing any
 * descriptor of a file gives up all locks that the process holds on it.
 * @throws the system's error; EISDIR if a folder has the name
 */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    refuseFolder(path)
  }
}

/** Creates an empty file that only its owner can read, or takes the rights of others from the file that is there. */
export function makePrivateFile(path: string): void {
  ensurePrivateFile(path)
  chmodSync(path, PRIVATE_FILE)
}

/** Throws EISDIR if a folder has the name of a file: SQLite would only say that it cannot open it. */
export function refuseFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: 'EISDIR', path })
}
