/**
 * wallet: the user's keys, the transactions that concern them, and new payments.
 *
 * Purpose: keys that are durable before an address is shown, balances that never seem to drop because change is
 * unconfirmed, sends that follow the reference's conventions (transactions-and-script.md §4, rpc.md §9). Folders,
 * lowest first: `file` (wallet.db), `keys`, `ownership`, `transactions`, then `scan`, `spending`, `moveToPhrase`,
 * `backup` and `views`; `wallet.ts` combines them, `openWallet.ts` opens a wallet. Non-goals: crypto-condition outputs
 * (the modules build and spend those with this wallet's keys). Errors: the wallet rejects a request with a WalletError;
 * `wallet/rpc/walletErrorCodes.ts` maps each kind to its RPC code. Invariants: a key is on disk before its address is
 * returned; a transaction is on disk before its id is returned. Once the wallet has a passphrase, no secret is on disk
 * unencrypted, and none is in memory while the wallet is locked. Confirmations are read from the chain and never
 * stored, so that a reorganisation cannot leave them wrong. Thread: the node's.
 */

export { mapped, runInSlices, runToEnd, type Steps } from '../util/runInSlices.ts'
export {
  type BackupContent,
  type BackupCoverage,
  computeDumpCoverage,
  computeSeedCoverage,
  describeDumpOmissions,
  type ExportFiles,
  hasAllScripts,
  openExportFolder,
  readDump,
  type ScheduleChoice,
  writeDump,
} from './backup/index.ts'
export { WalletFileError, type WalletProblem } from './file/index.ts'
export {
  deriveAgamaKey,
  entropyOfPhrase,
  type HdAccount,
  type KeyStore,
  newPhrase,
  type OldKeyCandidate,
  type OldSecretReadings,
  type PhraseState,
  parseWords,
  readOldSecret,
  seedOfPhrase,
  type WalletKey,
} from './keys/index.ts'
export type {
  InspectedWallet,
  MovedFileState,
  MovedInWallet,
  MoveInOptions,
  OldWalletReport,
  ReadingOptions,
} from './moveIn/index.ts'
export {
  type CoinMove,
  MoveRunner,
  outpointText,
  PhraseMove,
  type TokenMove,
  type TokenMover,
} from './moveToPhrase/index.ts'
export { openWallet } from './openWallet.ts'
export {
  isTimeLocked,
  namedAddresses,
  type ScriptOwner,
  ScriptOwners,
  type WalletScript,
} from './ownership/index.ts'
export {
  findKeyHash,
  isAccountKey,
  type KeyHistory,
  keyBalances,
  type ScanOptions,
  scanKeyHistories,
} from './scan/index.ts'
export { createSpendable } from './spending/index.ts'
export type { Balance, HistoryItem, TxAmounts, WalletCoin, WalletLedger, WalletTx } from './transactions/index.ts'
export {
  type AddressLine,
  AddressView,
  addressGroups,
  type CoinLine,
  type CoinQuery,
  CoinView,
  createOutputRoles,
  type GroupMember,
  type HistoryRow,
  HistoryView,
  type ProtectedCoin,
  type UnrecordedTransactions,
  type WalletHistoryQuery,
} from './views/index.ts'
export type { Wallet, WalletDeps, WalletSettings } from './wallet.ts'
export { WalletError } from './walletError.ts'
