/**
 * addressIndex maintains the history and balance of each address, and the index of blocks by time.
 *
 * Purpose: stores every change, every unspent output and the running balance of each address of the active chain. The
 * transaction that connects a block updates them, so that a balance is one keyed lookup regardless of the history's
 * length. It also lists the largest holders without scanning all addresses, and audits that all sums agree. The index
 * of blocks by time is kept here too. Non-goals: merging several addresses, RPC shapes (rpc), unconfirmed changes
 * (mempool), bare multisig and data outputs. The spender of an output is in the ledger's own rows (storage).
 * Invariants: for each address the sum of its deltas, the sum of its unspent outputs and its balance are equal. Equal
 * chains have equal tables, regardless of earlier reorgs and of whether the index was updated per block or rebuilt. A
 * read sees blocks that are connected but not yet written. Thread: the node thread, inside the chain's transactions.
 * Reads are possible at any time. Long reads use their own connection.
 */
export { type AddressIndex, type AddressIndexDeps, createAddressIndex } from './addressIndex.ts'
export { addressIndexMigrations } from './schema.ts'
export { createTimestampIndex, type TimestampIndex } from './timestampIndex.ts'
export type * from './types.ts'
