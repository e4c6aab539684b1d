/**
 * `node:http`, without what its `import` brings: that reads every export, among them `WebSocket`, for which Node.js then loads
 * a client of a megabyte: 12 MB of memory and 30 ms of each start. To be imported by its path, so that threads without a
 * server load none of it.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
