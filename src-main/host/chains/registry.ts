import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../config/index.ts'
import { type ChainList, EMPTY_LIST, ListError, listText, MAX_FILE, parseList } from './chainList.ts'

const FILE = 'chains.json'
/** Apps hold the lock for a moment only; an older one was left by an app that was killed. */
const LOCK_PATIENCE_MS = 5_000
const LOCK_POLL_MS = 20
const PRIVATE_FILE = 0o600

/** The list of chains in the root, shared with other apps that may run on the same root. */
export interface Registry {
  /** as last read or written */
  list(): ChainList
  /** the problem with the file and what was done about it, for people */
  notice(): string | null
  /**
   * Reads, changes and writes the file under the lock. Changes wait for each other.
   * @throws Error with a text for people; nothing has changed then
   */
  update(change: (list: ChainList) => ChainList): Promise<ChainList>
}

export interface RegistryDeps {
  /** unix milliseconds */
  now(): number
  delay(milliseconds: number): Promise<unknown>
  /** of this process, for the name of the temporary file */
  readonly pid: number
}

export function createRegistry(root: string, deps: RegistryDeps): Registry {
  const path = join(root, FILE)
  let notice: string | null = null
  /** an unreadable list that must not be overwritten */
  let untouchable: string | undefined
  let list = load()
  let last: Promise<unknown> = Promise.resolve()

  function load(): ChainList {
    let text: string | undefined
    try {
      text = readBounded(path)
      untouchable = undefined
      return text === undefined ? EMPTY_LIST : parseList(text)
    } catch (error) {
      if (error instanceof ListError && error.damaged) return setAside(error)
      return leaveAlone(error instanceof ListError ? error.message : `cannot be read: ${reasonOf(error)}`)
    }
  }

  function leaveAlone(why: string): ChainList {
    untouchable = `The list of chains (${path}) ${why}.`
    notice = `${untouchable} Nothing is written to it, and no chain of it is shown.`
    return EMPTY_LIST
  }

  /** Keeps an unreadable list under another name, for a person to repair. */
  function setAside(error: ListError): ChainList {
    const kept = `${FILE}.damaged-${deps.now()}`
    try {
      renameSync(path, join(root, kept))
    } catch (failure) {
      return leaveAlone(`${error.message}, and cannot be set aside: ${reasonOf(failure)}`)
    }
    notice = `The list of chains ${error.message} and was set aside as ${kept} in ${root}. The folders of its chains are untouched: join a chain again, and what it has is found.`
    return EMPTY_LIST
  }

  function makeRoot(): void {
    try {
      makeFolder(root)
    } catch (error) {
      throw new Error(`The folder of the chains, ${root}, cannot be made: ${reasonOf(error)}`, { cause: error })
    }
  }

  async function change(alter: (list: ChainList) => ChainList): Promise<ChainList> {
    makeRoot()
    const release = await takeLock(`${path}.lock`, deps)
    try {
      const found = load()
      if (untouchable !== undefined) throw new Error(untouchable)
      const altered = alter(found)
      if (altered !== found) writeDurably(path, `${path}.new-${deps.pid}`, listText(altered))
      list = altered
      return list
    } finally {
      release()
    }
  }

  return {
    list: () => list,
    notice: () => notice,
    update(alter) {
      const changed = last.then(() => change(alter))
      last = changed.catch(() => undefined)
      return changed
    },
  }
}

/** undefined: there is no file */
function readBounded(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new ListError('is not a file', false)
  if (found.size > MAX_FILE) throw new ListError('is far too long', true)
  return readFileSync(path, 'utf8')
}

/** Replaces the file atomically: readers find the old text or the new one, also after a power failure. */
function writeDurably(path: string, temporary: string, text: string): void {
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
    throw new Error(`The list of chains cannot be written: ${reasonOf(error)}`, { cause: error })
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
async function takeLock(path: string, deps: RegistryDeps): Promise<() => void> {
  const deadline = deps.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      closeSync(openSync(path, 'wx', PRIVATE_FILE))
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new Error(`The list of chains cannot be written: ${reasonOf(error)}`, { cause: error })
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
