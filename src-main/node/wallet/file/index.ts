/**
 * file: `wallet.db` and everything that decides whether a file is the wallet of this chain.
 *
 * Purpose: the tables of the wallet file, migrations, durable transactions over them, erasing what stood there before
 * encryption; noticing that the wallet file is missing, empty, damaged or another one (`walletPresence.ts`).
 * Non-goals: what a key or a transaction means (keys, transactions), how secrets are sealed (keys).
 * Invariants: what a call wrote is on disk when it returns (`synchronous=FULL`); the file has mode 0600 from its first byte;
 * no wallet file is ever deleted or overwritten, only renamed.
 * Thread: the node's; everything is synchronous.
 */

export { explainWalletError, WalletFileError, type WalletProblem } from './fileErrors.ts'
export type { AccountRow, EncryptionRow, EntropyRow, KeyPath, KeyRow, StoredSecret } from './keyTables.ts'
export type { StagedKeys } from './stagedKeys.ts'
export {
  openWalletFile,
  type ScriptRow,
  type TxRow,
  type WalletFile,
} from './walletFile.ts'
export { bindWallet, MADE_FOR_SANDBOX, openBoundWallet } from './walletPresence.ts'
