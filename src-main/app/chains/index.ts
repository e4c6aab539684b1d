/**
 * chains: several chains in one app, each with a node of its own.
 *
 * Purpose: the list of chains (`chains.json` in the root), a node thread for each chain that runs, and the chain manager
 * between them and the windows: it answers calls about chains, passes all others to the node of the chain that is shown,
 * and passes that node's events back. Describing a chain by its options and the preflight checks are parts of it.
 * Non-goals: the node's methods, checking senders (shell and web do), serving anything but windows: a node's RPC server and
 * the daemon know nothing of this.
 * Invariants: a call goes to the chain that was shown when it was made; the list on disk is complete at every moment, even
 * with several writers; a text from a window becomes an argument of a node only if it is known to define a chain; nothing
 * outside the root is deleted; a chain whose node failed keeps the reason until it is started again, and other chains are
 * not affected.
 * Thread: the app's own, which never blocks: files are small, directory trees are walked asynchronously.
 */
export { labelOf } from './addChain.ts'
export { freeBytes } from './appCalls.ts'
export { type ChainLease, ChainManager } from './chainManager.ts'
export { noChain } from './noChain.ts'
export { readStartArguments, StartError } from './startArguments.ts'
