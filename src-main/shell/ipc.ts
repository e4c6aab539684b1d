/**
 * IPC of the page. Its handlers are registered for one window only, so that no other window, including the app's own,
 * can call them. Each handler first checks that the sender is the main frame of our own page. It forwards three values;
 * types and sizes are checked here, their meaning by the node.
 */
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { MAX_CALL_BYTES } from '#shared/channel.ts'
import { RPC_ERROR, RpcError, toWire } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { Broker } from '../app/consent/index.ts'
import { CALL, CANCEL, EVENT } from './channels.ts'
import { isOwnPage } from './scheme.ts'

/** Maximum number of concurrent calls of one window; a well-behaved page needs a dozen. */
const MAX_CALLS = 256

function checkSender(event: IpcMainInvokeEvent, contents: WebContents): void {
  const frame = event.senderFrame
  if (event.sender !== contents || !frame || !isOwnPage(frame.url) || frame.parent !== null) {
    throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Rejected: not the main window')
  }
}

const asRejection = (error: unknown) => new Error(JSON.stringify(toWire(error)))

/** Sends an event to the page unless it was destroyed. */
export function sendToPage(contents: WebContents, event: NodeEvent): void {
  if (!contents.isDestroyed()) contents.send(EVENT, event)
}

/** Registers the handlers of one window and forwards the node's events to it. Returns the function that undoes both. */
export function connectWindow(contents: WebContents, broker: Pick<Broker, 'call' | 'onEvent'>): () => void {
  const running = new Map<number, AbortController>()
  const sendEvent = (event: NodeEvent) => sendToPage(contents, event)

  contents.ipc.handle(CALL, async (event, id: unknown, method: unknown, params: unknown) => {
    try {
      checkSender(event, contents)
      if (!Number.isSafeInteger(id) || typeof method !== 'string' || typeof params !== 'string') {
        throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Malformed call')
      }
      if (params.length > MAX_CALL_BYTES || running.size >= MAX_CALLS || running.has(id as number)) {
        throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Too many calls at once, or parameters too long')
      }
      const controller = new AbortController()
      running.set(id as number, controller)
      try {
        return await broker.call(method, params, {
          signal: controller.signal,
          onProgress: (progress) => sendEvent({ type: 'progress', call: id as number, progress }),
        })
      } finally {
        running.delete(id as number)
      }
    } catch (error) {
      throw asRejection(error)
    }
  })
  contents.ipc.handle(CANCEL, (event, id: unknown) => {
    checkSender(event, contents)
    if (typeof id === 'number') running.get(id)?.abort()
  })
  const unsubscribe = broker.onEvent(sendEvent)

  return () => {
    unsubscribe()
    // A destroyed window has already removed its handlers.
    if (!contents.isDestroyed()) {
      contents.ipc.removeHandler(CALL)
      contents.ipc.removeHandler(CANCEL)
    }
    for (const controller of running.values()) controller.abort()
  }
}
