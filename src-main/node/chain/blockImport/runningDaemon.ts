import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findFileLocks } from '../../util/fileLocks.ts'

/** A daemon of the family that uses a folder. */
export interface RunningDaemon {
  /** process id; undefined if the system does not report it */
  readonly pid: number | undefined
}

/** Files of the system, replaced in tests. */
export interface SystemFiles {
  /** returns the text of a file, or undefined if it is missing or unreadable */
  read(path: string): string | undefined
  /** returns true if a process with this id exists */
  isAlive(pid: number): boolean
}

/** Names of the file with the process id, and the file that a daemon locks. */
const PID_FILE = 'komodod.pid'
const LOCK_FILE = '.lock'
/** Maximum length of a pid file in characters. */
const MAX_PID_LENGTH = 20
const DAEMON_NAME = /komodo/i

/**
 * Finds a daemon that runs on a folder (wallet-dat.md §3.3): by its lock on Linux, and by the process id that it wrote.
 * On Windows neither exists.
 * @param folder folder with `blocks` and `wallet.dat`
 */
export function findRunningDaemon(folder: string, system: SystemFiles = SYSTEM): RunningDaemon | undefined {
  return findLock(join(folder, LOCK_FILE), system) ?? findProcess(join(folder, PID_FILE), system)
}

function findLock(path: string, { read }: SystemFiles): RunningDaemon | undefined {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  const locks = file && read('/proc/locks')
  if (locks === undefined) return undefined
  // If the device differs, the name of the process counts.
  const lock = findFileLocks(locks, file!).find(
    ({ pid, exclusive, sameDevice }) => exclusive && (sameDevice || DAEMON_NAME.test(read(`/proc/${pid}/comm`) ?? '')),
  )
  return lock && { pid: lock.pid > 0 ? lock.pid : undefined }
}

/** A killed daemon leaves its pid file, and another program may have its number by now. */
function findProcess(path: string, { read, isAlive }: SystemFiles): RunningDaemon | undefined {
  const text = read(path)?.slice(0, MAX_PID_LENGTH).trim()
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const pid = Number(text)
  const name = read(`/proc/${pid}/comm`)
  if (name !== undefined && !DAEMON_NAME.test(name)) return undefined
  return isAlive(pid) ? { pid } : undefined
}

const SYSTEM: SystemFiles = {
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
  },
  isAlive(pid) {
    try {
      // Signal 0 only checks that the process exists.
      process.kill(pid, 0)
      return true
    } catch (error) {
      // EPERM means that the process exists and belongs to another user.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  },
}
