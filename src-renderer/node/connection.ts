import type { ConfirmBy, NodeBridge, WindowQuestion } from '#shared/channel.ts'

/**
 * Whether the node can be reached. `locked`: the browser session is missing or has ended, and only a new address with a
 * fresh token helps.
 */
export type ConnectionState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | {
      readonly state: 'lost'
      /** unix milliseconds of the loss and of the next attempt */
      readonly since: number
      readonly nextTry: number
    }
  | { readonly state: 'locked' }

/** A bridge that reports its connection state. */
export interface ConnectedBridge extends NodeBridge {
  connection(): ConnectionState
  onConnection(listener: () => void): () => void
  /** tries again at once */
  reconnect(): void
  /** only in a browser; the desktop app asks in its own windows, outside of the page */
  readonly browser?: BrowserMode
}

/** Questions before money or keys are at stake. */
export interface BrowserMode {
  question(): WindowQuestion | undefined
  confirmBy(): ConfirmBy
  /** either of the two changed */
  onChange(listener: () => void): () => void
  /** null: refuses */
  answer(id: number, secret: string | null): void
  /** goes back to the form of the question */
  change(id: number): void
  /**
   * Asks to change the way of confirming. Resolves to why it was not asked, or to null once the question was answered.
   */
  choose(confirmBy: ConfirmBy): Promise<string | null>
}

/** The call could not be sent, or its answer was lost. It is not known whether the node acted on it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The preload's bridge: the node is a thread of the same program and can always be asked. */
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
