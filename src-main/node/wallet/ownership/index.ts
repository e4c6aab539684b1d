/**
 * ownership: which scripts and addresses are the wallet's.
 *
 * Purpose: whether an output is spendable, watch-only or foreign; redeem scripts and watch-only scripts; labels (the address
 * book); where the key of a script came from.
 * Non-goals: transactions and amounts (transactions).
 * Invariants: keys and scripts are only ever added, so an output that is the wallet's stays so; crypto-condition outputs are
 * never wallet coins (rpc.md §9).
 * Thread: the node's; everything but listing all labels is synchronous.
 */
export { AddressBook, namedAddresses } from './addressBook.ts'
export { createOwnership, isTimeLocked, type Ownership } from './ownership.ts'
export { ScriptBook, type WalletScript } from './scriptBook.ts'
export { type ScriptOwner, ScriptOwners } from './scriptOwners.ts'
