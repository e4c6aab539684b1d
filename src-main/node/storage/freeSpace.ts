import { statfsSync } from 'node:fs'
import { figuresIn } from '#shared/figures.ts'
import { StorageError } from './storageError.ts'

/** Minimum free space in bytes on each disk that the node writes to, as in komodod. Below it the node stops. */
const MIN_FREE_BYTES = 50 * 1024 * 1024
/**
 * Check interval in ms. Space is also checked before blocks are written, but wallet, log and other programs write too.
 */
const CHECK_INTERVAL_MS = 60_000

/** Returns the free bytes on the disk that holds a folder, or `undefined` if the system does not report them. */
export type FreeBytes = (folder: string) => number | undefined

/** Returns the bytes that are free for unprivileged users. */
export function readFreeBytes(folder: string): number | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    // Some network and user-space file systems report no sizes at all.
    return blocks === 0 ? undefined : bavail * bsize
  } catch {
    return undefined
  }
}

/**
 * Checks that the disk of the folder has the minimum free space plus the space for the upcoming write.
 * @param upcoming bytes about to be written
 * @throws StorageError `io` if there is less
 */
export function requireFreeSpace(folder: string, upcoming: number, freeBytes: FreeBytes): void {
  const free = freeBytes(folder)
  const needed = MIN_FREE_BYTES + upcoming
  if (free === undefined || free >= needed) return
  const { bytes } = figuresIn('en')
  throw new StorageError(
    'io',
    `Disk space is low: ${bytes(free)} left on the disk that holds ${folder}, ${bytes(needed)} needed. Free up space and start again; nothing is lost.`,
  )
}

/** Timers of the event loop, or fakes in tests. */
interface SpaceWatchTimers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

/** Runs the check every minute until it throws. Returns a function that ends the watch. */
export function watchFreeSpace(check: () => void, low: (error: Error) => void, timers: SpaceWatchTimers): () => void {
  let timer: unknown
  const schedule = () => {
    timer = timers.set(run, CHECK_INTERVAL_MS)
  }
  const run = () => {
    try {
      check()
      schedule()
    } catch (error) {
      low(error instanceof Error ? error : new Error(String(error)))
    }
  }
  schedule()
  return () => timers.clear(timer)
}
