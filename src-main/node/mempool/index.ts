/**
 * mempool: transactions that wait for a block.
 *
 * Purpose: admission in the reference's order of checks and with its codes and texts, the graph of dependent unconfirmed
 * transactions, their removal and return as the chain moves, bounds on number and age, and the unconfirmed changes of
 * addresses.
 * Non-goals: relay and orphans (p2p), choosing for a block (mining), persistence: the pool is empty after a start.
 * Invariants: no two entries spend the same output; every input is a coin of the chain or an output of another entry;
 * after `update` every entry could be in the next block, except that a crypto-condition module may refuse it by now
 * (`evaluate` asks again); `stats().usage` stays within the bound.
 * Thread: the node's; every call is synchronous.
 */
export { createCcView } from './ccView.ts'
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
