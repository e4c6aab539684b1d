/**
 * scan: reads blocks of the chain for payments that the wallet missed.
 *
 * Purpose: catching up after a start, rescan, the search for payments to keys of a restored phrase within the gap
 * limit, and the balance and history of keys that are not in the
 * wallet. Non-goals: new blocks and transactions (transactions).
 * Invariants: an interrupted scan resumes at the next start; uncommitted blocks are never scanned. Thread: the node's;
 * yields to the event loop every few blocks.
 */
export { DueRescan } from './dueRescan.ts'
export { keyBalances } from './keyBalances.ts'
export { type KeyHistory, scanKeyHistories } from './keyHistory.ts'
export { findKeyHash, isAccountKey } from './phraseReach.ts'
export { noticeKeys, PhraseSearch } from './phraseSearch.ts'
export { catchUp, rescan, type ScannedChain, type ScanOptions } from './rescan.ts'
