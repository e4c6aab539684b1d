/**
 * rpc: all calls to the node, over HTTP, IPC and WebSocket.
 *
 * Purpose: one dispatcher from method name and parameters to exact JSON text, the HTTP server of rpc.md §1 and §2, and
 * the handlers of the methods. Non-goals: the list of methods, their parameters and help (src-shared/rpc, the
 * contract); windows and their transports. Invariants: a caller sees only RpcErrors. Unauthenticated requests reach no
 * parser. The text of a result is written by the contract's shape, amounts with 8 decimals. Thread: the node thread.
 * Synchronous handlers answer in the same event-loop turn, so each sees one tip.
 */

export { type Credentials, prepareCredentials } from './credentials.ts'
export { Dispatcher, type DispatcherDeps } from './dispatcher.ts'
export { createHostCheck } from './hostCheck.ts'
export { HttpServer } from './httpServer.ts'
export { formatEndpoint } from './listen.ts'
export type { Reply } from './replyWriter.ts'
export { createRest, isRestPath, queueError, type Rest, restFailure } from './rest/index.ts'
export { Users } from './users.ts'
