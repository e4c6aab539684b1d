/**
 * chain: which blocks there are, which of them form the active chain, and what that chain contains.
 *
 * Purpose: the pipeline acceptHeader → acceptBlock → connectBlock → reorganise, each step in its own file; the header tree;
 * read access (ChainView) for everybody else; import from files.
 * Non-goals: rules (consensus), scripts (verify), tables and files (storage), transactions that are not in a block
 * (mempool), fetching blocks (p2p).
 * Invariants: every change is a unit of work (unitOfWork.ts): database, header tree, observers and block files move together
 * or not at all, and listeners hear of it afterwards. The active chain is the valid chain with the most work whose data is
 * there; among equals the one whose data came first. Genesis is known but never connected. Upgrade heights are a function of
 * a branch's headers, so they follow every connection and disconnection by themselves.
 * Thread: the storage's thread; everything but the imports is synchronous.
 */
export { type ChainDeps, ChainHaltedError, type ChainSettings, createChain } from './chain.ts'
export { type CoinScanner, createThreadCoinScanner } from './coinStatistics/index.ts'
export type { WantsBlock } from './notifications.ts'
export type {
  BatchBlock,
  BlockBatch,
  BlockedChain,
  BlockOutcome,
  Chain,
  CoinStatistics,
  HeadersOutcome,
  ImportOptions,
  ImportProgress,
  ImportResult,
  RefusedBranch,
  TipStatus,
} from './types.ts'
