/**
 * walletDat: reads the wallet file of komodod, a Berkeley DB file, without Berkeley DB.
 *
 * Purpose: keys, scripts, labels and notes of a `wallet.dat` (wallet-dat.md §1, §2), also of encrypted and damaged
 * files. Non-goals: storing them (moveIn), replaying log files, finding folders. Invariants: the file is opened for
 * reading only. Sizes, counts and time are bounded for any content. A hostile file gives a result or a WalletDatError.
 * A key is returned only if its secret fits its public key. Secrets are in no error, warning or temporary file. Thread:
 * any with an event loop.
 */
export type {
  OldKey,
  OldKeyKind,
  OldLabel,
  OldSeed,
  OldShieldedKey,
  OldTransaction,
  OldWallet,
  OldWalletRescue,
  OldWatchOnly,
} from './oldWallet.ts'
export { type ReadWalletDatOptions, readWalletDat } from './readWalletDat.ts'
export { WalletDatError, type WalletDatErrorCode } from './walletDatError.ts'
export { walletDatText } from './walletDatText.ts'
