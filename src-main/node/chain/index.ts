/**
 * chain: the known blocks, the active chain among them, and the content of that chain.
 *
 * Purpose: importing blocks, the header tree, and read access (`ChainView`) for all other modules.
 *
 * Non-goals: rules (consensus), scripts (verify), tables and files (storage), unconfirmed transactions (mempool),
 * fetching blocks (p2p).
 *
 * Import (`importer/`): `ImportQueue` queues submitted blocks. In short steps it has the single `BlockImporter` do the
 * work that the source's policy requires. Near the tip every block is a batch; catching up, imports and -reindex use
 * large batches. The importer calls its stages, one file each, and each stage returns to it:
 * 1. `decode.ts`: parses bytes to a block
 * 2. `prepare.ts`: has another thread verify shielded proofs and hash note trees in advance
 * 3. `accept.ts`: checks header, structure and context, and stores the block
 * 4. `connect.ts`: spends and creates coins, evaluates conditions, queues scripts, updates observers (indexes)
 * 5. `verify.ts`: collects script results; the verified tip advances and outcomes are reported
 * 6. `commit.ts`: commits or rolls back database, header tree, observers and block files together
 * 7. `notify.ts`: notifies listeners, some blocks per step
 *
 * `activate.ts` plans the next change towards the valid chain with the most work; `disconnect.ts` disconnects the tip.
 * No other code connects a block: blocks from submitblock, miners and rolled-back batches are batches of one.
 *
 * Two tips. The *connected* tip is the tip of the header tree and the ledger; scripts of its last blocks may still be
 * under verification. The *verified* tip is at or below it. An open batch only extends the chain, so the state at the
 * verified tip follows from heights (`chainView.ts`) without waiting. Which code sees which tip:
 * - `Chain` and `ChainView` (RPC, mempool, wallet, modules, mining and blocks served to peers) see the verified tip. It
 *   may be ahead of the last commit; listeners are notified after the commit.
 * - `ImportQueue` exposes the connected tip only as a height and a yes/no answer, which suffice for the order of
 *   submission.
 * - `ChainForIndexes` and block observers see the connected blocks, because indexes are written in the same
 *   transaction. Readers outside must call `verify` before reading an index (`assembleChain.ts` hands out indexes that
 *   do).
 * - Code that validates a block against the ledger (`testBlockValidity`, `submitBlock` …) verifies first. A block
 *   template builds on `committedTip`, and `coinStatistics` reads committed data.
 * - A block near the tip with unverified shielded parts waits for the proof thread before it is accepted
 *   (`importer/prepare.ts`). Valid proofs and hashed trees are cached until the block connects. So connecting is short
 *   on the node thread, and no transaction stays open while proofs are verified.
 *
 * Invariants: every change is a batch of the importer, and a commit never contains an unverified block. The active
 * chain is the valid chain with the most work and complete data; among equals, the one whose data arrived first.
 * Genesis is known but never connected. Upgrade heights are derived from a branch's headers, so they need no update
 * when blocks connect or disconnect.
 *
 * Thread: the storage thread. Everything except imports is synchronous.
 */
export { BlockImportError } from './blockImport/blockFolder.ts'
export { BlockImport, type BlockImportStatus, IMPORT_RECORD } from './blockImport/blockImport.ts'
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
export { computeNoteTreeSize, poolsAfterBlock } from './shieldedParts.ts'
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
