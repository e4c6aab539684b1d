/**
 * moveToPhrase: moves a wallet's coins from keys that its phrase does not restore to keys of the phrase.
 *
 * Purpose: the plan of the coins that can move, wait or stay, and of their transactions; the stored agreement; and the
 * runner that sends the transactions, also after restarts. Non-goals: tokens and assets that contracts bind to a key
 * (wallet/rpc), questions to the user (app/consent). Invariants: each coin is in exactly one planned transaction,
 * queued, or listed as staying. Only agreed coins move. The rest is computed from the ledger and never stored, so that
 * nothing is paid twice. Old keys are never deleted. Thread: the node's; one transaction is signed per slice.
 */
export { MoveRunner, type TokenMove, type TokenMover } from './moveRunner.ts'
export { outpointText } from './oldKeyCoins.ts'
export { type CoinMove, PhraseMove } from './phraseMove.ts'
