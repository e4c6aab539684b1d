/**
 * storage: what lies on the disk. One SQLite file (`chain.db`), append-only block files (`blocks/blkNNNNN.dat`) and the lock
 * on the data directory.
 *
 * Purpose: tables of blocks, transactions and outputs with an in-memory layer over them, so that connecting a block costs
 * few statements; the unit of work that makes a block appear wholly or not at all.
 * Non-goals: judging blocks, choosing a chain (chain), other modules' tables (they bring their own through migrations).
 * Invariants: `chain.db` never refers to block bytes that are not on the disk; the blocks that the block files hold beyond
 * `chain_state.file/file_end` has not been read in yet and is read in at the next start, which is all that -reindex is: an
 * empty database beside full block files. In memory and in the tables there is one truth: after `rollback` the memory is
 * empty, and unwritten changes are seen by every read.
 * Thread: one thread opens the directory and is the only one to write; everything is synchronous. In long imports another
 * copies SQLite's log back (`checkpoint/`), and snapshots are read on connections of their own.
 */

export type { Database } from 'better-sqlite3'
export {
  type BlockFiles,
  type BlockLocation,
  blockFileName,
  type FilePosition,
  type StoredBlock,
} from './blockFiles.ts'
export type { BlockRow, BlockSupply, BlockTable } from './blockTable.ts'
export { DataDirectoryLock } from './dataDirectoryLock.ts'
export { type FreeBytes, watchFreeSpace } from './freeSpace.ts'
export { createHeightSearch } from './heightSearch.ts'
export {
  type BuildProgress,
  type BuildStep,
  type DerivedIndex,
  type IndexState,
  IndexStates,
  reconcileIndex,
} from './indexBuild.ts'
export type { Ledger } from './ledger.ts'
export type { ContractMigrations } from './migrate.ts'
export { NotarisationTable } from './notarisationTable.ts'
export { makePrivateFile } from './privateFile.ts'
export { openReadSnapshot, type ReadSnapshot } from './readSnapshot.ts'
export { RECORD_HEAD, type ScannedRecord, scanRecords } from './recordScan.ts'
export { type Cell, plainBytes, RowInserter, satoshiCell } from './rows.ts'
export { BLOCK_STATUS, FAILED } from './schema.ts'
export type { SegidTable } from './segidTable.ts'
export { type PoolState, type ShieldedChange, type ShieldedState, ShieldedTables } from './shieldedTables.ts'
export { type DataDirectoryOptions, Storage } from './storage.ts'
export { explainStorageError, StorageError, type StorageErrorKind } from './storageError.ts'
export { type TxLocation, type TxRecord, txNumCount, txPrefix } from './txRecord.ts'
export type { WalletBinding, WalletBindings } from './walletBindings.ts'
