/**
 * chain: which blocks there are, which of them form the active chain, and what that chain contains.
 *
 * Purpose: the way of a block into the chain, the header tree, and read access (`ChainView`) for everybody else.
 * Non-goals: rules (consensus), scripts (verify), tables and files (storage), transactions that are not in a block
 * (mempool), fetching blocks (p2p).
 *
 * The way of a block (`importer/`): `ImportQueue` queues submitted blocks, and in short steps has the one `BlockImporter` do
 * what the policy of their source asks for (near the tip every block is a batch; catching up, imports and -reindex make large
 * batches). The importer calls its stages, one file each, and each stage returns to it:
 * 1. `decode.ts`: bytes to a block
 * 2. `prepare.ts`: shielded proofs and note trees that another thread can do in advance
 * 3. `accept.ts`: header, structure and position are checked; the block is stored
 * 4. `connect.ts`: coins are spent and created, conditions are evaluated, scripts are queued, observers (indexes) follow
 * 5. `verify.ts`: results of the scripts; the verified tip moves and outcomes are reported
 * 6. `commit.ts`: database, header tree, observers and block files become durable together, or are rolled back together
 * 7. `notify.ts`: listeners are notified, some blocks per step
 *
 * `activate.ts` plans the next change towards the valid chain with the most work; `disconnect.ts` disconnects the tip. Nothing
 * else connects a block: submitblock, miners and the blocks of a batch that was rolled back are batches of one.
 *
 * Two tips. The *connected* tip is that of the header tree and the ledger; scripts of its last blocks may still be being
 * verified. The *verified* tip is below or equal. An open batch only extends the chain, so that the state at the verified tip
 * follows from heights (`chainView.ts`), and nobody waits for it. Who sees which:
 * - `Chain` and `ChainView`, thus RPC, mempool, wallet, modules, mining and what peers are served: the verified tip. It may be
 *   ahead of what is durable; listeners are notified after the commit.
 * - `ImportQueue`: the connected tip, as a height and a yes or no, which is all that the order of submission needs.
 * - `ChainForIndexes` and block observers: the connected blocks, because indexes follow them in the same transaction. Whoever
 *   reads an index from outside calls `verify` first (`assembleChain.ts` hands out indexes that do).
 * - What judges a block by the ledger (`testBlockValidity`, `submitBlock` …) verifies first; a block template
 *   stands on `committedTip`, and `coinStatistics` reads what is committed.
 * - A block near the tip whose shielded parts nobody has verified yet waits, before it is taken, for the thread of proofs
 *   (`importer/prepare.ts`): what that finds good is remembered, what it hashes is known when the block connects. So one piece of
 *   the node's thread is short, while a unit is never open for as long as proofs take.
 *
 * Invariants: every change is a batch of the importer; a commit never contains an unverified block. The active chain is the valid chain
 * with the most work whose data is there; among equals the one whose data came first. Genesis is known but never connected.
 * Upgrade heights are a function of a branch's headers, so they follow every connection and disconnection by themselves.
 * Thread: the storage's thread; everything but the imports is synchronous.
 */
export { Chain } from './chain.ts'
export {
  type CoinScanner,
  createCoinTally,
  createThreadCoinScanner,
  groupCoins,
  type ScannedCoin,
} from './coinStatistics/index.ts'
export { type ChainDeps, ChainHaltedError, type ChainSettings, createChain, type OpenedChain } from './createChain.ts'
export type { HeaderProof } from './headerProof.ts'
export { COMMIT_EVERY_BLOCK, COMMIT_IN_BATCHES, type ImportPolicy, type ImportSource } from './importer/blocks.ts'
export type { ImportQueue } from './importer/importQueue.ts'
export type { WantsBlock } from './importer/notify.ts'
export { createNotarisationView } from './notarisations.ts'
export { noteTreeSizeOf, poolsAfterBlock } from './shieldedParts.ts'
export type {
  BlockOutcome,
  ChainForIndexes,
  CoinStatistics,
  ConnectStep,
  HeadersOutcome,
  ImportOptions,
  ImportProgress,
  ImportResult,
  RefusedBranch,
  TimeStep,
  TipStatus,
} from './types.ts'
