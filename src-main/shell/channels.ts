/** Names of the page's three IPC channels; ipc.ts and preload.ts are the only users. */
export const CALL = 'node:call'
export const CANCEL = 'node:cancel'
export const EVENT = 'node:event'
