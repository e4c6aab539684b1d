import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { WalletDatError } from './walletDatError.ts'
import { walletDatText } from './walletDatText.ts'

/** Maximum size of a file (wallet-dat.md §6). */
export const MAX_WALLET_BYTES = 2 ** 31
/** O_NONBLOCK prevents opening a named pipe from waiting for its writer. Windows lacks it. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Bytes of a wallet file, readable at any offset. */
export interface WalletSource {
  readonly size: number
  /**
   * Reads bytes at an offset into the array.
   * @returns number of bytes read; fewer than the array's length only at the end of the file
   */
  read(into: Uint8Array, offset: number): number
}

/** Open wallet file. The handle is opened for reading only. */
export interface OldWalletFile extends WalletSource {
  /** @throws WalletDatError `changed` if the file differs in size, time or identity from the file that was opened */
  checkUnchanged(): void
  close(): void
}

/** @throws WalletDatError if the file is missing, unreadable, no regular file, or too large */
export function openOldWalletFile(path: string): OldWalletFile {
  const handle = withFileErrors(path, () => openSync(path, READ_ONLY))
  try {
    const before = withFileErrors(path, () => fstatSync(handle, { bigint: true }))
    if (before.isDirectory()) throw new WalletDatError('not-a-wallet', walletDatText('folder', { path }))
    if (!before.isFile()) throw new WalletDatError('not-a-wallet', walletDatText('noFile', { path }))
    if (before.size > BigInt(MAX_WALLET_BYTES)) throw new WalletDatError('too-large', walletDatText('large', { path }))
    return {
      size: Number(before.size),
      read: (into, offset) => withFileErrors(path, () => readFully(handle, into, offset)),
      checkUnchanged() {
        const after = withFileErrors(path, () => fstatSync(handle, { bigint: true }))
        const now = withFileErrors(path, () => statSync(path, { bigint: true }))
        const same = [after, now].every(
          ({ size, mtimeNs, dev, ino }) =>
            size === before.size && mtimeNs === before.mtimeNs && dev === before.dev && ino === before.ino,
        )
        if (same) return
        throw new WalletDatError('changed', walletDatText('changed', { path }))
      },
      close: () => closeSync(handle),
    }
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

function readFully(handle: number, into: Uint8Array, offset: number): number {
  let done = 0
  while (done < into.length) {
    const count = readSync(handle, into, done, into.length - done, offset + done)
    if (count === 0) break
    done += count
  }
  return done
}

function withFileErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    throw new WalletDatError('unreadable', describeReadError(path, code), { cause: error })
  }
}

// describeFileError is not used here, because its remedies are for files of this program.
function describeReadError(path: string, code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return walletDatText('gone', { path })
  if (code === 'EACCES' || code === 'EPERM') return walletDatText('permission', { path, code })
  if (code === 'EBUSY') return walletDatText('busy', { path })
  return walletDatText('unread', { path, code })
}
