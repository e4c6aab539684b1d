/**
 * watchList: the addresses that the user of this node watches.
 *
 * Purpose: addresses with a label, in a separate database, so that a rebuilt chain or another wallet does not affect
 * them. Non-goals: balances (addressIndex), ownership (wallet), validating address texts (rpc). Invariants: An
 * acknowledged change survives a power failure. The list in memory equals the file, with one entry per address. A file
 * that cannot be opened stays unchanged and disables only the watch list. Thread: the node's; everything is
 * synchronous.
 */
export { StoredWatchList, UnopenedWatchList, type WatchEntry, type WatchList, WatchListError } from './watchList.ts'
