import { type WindowMethods, windowMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { type CallOptions, createTableClient, type TableClient } from '#shared/rpc/client.ts'
import type { ConnectedBridge } from './connection.ts'

export interface NodeAccess {
  /**
   * True if the page runs in the desktop app, which does not trust it. The app asks in its own windows before critical
   * calls, reads secrets there, and gives the page only handles of signed transactions.
   */
  readonly desktop: boolean
  /** Calls the node of the selected chain, or the app itself for calls about chains. */
  readonly client: TableClient<WindowMethods>
  readonly bridge: ConnectedBridge
  onEvent(listener: (event: NodeEvent) => void): () => void
}

/**
 * Returns the RpcError that is encoded in an error's message, or else the error itself. The node's errors cross the
 * bridge as JSON text in the message of an Error.
 */
export function readError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  try {
    const wire: unknown = JSON.parse(error.message)
    if (typeof wire !== 'object' || wire === null || !('code' in wire) || !('message' in wire)) return error
    return typeof wire.code === 'number' && typeof wire.message === 'string'
      ? new RpcError(wire.code, wire.message, { cause: error })
      : error
  } catch {
    return error
  }
}

/** Creates typed calls over a bridge: numbers the calls, cancels a call when its signal aborts, and decodes errors. */
export function createNodeAccess(bridge: ConnectedBridge, desktop = false): NodeAccess {
  let lastId = 0

  const onEvent = (listener: (event: NodeEvent) => void) => {
    const subscription = bridge.onEvent(listener)
    return () => void Promise.resolve(subscription).then((end) => end())
  }

  const transport = async (method: string, params: string, options: CallOptions = {}): Promise<string> => {
    const { signal, onProgress } = options
    if (signal?.aborted) throw new RpcError(RPC_ERROR.MISC, 'Cancelled')
    lastId += 1
    const id = lastId
    const cancel = () => void bridge.cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    const ignore =
      onProgress &&
      onEvent((event) => {
        if (event.type === 'progress' && event.call === id && !signal?.aborted) onProgress(event.progress)
      })
    try {
      return await bridge.call(id, method, params)
    } catch (error) {
      throw readError(error)
    } finally {
      signal?.removeEventListener('abort', cancel)
      ignore?.()
    }
  }

  return {
    desktop,
    client: createTableClient(windowMethods, transport),
    bridge,
    onEvent,
  }
}
