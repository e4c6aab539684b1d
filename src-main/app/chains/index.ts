/**
 * chains: several chains in one app, each with its own node.
 *
 * Purpose: the list of chains (`chains.json` in the root), a node thread for each running chain, and the chain manager
 * between them and the windows. The chain manager handles chain-management calls, forwards all others to the node of
 * the shown chain, and passes that node's events back. It also describes chains by their options and runs the preflight
 * checks.
 *
 * Non-goals: the node's methods, checking senders (shell and web do), serving anything but windows: a node's RPC server
 * and the daemon are independent of this folder.
 *
 * Invariants: a call goes to the chain that was shown when it was made; the list on disk is always complete, even with
 * several writers; a text from a window becomes an argument of a node only if it defines a chain; nothing outside the
 * root is deleted; a chain whose node failed keeps the reason until it is started again, and other chains are not
 * affected.
 *
 * Thread: the app's own, which never blocks: files are small, directory trees are walked asynchronously.
 */
export { resolveLabel } from './addChain.ts'
export { freeBytes } from './appCalls.ts'
export { type ChainLease, ChainManager, type ChainManagerOptions } from './chainManager.ts'
export { noChain } from './noChain.ts'
export { readStartArguments, StartError } from './startArguments.ts'
