/**
 * The lock of a file that several programs read, change and write: a file in the same folder with the id of a process.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { hasEnded } from './processes.ts'

/** Maximum age of a lock in ms. Locks are held only briefly, so an older one was left by a killed program. */
const LOCK_TIMEOUT_MS = 5_000
const LOCK_POLL_MS = 20
const PRIVATE_FILE = 0o600

export interface FileLockDeps {
  /** current time, Unix ms */
  now(): number
  delay(milliseconds: number): Promise<unknown>
}

export const lockPath = (path: string): string => `${path}.lock`

/**
 * Acquires the lock of a file. Returns the function that releases it. The holder must not wait for anything. A lock
 * whose process has ended is taken over.
 * @throws Error of the system if the lock cannot be acquired
 */
export async function acquireFileLock(path: string, deps: FileLockDeps): Promise<() => void> {
  const lock = lockPath(path)
  const deadline = deps.now() + LOCK_TIMEOUT_MS
  while (!createLock(lock)) {
    // Also check the age: the id of a killed program may belong to another program now.
    const old = lockAge(lock, deps.now()) > LOCK_TIMEOUT_MS || deps.now() >= deadline
    if (old || isAbandoned(lock, deps.now())) rmSync(lock, { force: true })
    else await deps.delay(LOCK_POLL_MS)
  }
  return () => {
    // If this program was suspended, another one may have taken over the lock.
    if (readHolder(lock) === process.pid) rmSync(lock, { force: true })
  }
}

/**
 * Returns true if the process of the lock has ended. Also true if the lock names no process and is older than any write
 * takes.
 */
export function isAbandoned(lock: string, now: number): boolean {
  const age = lockAge(lock, now)
  const holder = readHolder(lock)
  return holder === undefined ? age > LOCK_TIMEOUT_MS : hasEnded(holder, now - age)
}

/** Returns the age of the lock in ms, or 0 if it does not exist. */
function lockAge(lock: string, now: number): number {
  const found = statSync(lock, { throwIfNoEntry: false })
  return found === undefined ? 0 : now - found.mtimeMs
}

/** Returns false if the lock already exists. */
function createLock(lock: string): boolean {
  let file: number
  try {
    file = openSync(lock, 'wx', PRIVATE_FILE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    const id = `${process.pid}\n`
    if (writeSync(file, id) < id.length) throw Object.assign(new Error('ENOSPC: short write'), { code: 'ENOSPC' })
    return true
  } catch (error) {
    rmSync(lock, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function readHolder(lock: string): number | undefined {
  try {
    const text = readFileSync(lock, 'latin1')
    return /^[1-9]\d{0,9}\n$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}
