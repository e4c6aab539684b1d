/**
 * moveToPhrase: the move of a wallet from keys that its phrase does not restore to keys of the phrase.
 *
 * Purpose: what of the coins at old keys can move, as which transactions, what waits and what stays; the stored agreement; and
 * the runner that sends the transactions, over restarts too.
 * Non-goals: tokens and what contracts bind to a key (wallet/rpc), what the user is asked (app/consent).
 * Invariants: each coin is in exactly one planned transaction, queued, or named as staying; only agreed coins move; what is left
 * is computed from the ledger and never stored, so that nothing is paid twice; old keys are never deleted.
 * Thread: the node's; one transaction is signed per slice.
 */
export { MoveRunner, type TokenMove, type TokenMover } from './moveRunner.ts'
export { outpointText } from './oldKeyCoins.ts'
export { type CoinMove, PhraseMove } from './phraseMove.ts'
