import type { WireError } from './errors.ts'
import type { NodeEvent } from './events.ts'

/**
 * All messages between threads or over IPC. A WebSocket has a few more, below. `params` and `result` are JSON *text*:
 * amounts keep their exact source text from the handler to the window, and a hostile sender can only pass a string.
 */
export type ToNode =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly params: string }
  | { readonly kind: 'cancel'; readonly id: number }

export type FromNode =
  | { readonly kind: 'result'; readonly id: number; readonly result: string }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'event'; readonly event: NodeEvent }

/** The preload's API on `window.node`. The WebSocket transport implements it too. */
export interface NodeBridge {
  /** Resolves to the JSON text of the result; rejects with an Error whose message is JSON of a WireError. */
  call(id: number, method: string, params: string): Promise<string>
  cancel(id: number): Promise<void>
  /** Returns the function that ends the subscription, or its promise. */
  onEvent(listener: (event: NodeEvent) => void): (() => void) | Promise<() => void>
}

/** Maximum length of a call's parameters as JSON text. Longer texts are rejected before they are parsed. */
export const MAX_CALL_BYTES = 32 * 1024 * 1024

/**
 * How the user confirms in browser mode: with six digits from the terminal, or with the wallet's passphrase if it has
 * one.
 */
export type ConfirmBy = 'code' | 'passphrase'

/** Amounts and facts of a question, and lists of recipients. */
export interface WindowDetails {
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly lists: readonly {
    readonly heading: string
    readonly rows: readonly {
      readonly who: string
      readonly what: string
      readonly owner: string
      readonly name?: string
      readonly note?: string
    }[]
  }[]
}

/** A question of the browser mode as the window shows it. Plain text that may come from an untrusted source. */
export interface WindowQuestion {
  readonly id: number
  /** null if the question does not concern a chain */
  readonly chain: string | null
  readonly title: string
  /** parts of the title; `strong` marks an amount or a recipient */
  readonly titleParts?: readonly { readonly text: string; readonly strong: boolean }[]
  readonly consequence: string
  readonly facts: WindowDetails['facts']
  readonly lists: WindowDetails['lists']
  /** collapsed unless `open` is set */
  readonly details?: WindowDetails & { readonly open: boolean }
  readonly warnings: readonly string[]
  /** label of the button that approves, a verb */
  readonly agree: string
  readonly danger: boolean
  /** set if the call came from a form that the user may return to */
  readonly offerChange?: true
  /** kind of secret that the input field takes */
  readonly confirmBy: ConfirmBy
  /** Number of tries left after a wrong answer, or null before the first answer. */
  readonly triesLeft: number | null
}

/**
 * Messages from a window in the browser. `session` must come first, once; earlier messages get no answer. An `answer`
 * of null rejects the question, or with `change` returns to its form. `choose` asks to change the confirmation method,
 * which the server confirms with a question.
 */
export type FromBrowser =
  | ToNode
  | { readonly kind: 'session'; readonly secret: string }
  | { readonly kind: 'answer'; readonly id: number; readonly secret: string | null; readonly change?: true }
  | { readonly kind: 'choose'; readonly confirmBy: ConfirmBy }

/**
 * Messages to a window in the browser. `welcome` answers `session`. `ask` may repeat with the same id after a wrong
 * answer. `asked` ends the question. `confirmBy` answers `choose`, with the problem if no question was possible, and
 * notifies other windows of a change.
 */
export type ToBrowser =
  | FromNode
  | { readonly kind: 'welcome'; readonly confirmBy: ConfirmBy }
  | { readonly kind: 'ask'; readonly question: WindowQuestion }
  | { readonly kind: 'asked'; readonly id: number }
  | { readonly kind: 'confirmBy'; readonly confirmBy: ConfirmBy; readonly problem: string | null }

/** WebSocket close code for a secret that the server does not know or no longer knows. */
export const UNKNOWN_SESSION = 4401
