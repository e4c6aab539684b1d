/**
 * addressIndex: what happened to each address.
 *
 * Purpose: every change, every unspent output and the running balance of each address of the active chain, kept inside the
 * transaction that connects a block, so that a balance is one keyed look-up however long the history.
 * Non-goals: merging several addresses, RPC shapes (rpc), unconfirmed changes (mempool), bare multisig and data outputs.
 * Invariants: for each address the sum of its deltas, the sum of its unspent outputs and its balance are equal; equal
 * chains have equal tables, whatever reorganisations led to them; a read sees what was connected but not written yet.
 * Thread: the node's, inside the chain's transactions; reads at any time.
 */
export { type AddressIndex, type AddressIndexDeps, createAddressIndex } from './addressIndex.ts'
export { addressIndexMigrations } from './schema.ts'
