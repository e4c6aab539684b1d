/** Names of the page's three IPC channels, used only by ipc.ts and preload.ts. */
export const CALL = 'node:call'
export const CANCEL = 'node:cancel'
export const EVENT = 'node:event'
