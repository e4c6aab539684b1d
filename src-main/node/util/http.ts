/**
 * `node:http`, without what its `import` brings: that reads every export, among them `WebSocket`, for which Node.js then loads
 * a client of a megabyte: 12 MB of memory and 30 ms of each start. To be imported by its path, so that threads that
 * send no requests load none of it. Servers are made by `guardedServer.ts` alone.
 */
export const { request } = process.getBuiltinModule('node:http')
