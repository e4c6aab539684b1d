/**
 * `node:http` without the cost of `import`, which evaluates every export, including `WebSocket` and its client of 1 MB:
 * 12 MB of memory and 30 ms per start. Import this file by path, so that threads that send no requests do not load it.
 * Servers are created by `guardedServer.ts` only.
 */
export const { request } = process.getBuiltinModule('node:http')
