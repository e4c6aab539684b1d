import { describeFileError } from '../util/index.ts'

/**
 * Reason why the data directory could not be used. The message is a text for the user with the cause and a remedy.
 *
 * - `locked`: another process uses the directory
 * - `corrupt`: chain.db or the block files are damaged; `-reindex` rebuilds chain.db
 * - `wrong-chain`: the directory belongs to a chain with other parameters
 * - `newer`: a newer version of the program wrote the tables
 * - `modules-changed`: the program has other tables than the one that connected the blocks
 * - `io`: the operating system reported an error (disk full, no permission, …)
 */
export type StorageErrorKind = 'locked' | 'corrupt' | 'wrong-chain' | 'newer' | 'modules-changed' | 'io'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

const REINDEX = 'Start once with -reindex to rebuild it from the block files; no blocks are lost.'

const DISK_FAILURE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/

/** Converts errors of SQLite and the file system to StorageErrors. Returns other errors unchanged. */
export function explainStorageError(error: unknown, path: string): unknown {
  const code = findErrorCode(error)
  if (code === undefined || error instanceof StorageError) return error
  const cause = { cause: error }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StorageError('corrupt', `The chain database ${path} is damaged. ${REINDEX}`, cause)
  // Lock conflicts and SQL constraint errors are not disk failures.
  if (code.startsWith('SQLITE_') && !DISK_FAILURE.test(code)) return error
  const text = describeFileError(error, path)
  if (text !== undefined) return new StorageError('io', text, cause)
  return error
}

/** Returns true if SQLite failed because another connection holds a lock. */
export function isLockedError(error: unknown): boolean {
  const code = findErrorCode(error)
  return code !== undefined && (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED')
}

function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
