/**
 * chain: which blocks there are, which of them form the active chain, and what that chain contains.
 *
 * Purpose: the way of a block into the chain, the header tree, and read access (`ChainView`) for everybody else.
 * Non-goals: rules (consensus), scripts (verify), tables and files (storage), transactions that are not in a block
 * (mempool), fetching blocks (p2p).
 *
 * The way of a block, in order:
 * 1. `pipeline.ts`: `submit` queues it; each `step` does what is due, by the commit policy: every block, or batches
 * 2. `takeBlock.ts`: parses it, and goes through the next three
 * 3. `acceptHeader.ts`, `acceptBlock.ts`: header, structure and place are checked; the block is stored
 * 4. `connectBlock.ts`: coins are spent and made, conditions are judged, scripts are queued for the verifying threads, and
 *    block observers (indexes) follow
 * 5. `openBlocks.ts`: scripts come back verified, the verified tip moves, and outcomes are reported; or one fails, the open
 *    unit is taken back, and its blocks go one by one through `processBlock.ts`
 * 6. `unitOfWork.ts`: commit; database, header tree, observers and block files move together or not at all
 * 7. `notifications.ts`: listeners are notified, in slices
 *
 * `reorganise.ts` makes a better stored branch active. Users of the pipeline: p2p near the tip (every block) and catching up
 * (batches), `importFile.ts` (-loadblock) and `reindex.ts` (our own block files), both in batches. Who waits for the answer
 * (submitblock, the miner) takes `processBlock.ts`, the same steps for one block.
 *
 * Two tips. The *connected* tip is that of the header tree and the ledger; scripts of its last blocks may still be being
 * verified. The *verified* tip is below or equal. An open batch only extends the chain, so that the state at the verified tip
 * follows from heights (`chainView.ts`), and nobody waits for it. Who sees which:
 * - `Chain` and `ChainView`, thus RPC, mempool, wallet, modules, mining and what peers are served: the verified tip. It may be
 *   ahead of what is durable; listeners are notified after the commit.
 * - `Pipeline`: the connected tip, as a height and a yes or no, which is all that the order of submission needs.
 * - `ChainForIndexes` and block observers: the connected blocks, because indexes follow them in the same transaction. Whoever
 *   reads an index from outside calls `verify` first (`assembleChain.ts` hands out indexes that do).
 * - What judges a block by the ledger (`testBlockValidity`, `submitBlock` …) verifies first; a block template
 *   stands on `committedTip`, and `coinStatistics` reads what is committed.
 * - A block near the tip whose shielded parts nobody has verified yet waits, before it is taken, for the thread of proofs
 *   (`blockPreparation.ts`): what that finds good is remembered, what it hashes is known when the block connects. So one piece of
 *   the node's thread is short, while a unit is never open for as long as proofs take.
 *
 * Invariants: every change is a unit of work; a commit never contains an unverified block. The active chain is the valid chain
 * with the most work whose data is there; among equals the one whose data came first. Genesis is known but never connected.
 * Upgrade heights are a function of a branch's headers, so they follow every connection and disconnection by themselves.
 * Thread: the storage's thread; everything but the imports is synchronous.
 */
export { type ChainDeps, ChainHaltedError, type ChainSettings, createChain } from './chain.ts'
export {
  type CoinScanner,
  createCoinTally,
  createThreadCoinScanner,
  groupCoins,
  type ScannedCoin,
} from './coinStatistics/index.ts'
export { BATCHES, EVERY_BLOCK } from './importer/blockImporter.ts'
export type { WantsBlock } from './importer/notify.ts'
export { createNotarisationView } from './notarisations.ts'
export { noteTreeSizeOf, poolsAfterBlock } from './shieldedParts.ts'
export type {
  BlockOutcome,
  Chain,
  ChainForIndexes,
  CoinStatistics,
  CommitPolicy,
  ConnectStep,
  HeadersOutcome,
  ImportOptions,
  ImportProgress,
  ImportResult,
  OpenedChain,
  OpenPipeline,
  Pipeline,
  RefusedBranch,
  SubmittedBlock,
  TimeStep,
  TipStatus,
} from './types.ts'
