/**
 * Writes a file completely or not at all. The content goes into a temporary file in the same folder, which is flushed,
 * read back and renamed, and then the folder is flushed. The steps are a generator of file operations, used by both the
 * synchronous and the asynchronous functions.
 */
import { createHash, type Hash, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type AsyncFileCalls, asyncFileCalls, type SyncFileCalls, syncFileCalls } from './fileCalls.ts'

/** Content of a file: text, bytes, or a function that writes into the temporary file itself, as SQLite does. */
export type DurableContent = string | Uint8Array | { fill(path: string): void }

export interface DurableOptions {
  /** mode of a new file. Default: 0o600 (owner only) */
  readonly mode?: number
  /**
   * How to treat an existing file of this name.
   * * `update` (default): replaces the content, keeps mode and owner, and follows a symbolic link.
   * * `replace`: the new file has its own mode and replaces a link itself.
   * * `refuse`: throws EEXIST.
   */
  readonly existing?: 'update' | 'replace' | 'refuse'
  /** true if the user chose the folder: the temporary file then ends in `.unfinished`, and no start ever deletes it */
  readonly named?: boolean
}

type FileCalls = SyncFileCalls | AsyncFileCalls
/** Operations that run one after the other. The generator receives the result or error of each. */
type Steps<T> = Generator<() => unknown, T, unknown>

interface Writing extends Required<DurableOptions> {
  readonly calls: FileCalls
}

const PRIVATE_FILE = 0o600
const PERMISSIONS = 0o777
const GROUP = 0o070
const OTHERS = 0o007
/** Maximum number of symbolic links to follow, as on Linux. */
const MAX_LINKS = 40
const BYTES_PER_READ = 65_536
/** Errors of file systems without hard links, such as FAT. */
const NO_HARD_LINKS = new Set(['EPERM', 'EACCES', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'UNKNOWN'])
/** Errors of systems that cannot open or flush a folder. They keep the order of renames without that. */
const NO_FOLDER_FLUSH = new Set(['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF'])

const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const fileError = (code: string, text: string, path: string) =>
  Object.assign(new Error(`${code}: ${text}, '${path}'`), { code, path })

/**
 * Writes a file durably.
 * @throws Error of the system, with its `code`. An existing file is then unchanged, unless only the flush of the folder
 *   failed
 */
export function writeDurablySync(
  path: string,
  content: DurableContent,
  options: DurableOptions = {},
  calls: SyncFileCalls = syncFileCalls,
): void {
  runNow(replaceFile(path, [content], { ...complete(options), calls }))
}

/**
 * Writes a file durably without blocking the thread. Texts of an asynchronous iterable are written as they arrive.
 * Rejects like `writeDurablySync`, or with the error of the iterable.
 */
export function writeDurably(
  path: string,
  content: DurableContent | AsyncIterable<string>,
  options: DurableOptions = {},
  calls: AsyncFileCalls = asyncFileCalls,
): Promise<void> {
  const parts = typeof content === 'object' && Symbol.asyncIterator in content ? content : [content]
  return runLater(replaceFile(path, parts, { ...complete(options), calls }))
}

/**
 * Makes a new name in a folder durable.
 * @throws Error of the system if that fails, except on systems that cannot flush folders
 */
export function syncFolder(folder: string): void {
  runNow(flushFolder(folder, syncFileCalls))
}

const complete = ({ mode = PRIVATE_FILE, existing = 'update', named = false }: DurableOptions) => ({
  ...{ mode, existing, named },
})

type Parts = Iterable<DurableContent> | AsyncIterable<string>

function* replaceFile(given: string, parts: Parts, writing: Writing): Steps<void> {
  const { calls, existing, mode } = writing
  const path = existing === 'update' ? yield* followLinks(given, calls) : given
  const before = yield* step(() => calls.find(path))
  if (existing === 'refuse' && before !== undefined) throw fileError('EEXIST', 'file already exists', path)
  if (before?.isDirectory()) throw fileError('EISDIR', 'the path is a folder', path)
  const kept = existing === 'update' && before?.isFile() ? before : undefined
  const temporary = temporaryName(path, writing)
  const file = yield* step(() => calls.open(temporary, 'wx+', kept === undefined ? mode : PRIVATE_FILE))
  try {
    try {
      if (kept !== undefined) yield* keepRights(file, kept, calls)
      const written = yield* writeParts(file, temporary, parts, calls)
      yield* step(() => calls.sync(file))
      if (written !== undefined) yield* compare(file, temporary, written, calls)
    } finally {
      yield* step(() => calls.close(file))
    }
    yield* putInPlace(temporary, path, writing)
  } catch (error) {
    yield* discard(temporary, calls)
    throw error
  }
  yield* flushFolder(dirname(path), calls)
}

/** Returns a name that no other write of any process uses. `leftovers.ts` reads the process id from it. */
function temporaryName(path: string, { named }: Writing): string {
  const unique = randomBytes(4).toString('hex')
  return named ? `${path}.${unique}.unfinished` : `${path}.new-${process.pid}-${unique}`
}

