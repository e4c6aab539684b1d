import { closeSync, openSync } from 'node:fs'

/** Directories that we make are open to their owner only. */
export const PRIVATE_DIRECTORY = 0o700
/** Files too: the data of a node shows which addresses its owner asks for. */
export const PRIVATE_FILE = 0o600

/**
 * Makes an empty file that only its owner can read, before SQLite would make it with the mode of the person's umask; the
 * files that SQLite puts beside it inherit the mode. A file that is there already is not even opened: closing any
 * descriptor of a file gives up all locks that the process holds on it.
 */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
