/**
 * A small file in the root that several apps may use at a time: read whole, changed under a lock, written whole or not at
 * all, set aside when it is damaged.
 */
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../config/index.ts'
import { type FileLockDeps, takeFileLock, writeDurablySync } from '../files/index.ts'

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
  /** value as long as the file cannot be used, or was set aside and not written since; default: the empty one */
  readonly unusable?: T
  /** bytes */
  readonly most: number
  /** @throws ListError */
  parse(text: string): T
  write(value: T): string
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

export function openStoredFile<T>(options: StoredFileOptions<T>, deps: FileLockDeps): StoredFile<T> {
  const { root, file, title, empty, unusable = empty } = options
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
      if (text === undefined) return wasSetAside() ? unusable : empty
      return options.parse(text)
    } catch (error) {
      if (error instanceof ListError && error.damaged) return setAside(error)
      return leaveAlone(error instanceof ListError ? error.message : `cannot be read: ${reasonOf(error)}`)
    }
  }

  function leaveAlone(why: string): T {
    untouchable = `${title} (${path}) ${why}.`
    notice = `${untouchable} ${options.unread}`
    return unusable
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
    return unusable
  }

  function wasSetAside(): boolean {
    return (
      unusable !== empty && existsSync(root) && readdirSync(root).some((name) => name.startsWith(`${file}.damaged-`))
    )
  }

  function makeRoot(): void {
    try {
      makeFolder(root)
    } catch (error) {
      throw new Error(`The folder of the chains, ${root}, cannot be made: ${reasonOf(error)}`, { cause: error })
    }
  }

  const unwritten = (error: unknown) => new Error(`${title} cannot be written: ${reasonOf(error)}`, { cause: error })

  async function change(alter: (value: T) => T): Promise<T> {
    makeRoot()
    const release = await takeFileLock(path, deps).catch((error: unknown) => {
      throw unwritten(error)
    })
    try {
      const found = load()
      if (untouchable !== undefined) throw new Error(untouchable)
      const altered = alter(found)
      if (altered !== found) writeValue(options.write(altered))
      value = altered
      return value
    } finally {
      release()
    }
  }

  function writeValue(text: string): void {
    try {
      writeDurablySync(path, text)
    } catch (error) {
      throw unwritten(error)
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
