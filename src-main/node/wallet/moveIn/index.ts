/**
 * moveIn: takes over a wallet.dat of komodod.
 *
 * Purpose: what a file contains, and adding all of it in one durable step: keys with labels, redeem scripts, watch-only
 * scripts, labels of foreign addresses, comments, and shielded keys, which the wallet keeps but cannot use yet. Records
 * which files were moved in, what lies unencrypted in them, if another program used them later, and if an encrypted
 * backup with everything was opened again. Non-goals: the format of the file (`walletDat`), folders and conf files (app).
 * Invariants: no file of the other program is ever changed or deleted. A kill leaves the wallet as it was or complete.
 * Secrets are wiped once they are stored. Thread: the node's; long work yields to the event loop every few milliseconds.
 */
export type { MovedFileState } from './movedFiles.ts'
export type { OldWalletReport } from './oldWalletReport.ts'
export {
  type InspectedWallet,
  type MovedInWallet,
  type MoveInOptions,
  OldWallets,
  type ReadingOptions,
} from './oldWallets.ts'
