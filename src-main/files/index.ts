/**
 * files: writes every file of the app and the node that is not SQLite's.
 *
 * Purpose: one durable writer (`durableFile.ts`), the lock of a file that several programs change (`fileLock.ts`), and what
 * killed programs left (`leftovers.ts`). Non-goals: block files and the log, which only grow; files of the build.
 * Invariants: under its name a file has its old content or its complete new one, also after a kill, a power failure or on a
 * full disk; an error reaches the caller; in a folder that the user named nothing is deleted except the temporary file of
 * the write that failed.
 * Thread: any; no state.
 */
export {
  type DurableContent,
  type DurableOptions,
  syncFolder,
  writeDurably,
  writeDurablySync,
} from './durableFile.ts'
export { type FileLockDeps, takeFileLock } from './fileLock.ts'
export { findUnfinished, removeLeftovers, removeLockedLeftovers } from './leftovers.ts'
