/**
 * file: `wallet.db`, and checks that a file is the wallet of this chain.
 *
 * Purpose: the tables of the wallet file, migrations, durable transactions over them, erasing plain secrets after
 * encryption; detecting that the wallet file is missing, empty, damaged or another one (`walletPresence.ts`).
 * Non-goals: the meaning of keys and transactions (keys, transactions), encryption of secrets (keys). Invariants:
 * writes are on disk when a call returns (`synchronous=FULL`). The file has mode 0600 from its first byte. No wallet
 * file is ever deleted or overwritten, only renamed. Thread: the node's; everything is synchronous.
 */

export { explainWalletError, WalletFileError, type WalletProblem } from './fileErrors.ts'
export type { AccountRow, EncryptionRow, EntropyRow, KeyPath, KeyRow, StoredSecret } from './keyTables.ts'
export type { NameRow, NoteRow } from './movedTables.ts'
export type { StagedKeys } from './stagedKeys.ts'
export {
  openWalletFile,
  type ScriptRow,
  type TxRow,
  type WalletFile,
} from './walletFile.ts'
export { bindWallet, MADE_FOR_SANDBOX, openBoundWallet } from './walletPresence.ts'
