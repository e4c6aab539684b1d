import type { ConfirmBy, NodeBridge, WindowQuestion } from '#shared/channel.ts'

/**
 * Connection state of the node. `locked` means that the browser session is missing or has ended; only a new address
 * with a fresh token helps.
 */
export type ConnectionState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | {
      readonly state: 'lost'
      /** Unix milliseconds of the connection loss and of the next attempt. */
      readonly since: number
      readonly nextTry: number
    }
  | { readonly state: 'locked' }

/** Bridge that reports its connection state. */
export interface ConnectedBridge extends NodeBridge {
  connection(): ConnectionState
  onConnection(listener: () => void): () => void
  /** Retries immediately. */
  reconnect(): void
  /** Only set in a browser; the desktop app asks in its own windows, outside the page. */
  readonly browser?: BrowserMode
}

/** Confirmation of payments and key operations in a browser. */
export interface BrowserMode {
  question(): WindowQuestion | undefined
  confirmBy(): ConfirmBy
  /** Called after a change of the question or the way of confirming. */
  onChange(listener: () => void): () => void
  /** A null secret declines the question. */
  answer(id: number, secret: string | null): void
  /** Returns to the form of the question. */
  change(id: number): void
  /**
   * Requests another way of confirming. Resolves to the reason if the request was rejected, or to null after the
   * question was answered.
   */
  choose(confirmBy: ConfirmBy): Promise<string | null>
}

/** The call could not be sent, or its answer was lost. The node may or may not have executed it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Wraps the preload script's bridge. The node is a thread of the same program, so the connection is always live. */
export function directBridge(bridge: NodeBridge): ConnectedBridge {
  const live: ConnectionState = { state: 'live' }
  return {
    call: (id, method, params) => bridge.call(id, method, params),
    cancel: (id) => bridge.cancel(id),
    onEvent: (listener) => bridge.onEvent(listener),
    connection: () => live,
    onConnection: () => () => {},
    reconnect: () => {},
  }
}
