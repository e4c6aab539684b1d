/**
 * storage: the data on disk. One SQLite file (`chain.db`), append-only block files (`blocks/blkNNNNN.dat`) and the lock
 * on the data directory.
 *
 * Purpose: tables of blocks, transactions and outputs with an in-memory layer over them, so that connecting a block
 * needs few statements; database transactions that commit a block completely or not at all.
 *
 * Non-goals: validating blocks and choosing a chain (chain), tables of other modules (they add them through
 * migrations).
 *
 * Invariants: `chain.db` never refers to block bytes that are not on disk. Blocks in the block files after
 * `chain_state.file/file_end` are imported at the next start. -reindex empties the database and imports all block files
 * in the same way. The in-memory layer and the tables are consistent: reads see changes that are not yet written, and
 * `rollback` empties the layer.
 *
 * Thread: one thread opens the directory and is its only writer; everything is synchronous. During long imports another
 * thread checkpoints the WAL of SQLite (`checkpoint/`), and snapshots are read on separate connections.
 */

export type { Database } from 'better-sqlite3'
export {
  BLOCK_FOLDER,
  type BlockFiles,
  type BlockLocation,
  blockFileName,
  type FilePosition,
  type StoredBlock,
} from './blockFiles.ts'
export type { BlockRow, BlockSupply, BlockTable } from './blockTable.ts'
export { DataDirectoryLock } from './dataDirectoryLock.ts'
export { type FreeBytes, readFreeBytes, watchFreeSpace } from './freeSpace.ts'
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
export type { ModuleMigrations } from './migrate.ts'
export { NotarisationTable } from './notarisationTable.ts'
export { makePrivateFile } from './privateFile.ts'
export { openReadSnapshot, type ReadSnapshot } from './readSnapshot.ts'
export { RECORD_HEAD, type ScannedRecord, scanInSteps } from './recordScan.ts'
export { RowBatch } from './rowBatch.ts'
export { type Cell, plainBytes, RowInserter, satoshiCell } from './rows.ts'
export { BLOCK_STATUS, FAILED } from './schema.ts'
export type { SegidTable } from './segidTable.ts'
export { type PoolState, type ShieldedChange, type ShieldedState, ShieldedTables } from './shieldedTables.ts'
export { type DataDirectoryOptions, Storage } from './storage.ts'
export { explainStorageError, StorageError, type StorageErrorKind } from './storageError.ts'
export { type TxLocation, type TxRecord, txNumCount, txPrefix } from './txRecord.ts'
export type { WalletBinding, WalletBindings } from './walletBindings.ts'
