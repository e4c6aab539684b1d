/** The file operations of a durable write, in synchronous and asynchronous form. */
import {
  close,
  closeSync,
  fchmod,
  fchmodSync,
  fchown,
  fchownSync,
  fstat,
  fstatSync,
  fsync,
  fsyncSync,
  link,
  linkSync,
  lstat,
  lstatSync,
  open,
  openSync,
  read,
  readlink,
  readlinkSync,
  readSync,
  realpath,
  realpathSync,
  rename,
  renameSync,
  rm,
  rmSync,
  type Stats,
  write,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'

/** File operations that throw the error of the system. */
export interface SyncFileCalls {
  open(path: string, flags: string, mode: number): number
  /** Returns the number of bytes written, which may be less than given. */
  write(file: number, bytes: Uint8Array, offset: number): number
  /** Reads bytes from a position of the file. Returns their number, 0 at the end of the file. */
  read(file: number, bytes: Uint8Array, position: number): number
  sync(file: number): void
  stat(file: number): Stats
  setOwner(file: number, user: number, group: number): void
  setMode(file: number, mode: number): void
  close(file: number): void
  /** Returns undefined if no file has this name. */
  find(path: string): Stats | undefined
  readLink(path: string): string
  resolveLinks(path: string): string
  /** Gives a file a second name, which must not exist yet. */
  link(from: string, to: string): void
  rename(from: string, to: string): void
  /** Removes a file. Ignores a missing one. */
  remove(path: string): void
}

export type AsyncFileCalls = {
  readonly [Name in keyof SyncFileCalls]: (
    ...args: Parameters<SyncFileCalls[Name]>
  ) => Promise<ReturnType<SyncFileCalls[Name]>>
}

export const syncFileCalls: SyncFileCalls = {
  open: openSync,
  write: (file, bytes, offset) => writeSync(file, bytes, offset),
  read: (file, bytes, position) => readSync(file, bytes, 0, bytes.length, position),
  sync: fsyncSync,
  stat: (file) => fstatSync(file),
  setOwner: fchownSync,
  setMode: fchmodSync,
  close: closeSync,
  find: (path) => lstatSync(path, { throwIfNoEntry: false }),
  readLink: (path) => readlinkSync(path),
  resolveLinks: (path) => realpathSync(path),
  link: linkSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
}

const findLater = promisify(lstat)
const writeLater = promisify(write)
const readLater = promisify(read)
const removeLater = promisify(rm)

export const asyncFileCalls: AsyncFileCalls = {
  open: promisify(open),
  write: async (file, bytes, offset) =>
    (await writeLater(file, bytes, offset, bytes.length - offset, null)).bytesWritten,
  read: async (file, bytes, position) => (await readLater(file, bytes, 0, bytes.length, position)).bytesRead,
  sync: promisify(fsync),
  stat: promisify(fstat),
  setOwner: promisify(fchown),
  setMode: promisify(fchmod),
  close: promisify(close),
  find: (path) =>
    findLater(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    }),
  readLink: promisify(readlink),
  resolveLinks: promisify(realpath),
  link: promisify(link),
  rename: promisify(rename),
  remove: (path) => removeLater(path, { force: true }),
}
