import type { NodeBridge } from '#shared/channel.ts'

/**
 * Whether the node can be reached. `locked`: the browser session is missing or has ended, and only a new address with a
 * fresh token helps.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | {
      readonly state: 'lost'
      /** unix milliseconds of the loss and of the next attempt */
      readonly since: number
      readonly nextTry: number
    }
  | { readonly state: 'locked' }

/** A bridge that tells how its connection is doing. */
export interface ConnectedBridge extends NodeBridge {
  connection(): Connection
  onConnection(listener: () => void): () => void
  /** tries again at once */
  reconnect(): void
}

/** The call could not be made, or its answer cannot arrive any more. It is not known whether the node acted on it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The preload's bridge: the node is a thread of the same program and can always be asked. */
export function directBridge(bridge: NodeBridge): ConnectedBridge {
  const live: Connection = { state: 'live' }
  return {
    call: (id, method, params) => bridge.call(id, method, params),
    cancel: (id) => bridge.cancel(id),
    onEvent: (listener) => bridge.onEvent(listener),
    connection: () => live,
    onConnection: () => () => {},
    reconnect: () => {},
  }
}
