/**
 * mempool: unconfirmed transactions.
 *
 * Purpose: admission with komodod's order of checks, codes and texts; the graph of dependent unconfirmed transactions;
 * their removal and return as the chain changes; limits on number and age; the unconfirmed changes of addresses; the
 * file that keeps the pool across a restart (`file`). Non-goals: relay and orphans (p2p), block assembly (mining).
 * Invariants: No two entries spend the same output. Every input is a coin of the chain or an output of another entry.
 * After `update` every entry could be in the next block, unless a crypto-condition module no longer accepts it
 * (`evaluate` checks again). `stats().usage` stays within the limit. Thread: the node's; every call of `Mempool`
 * is synchronous.
 */
export { createCcView } from './ccView.ts'
export { MempoolFile } from './file/mempoolFile.ts'
export { defaultMempoolPolicy, Mempool, type MempoolDeps } from './mempool.ts'
export { SCRIPT_FAILURE } from './scriptCheck.ts'
export type {
  AcceptOptions,
  MempoolAddressDelta,
  MempoolChain,
  MempoolChange,
  MempoolPolicy,
  MempoolStats,
  Removal,
  RemovalReason,
} from './types.ts'
