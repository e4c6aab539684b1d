import type { WireError } from './errors.ts'
import type { NodeEvent } from './events.ts'

/**
 * The only messages that cross a thread, IPC or WebSocket. `params` and `result` are JSON *text*: amounts keep their
 * exact source text from the handler to the window, and a hostile side can send nothing but a string.
 */
export type ToNode =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly params: string }
  | { readonly kind: 'cancel'; readonly id: number }

export type FromNode =
  | { readonly kind: 'result'; readonly id: number; readonly result: string }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'event'; readonly event: NodeEvent }

/** What the preload puts on `window.node`, and what the WebSocket transport imitates. */
export interface NodeBridge {
  /** Resolves to the JSON text of the result; rejects with an Error whose message is JSON of a WireError. */
  call(id: number, method: string, params: string): Promise<string>
  cancel(id: number): Promise<void>
  /** Returns (a promise of) the function that ends the subscription. */
  onEvent(listener: (event: NodeEvent) => void): (() => void) | Promise<() => void>
}

/** A call's parameters as JSON text may be this long; longer ones are refused before they are parsed. */
export const MAX_CALL_BYTES = 32 * 1024 * 1024
