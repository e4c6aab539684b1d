/**
 * A small file in the root that several apps may use at a time: read whole, changed under a lock, written whole or not at
 * all, set aside when it is damaged.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../config/index.ts'

/** Apps hold the lock for a moment only; an older one was left by an app that was killed. */
const LOCK_PATIENCE_MS = 5_000
const LOCK_POLL_MS = 20
const PRIVATE_FILE = 0o600

/** Why a file cannot be used, as a text for people that continues "the list of chains". */
export class ListError extends Error {
  override readonly name = 'ListError'
  /** the file is damaged; false: it may be intact, but this version cannot use it */
  readonly damaged: boolean

  constructor(message: string, damaged: boolean) {
    super(message)
    this.damaged = damaged
  }
}

export interface StoredFileOptions<T> {
  readonly root: string
  /** its name in the root */
  readonly file: string
  /** what people call it: "The list of chains" */
  readonly title: string
  /** what follows from not reading it, and what to do about one that was set aside: ends of a notice */
  readonly unread: string
  readonly repair: string
  readonly empty: T
  /** bytes */
  readonly most: number
  /** @throws ListError */
  parse(text: string): T
  write(value: T): string
}

export interface StoredFileDeps {
  /** unix milliseconds */
  now(): number
  delay(milliseconds: number): Promise<unknown>
  /** of this process, for the name of the temporary file */
  readonly pid: number
}

export interface StoredFile<T> {
  /** as last read or written */
  value(): T
  /** the problem with the file and what was done about it, for people */
  notice(): string | null
  /**
   * Reads, changes and writes the file under the lock. Changes wait for each other.
   * @throws Error with a text for people; nothing has changed then
   */
  update(change: (value: T) => T): Promise<T>
}

export function openStoredFile<T>(options: StoredFileOptions<T>, deps: StoredFileDeps): StoredFile<T> {
  const { root, file, title, empty } = options
  const path = join(root, file)
  let notice: string | null = null
  /** an unreadable file that must not be overwritten */
  let untouchable: string | undefined
  let value = load()
  let last: Promise<unknown> = Promise.resolve()

  function load(): T {
    try {
      const text = readBounded(path, options.most)
      untouchable = undefined
      return text === undefined ? empty : options.parse(text)
    } catch (error) {
      if (error instanceof ListError && error.damaged) return setAside(error)
      return leaveAlone(error instanceof ListError ? error.message : `cannot be read: ${reasonOf(error)}`)
    }
  }

  function leaveAlone(why: string): T {
    untouchable = `${title} (${path}) ${why}.`
    notice = `${untouchable} ${options.unread}`
    return empty
  }

  /** Keeps an unreadable file under another name, for a person to repair. */
  function setAside(error: ListError): T {
    const kept = `${file}.damaged-${deps.now()}`
    try {
      renameSync(path, join(root, kept))
    } catch (failure) {
      return leaveAlone(`${error.message}, and cannot be set aside: ${reasonOf(failure)}`)
    }
    notice = `${title} ${error.message} and was set aside as ${kept} in ${root}. ${options.repair}`
    return empty
  }

  function makeRoot(): void {
    try {
      makeFolder(root)
    } catch (error) {
      throw new Error(`The folder of the chains, ${root}, cannot be made: ${reasonOf(error)}`, { cause: error })
    }
  }

  async function change(alter: (value: T) => T): Promise<T> {
    makeRoot()
    const release = await takeLock(`${path}.lock`, title, deps)
    try {
      const found = load()
      if (untouchable !== undefined) throw new Error(untouchable)
      const altered = alter(found)
      if (altered !== found) writeDurably(path, `${path}.new-${deps.pid}`, options.write(altered), title)
      value = altered
      return value
    } finally {
      release()
    }
  }

  return {
    value: () => value,
    notice: () => notice,
    update(alter) {
      const changed = last.then(() => change(alter))
      last = changed.catch(() => undefined)
      return changed
    },
  }
}

/** undefined: there is no file */
function readBounded(path: string, most: number): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new ListError('is not a file', false)
  if (found.size > most) throw new ListError('is far too long', true)
  return readFileSync(path, 'utf8')
}

/** Replaces the file atomically: readers find the old text or the new one, also after a power failure. */
function writeDurably(path: string, temporary: string, text: string, title: string): void {
  try {
    const file = openSync(temporary, 'w', PRIVATE_FILE)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new Error(`${title} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
  syncDirectory(join(path, '..'))
}

/** Makes the rename durable. Systems on which directories cannot be opened keep renames in order by themselves. */
function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // The new text is in place; the system makes it durable later.
  }
}

/** The lock is a file that exists. One older than any change takes was left by an app that was killed. */
async function takeLock(path: string, title: string, deps: StoredFileDeps): Promise<() => void> {
  const deadline = deps.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', PRIVATE_FILE))
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new Error(`${title} cannot be written: ${reasonOf(error)}`, { cause: error })
      }
    }
    const age = deps.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? deps.now())
    if (age > LOCK_PATIENCE_MS || deps.now() >= deadline) rmSync(path, { force: true })
    else await deps.delay(LOCK_POLL_MS)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a part of its path is a file',
}

/** The reason of a file error, for people. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
