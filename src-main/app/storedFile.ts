/**
 * Small file in the root that several apps may use at the same time: read completely, changed under a lock, written
 * atomically, and set aside if it is damaged.
 */
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../config/index.ts'
import { acquireFileLock, type FileLockDeps, writeDurablySync } from '../files/index.ts'

/** Reason why a file cannot be used, as a text for users that continues "the list of chains". */
export class ListError extends Error {
  override readonly name = 'ListError'
  /** true if the file is damaged; false if it may be intact but this version cannot use it */
  readonly damaged: boolean

  constructor(message: string, damaged: boolean) {
    super(message)
    this.damaged = damaged
  }
}

export interface StoredFileOptions<T> {
  readonly root: string
  /** file name in the root */
  readonly file: string
  /** name of the file in texts for users: "The list of chains" */
  readonly title: string
  /** ends of the notice: the consequence of an unread file, and the remedy for a file that was set aside */
  readonly unread: string
  readonly repair: string
  readonly empty: T
  /** value while the file cannot be used, or after it was set aside until the next write; default: `empty` */
  readonly unusable?: T
  /** maximum size in bytes */
  readonly most: number
  /** @throws ListError */
  parse(text: string): T
  write(value: T): string
}

/** Value stored in a file of the root. The constructor reads the file. */
export class StoredFile<T> {
  readonly #options: StoredFileOptions<T>
  readonly #deps: FileLockDeps
  readonly #path: string
  /** value while the file cannot be used */
  readonly #unusable: T
  #notice: string | null = null
  /** reason why an unreadable file must not be overwritten */
  #untouchable: string | undefined
  #value: T
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: StoredFileOptions<T>, deps: FileLockDeps) {
    const { root, file, empty, unusable = empty } = options
    this.#options = options
    this.#deps = deps
    this.#path = join(root, file)
    this.#unusable = unusable
    this.#value = this.#load()
  }

  /** Returns the value as last read or written. */
  value(): T {
    return this.#value
  }

  /** Returns a text for users about the problem with the file and what was done; null if the file is fine. */
  notice(): string | null {
    return this.#notice
  }

  /**
   * Reads, changes and writes the file under its lock. Changes run one at a time.
   * @throws Error with a text for users; nothing has changed then
   */
  update(alter: (value: T) => T): Promise<T> {
    const changed = this.#last.then(() => this.#change(alter))
    this.#last = changed.catch(() => undefined)
    return changed
  }

  #load(): T {
    const { empty, most: max, parse } = this.#options
    try {
      const text = readBounded(this.#path, max)
      this.#untouchable = undefined
      if (text === undefined) return this.#wasSetAside() ? this.#unusable : empty
      return parse(text)
    } catch (error) {
      if (error instanceof ListError && error.damaged) return this.#setAside(error)
      return this.#leaveAlone(error instanceof ListError ? error.message : `cannot be read: ${formatFileError(error)}`)
    }
  }

  #leaveAlone(why: string): T {
    const { title, unread } = this.#options
    this.#untouchable = `${title} (${this.#path}) ${why}.`
    this.#notice = `${this.#untouchable} ${unread}`
    return this.#unusable
  }

  /** Renames an unreadable file, so that a user can repair it. */
  #setAside(error: ListError): T {
    const { root, file, title, repair } = this.#options
    const kept = `${file}.damaged-${this.#deps.now()}`
    try {
      renameSync(this.#path, join(root, kept))
    } catch (failure) {
      return this.#leaveAlone(`${error.message}, and cannot be set aside: ${formatFileError(failure)}`)
    }
    this.#notice = `${title} ${error.message} and was set aside as ${kept} in ${root}. ${repair}`
    return this.#unusable
  }

  #wasSetAside(): boolean {
    const { root, file, empty } = this.#options
    if (this.#unusable === empty || !existsSync(root)) return false
    return readdirSync(root).some((name) => name.startsWith(`${file}.damaged-`))
  }

  async #change(alter: (value: T) => T): Promise<T> {
    makeRoot(this.#options.root)
    const release = await acquireFileLock(this.#path, this.#deps).catch((error: unknown) => {
      throw this.#unwritten(error)
    })
    try {
      const found = this.#load()
      if (this.#untouchable !== undefined) throw new Error(this.#untouchable)
      const altered = alter(found)
      if (altered !== found) this.#write(this.#options.write(altered))
      this.#value = altered
      return altered
    } finally {
      release()
    }
  }

  #write(text: string): void {
    try {
      writeDurablySync(this.#path, text)
    } catch (error) {
      throw this.#unwritten(error)
    }
  }

  #unwritten(error: unknown): Error {
    return new Error(`${this.#options.title} cannot be written: ${formatFileError(error)}`, { cause: error })
  }
}

function makeRoot(root: string): void {
  try {
    makeFolder(root)
  } catch (error) {
    throw new Error(`The folder of the chains, ${root}, cannot be created: ${formatFileError(error)}`, { cause: error })
  }
}

/** Returns the text of the file, or undefined if it does not exist. */
function readBounded(path: string, max: number): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new ListError('is not a file', false)
  if (found.size > max) throw new ListError('is too large', true)
  return readFileSync(path, 'utf8')
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'a file already exists at this path',
  ENOTDIR: 'part of the path is a file',
}

/** Returns the reason of a file error as a text for users. */
export function formatFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
