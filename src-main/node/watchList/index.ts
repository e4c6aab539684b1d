/**
 * watchList: the addresses that the person of this node watches.
 *
 * Purpose: addresses with a label, in a database of their own, so that a rebuilt chain or another wallet never touches them.
 * Non-goals: what the addresses hold (addressIndex), whose they are (wallet), whether a text is an address (rpc).
 * Invariants: what was acknowledged survives a power cut; the list in memory equals the file; one entry an address; a file
 * that cannot be opened is left as it is and disables nothing but the watch list.
 * Thread: the node's; everything is synchronous.
 */
export { StoredWatchList, UnopenedWatchList, type WatchEntry, type WatchList, WatchListError } from './watchList.ts'
