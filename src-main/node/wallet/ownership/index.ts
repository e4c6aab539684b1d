/**
 * ownership: decides which scripts and addresses belong to the wallet.
 *
 * Purpose: classifies outputs as spendable, watch-only or foreign; redeem scripts and watch-only scripts; labels (the
 * address book); the origin of a script's key. Non-goals: transactions and amounts (transactions). Invariants: keys and
 * scripts are only ever added, so an output of the wallet stays its own. Crypto-condition outputs are never wallet
 * coins (rpc.md §9). Thread: the node's; everything except listing all labels is synchronous.
 */
export { AddressBook, namedAddresses } from './addressBook.ts'
export { createOwnership, isTimeLocked, type Ownership } from './ownership.ts'
export { ScriptBook, type WalletScript } from './scriptBook.ts'
export { type ScriptOwner, ScriptOwners } from './scriptOwners.ts'
