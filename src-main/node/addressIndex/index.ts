/**
 * addressIndex: what happened to each address, and which blocks came when.
 *
 * Purpose: every change, every unspent output and the running balance of each address of the active chain, kept inside the
 * transaction that connects a block, so that a balance is one keyed look-up however long the history; who holds most, without
 * looking at everybody; the proof that all of it adds up. Beside it the index of blocks by time.
 * Non-goals: merging several addresses, RPC shapes (rpc), unconfirmed changes (mempool), bare multisig and data outputs;
 * where an output was spent, which the ledger's own rows say (storage).
 * Invariants: for each address the sum of its deltas, the sum of its unspent outputs and its balance are equal; equal
 * chains have equal tables, regardless of reorganisations on the way, and whether they grew with the blocks or were made from the
 * ledger afterwards; a read sees what was connected but not written yet.
 * Thread: the node's, inside the chain's transactions; reads at any time. Long reads have a connection of their own.
 */
export { type AddressIndex, type AddressIndexDeps, createAddressIndex } from './addressIndex.ts'
export { addressIndexMigrations } from './schema.ts'
export { createTimestampIndex, type TimestampIndex } from './timestampIndex.ts'
export type * from './types.ts'
