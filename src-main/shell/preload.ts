/**
 * Runs isolated and sandboxed in every frame of the window. The page's own frame gets three functions and no Electron
 * object. APIs that can send data past the content policy are removed from all frames.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { NodeBridge } from '#shared/channel.ts'
import type { NodeEvent } from '#shared/events.ts'
import { CALL, CANCEL, EVENT } from './channels.ts'

/** Removes Electron's prefix from the message of a rejected handler; the window expects the error's JSON. */
function bareError(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error)
  const start = text.indexOf('{')
  return new Error(start >= 0 ? text.slice(start) : text)
}

const bridge: NodeBridge = {
  call: (id, method, params) =>
    (ipcRenderer.invoke(CALL, id, method, params) as Promise<string>).catch((error: unknown) => {
      throw bareError(error)
    }),
  cancel: (id) => ipcRenderer.invoke(CANCEL, id) as Promise<void>,
  onEvent(listener) {
    const forward = (_: unknown, event: NodeEvent) => listener(event)
    ipcRenderer.on(EVENT, forward)
    return () => {
      ipcRenderer.removeListener(EVENT, forward)
    }
  },
}

/** Runs in the page's world before its scripts, so it cannot use other parts of this file. */
function removeWaysOut(): void {
  const names = [
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'RTCDataChannel',
    'RTCIceTransport',
    'RTCDtlsTransport',
  ]
  for (const name of names) Reflect.deleteProperty(globalThis, name)
}

contextBridge.executeInMainWorld({ func: removeWaysOut })
if (process.isMainFrame) contextBridge.exposeInMainWorld('node', bridge)
