/**
 * files: writes every file of the app and the node that SQLite does not write.
 *
 * Purpose: one durable writer (`durableFile.ts`), the lock of a file that several programs change (`fileLock.ts`), and
 * leftovers of killed programs (`leftovers.ts`).
 *
 * Non-goals: block files and the log, which only grow; files of the build.
 *
 * Invariants: a file has its old or its complete new content, also after a kill, a power failure or on a full disk.
 * Errors reach the caller. In a folder chosen by the user nothing is deleted except the temporary file of a failed
 * write.
 *
 * Thread: any; no state.
 */
export { readBoundedText } from './boundedFile.ts'
export {
  type DurableContent,
  type DurableOptions,
  syncFolder,
  writeDurably,
  writeDurablySync,
} from './durableFile.ts'
export { acquireFileLock, type FileLockDeps } from './fileLock.ts'
export { ForeignFileError, putKeptBack, readOwnFile, replaceKeeping } from './keptFile.ts'
export { findUnfinished, removeLeftovers, removeLockedLeftovers } from './leftovers.ts'
