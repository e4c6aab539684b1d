import { yieldToEventLoop } from '../../../util/index.ts'
import { withPauses } from '../../../util/runInSlices.ts'
import type { OldWallet } from './oldWallet.ts'
import { readWallet } from './readWallet.ts'
import { findSurroundings } from './surroundings.ts'
import { openOldWalletFile, type WalletSource } from './walletSource.ts'

export interface ReadWalletDatOptions {
  readonly signal?: AbortSignal
  /** Called between slices of work; both numbers in bytes. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Number of times that a sound plain wallet is read: along its tree, then page by page. */
const PASSES = 2

/**
 * Reads a wallet.dat of komodod, plain or encrypted, and rescues keys from a damaged one. The file is never written to.
 * Yields to the event loop. The caller wipes the result.
 * @throws WalletDatError, or the signal's reason
 */
export async function readWalletDat(path: string, options: ReadWalletDatOptions = {}): Promise<OldWallet> {
  const { signal, onProgress } = options
  const surroundings = await findSurroundings(path)
  const file = openOldWalletFile(path)
  try {
    const total = PASSES * file.size
    let read = 0
    const counted: WalletSource = {
      size: file.size,
      read(into, offset) {
        const length = file.read(into, offset)
        read += length
        return length
      },
    }
    const wallet = await withPauses(readWallet(counted, surroundings), async () => {
      await yieldToEventLoop()
      signal?.throwIfAborted()
      onProgress?.(Math.min(read, total), total)
    })
    try {
      file.checkUnchanged()
    } catch (error) {
      wallet.wipe()
      throw error
    }
    return wallet
  } finally {
    file.close()
  }
}
