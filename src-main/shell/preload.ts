/** Runs isolated and sandboxed in the window: three functions, no Electron object, nothing else. */
import { contextBridge, ipcRenderer } from 'electron'
import type { NodeBridge } from '#shared/channel.ts'
import type { NodeEvent } from '#shared/events.ts'
import { CALL, CANCEL, EVENT } from './channels.ts'

/** Electron puts its own words before the message of a rejected handler; the window expects the bare JSON of the error. */
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

contextBridge.exposeInMainWorld('node', bridge)