/** Follows a chain of symbolic links. Returns the path at its end, which may not exist yet. */
function* followLinks(given: string, calls: FileCalls): Steps<string> {
  let path = given
  for (let links = 0; links < MAX_LINKS; links++) {
    const found = yield* step(() => calls.find(path))
    if (!found?.isSymbolicLink()) return path
    const folder = yield* step(() => calls.resolveLinks(dirname(path)))
    path = resolve(folder, yield* step(() => calls.readLink(path)))
  }
  throw fileError('ELOOP', 'too many symbolic links', given)
}

/**
 * Gives the new file the owner and mode of the old one. If the group cannot be kept, the new group gets only the rights
 * that all users have.
 */
function* keepRights(file: number, before: Stats, calls: FileCalls): Steps<void> {
  let mode = before.mode & PERMISSIONS
  const own = yield* step(() => calls.stat(file))
  if (own.uid !== before.uid || own.gid !== before.gid) {
    try {
      yield* step(() => calls.setOwner(file, before.uid, before.gid))
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error
      mode = (mode & ~GROUP) | ((mode & OTHERS) << 3)
    }
  }
  if ((own.mode & PERMISSIONS) !== mode) yield* step(() => calls.setMode(file, mode))
}

interface Written {
  readonly length: number
  readonly hash: Hash
}

/** Writes all parts, in as many calls as necessary. Returns undefined if a function filled the file. */
function* writeParts(file: number, path: string, parts: Parts, calls: FileCalls): Steps<Written | undefined> {
  const hash = createHash('sha256')
  let length = 0
  const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]()
  for (;;) {
    const next = yield* step<IteratorResult<DurableContent, unknown>>(() => source.next())
    if (next.done) return { length, hash }
    const part = next.value
    if (typeof part !== 'string' && !(part instanceof Uint8Array)) {
      part.fill(path)
      return undefined
    }
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part
    for (let done = 0; done < bytes.length; ) {
      const offset = done
      const count = yield* step(() => calls.write(file, bytes, offset))
      if (count === 0) throw fileError('ENOSPC', 'no more data can be written', path)
      done += count
    }
    hash.update(bytes)
    length += bytes.length
  }
}

/**
 * @throws Error EIO if the file's content differs from what was written, because some file systems lose data without an
 *   error
 */
function* compare(file: number, path: string, written: Written, calls: FileCalls): Steps<void> {
  const { size } = yield* step(() => calls.stat(file))
  const hash = createHash('sha256')
  const bytes = new Uint8Array(Math.min(BYTES_PER_READ, written.length))
  let position = 0
  while (position < written.length) {
    const from = position
    const count = yield* step(() => calls.read(file, bytes, from))
    if (count === 0) break
    hash.update(bytes.subarray(0, count))
    position += count
  }
  const same = size === written.length && hash.digest().equals(written.hash.digest())
  if (!same) throw fileError('EIO', 'the content of the file differs from the data written', path)
}

function* putInPlace(temporary: string, path: string, { existing, calls }: Writing): Steps<void> {
  if (existing !== 'refuse') return yield* step(() => calls.rename(temporary, path))
  try {
    // Unlike a rename, a link fails if the name was taken in between.
    yield* step(() => calls.link(temporary, path))
  } catch (error) {
    if (!NO_HARD_LINKS.has(errorCode(error))) throw error
    return yield* reserveAndRename(temporary, path, calls)
  }
  yield* discard(temporary, calls)
}

/** Reserves a free name with an empty file, then renames over it. */
function* reserveAndRename(temporary: string, path: string, calls: FileCalls): Steps<void> {
  const file = yield* step(() => calls.open(path, 'wx', PRIVATE_FILE))
  yield* step(() => calls.close(file))
  try {
    yield* step(() => calls.rename(temporary, path))
  } catch (error) {
    yield* discard(path, calls)
    throw error
  }
}

/** Removes a file of this write. Ignores errors, because the caller's original error matters more. */
function* discard(path: string, calls: FileCalls): Steps<void> {
  try {
    yield* step(() => calls.remove(path))
  } catch {
    // `leftovers.ts` removes or reports it.
  }
}

function* flushFolder(folder: string, calls: FileCalls): Steps<void> {
  if (process.platform === 'win32') return
  try {
    const handle = yield* step(() => calls.open(folder, 'r', 0))
    try {
      yield* step(() => calls.sync(handle))
    } finally {
      yield* step(() => calls.close(handle))
    }
  } catch (error) {
    if (!NO_FOLDER_FLUSH.has(errorCode(error))) throw error
  }
}

/** Yields one operation. Returns its result or throws its error. */
function* step<T>(operation: () => T | PromiseLike<T>): Steps<T> {
  return (yield operation) as T
}

function runNow<T>(steps: Steps<T>): T {
  let next = steps.next()
  while (!next.done) {
    let result: unknown
    try {
      result = next.value()
    } catch (error) {
      next = steps.throw(error)
      continue
    }
    next = steps.next(result)
  }
  return next.value
}

async function runLater<T>(steps: Steps<T>): Promise<T> {
  let next = steps.next()
  while (!next.done) {
    let result: unknown
    try {
      result = await next.value()
    } catch (error) {
      next = steps.throw(error)
      continue
    }
    next = steps.next(result)
  }
  return next.value
}
