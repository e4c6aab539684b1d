/**
 * rpc: everything that can be asked of the node, over HTTP, IPC and WebSocket alike.
 *
 * Purpose: one dispatcher from method name and parameters to exact JSON text; the HTTP server of rpc.md §1 and §2 in
 * front of it; the handlers that answer.
 * Non-goals: the list of methods, their parameters and help (src-shared/rpc, the contract); windows and their transports.
 * Invariants: a caller sees RpcErrors and nothing else; who is not authenticated reaches no parser; the text of a
 * result is what the contract's shape wrote, amounts with 8 decimals.
 * Thread: the node's thread. Synchronous handlers answer in the same turn, so each sees one tip.
 */

export { type Credentials, prepareCredentials } from './credentials.ts'
export { Dispatcher, type DispatcherDeps } from './dispatcher.ts'
export { createHostCheck } from './hostCheck.ts'
export { HttpServer } from './httpServer.ts'
export { createRest } from './rest/index.ts'
export { Users } from './users.ts'
