import type { WireError } from './errors.ts'
import type { NodeEvent } from './events.ts'

/**
 * The only messages that cross a thread or IPC; a WebSocket has a few more, below. `params` and `result` are JSON *text*:
 * amounts keep their exact source text from the handler to the window, and a hostile side can send nothing but a string.
 */
export type ToNode =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly params: string }
  | { readonly kind: 'cancel'; readonly id: number }

export type FromNode =
  | { readonly kind: 'result'; readonly id: number; readonly result: string }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'event'; readonly event: NodeEvent }

/** The preload's API on `window.node`, which the WebSocket transport implements too. */
export interface NodeBridge {
  /** Resolves to the JSON text of the result; rejects with an Error whose message is JSON of a WireError. */
  call(id: number, method: string, params: string): Promise<string>
  cancel(id: number): Promise<void>
  /** Returns (a promise of) the function that ends the subscription. */
  onEvent(listener: (event: NodeEvent) => void): (() => void) | Promise<() => void>
}

/** A call's parameters as JSON text may be this long; longer ones are refused before they are parsed. */
export const MAX_CALL_BYTES = 32 * 1024 * 1024

/**
 * How a person confirms in the browser mode: six digits from the terminal, or the wallet's passphrase where it has one.
 */
export type ConfirmBy = 'code' | 'passphrase'

/** Figures of a question, and lists of who gets what. */
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

/** A question of the browser mode as the window shows it. Plain text, which may come from a stranger. */
export interface WindowQuestion {
  readonly id: number
  /** null: no chain is concerned */
  readonly chain: string | null
  readonly title: string
  /** parts of the title; `strong`: an amount or a recipient */
  readonly titleParts?: readonly { readonly text: string; readonly strong: boolean }[]
  readonly consequence: string
  readonly facts: WindowDetails['facts']
  readonly lists: WindowDetails['lists']
  /** folded, unless `open` */
  readonly details?: WindowDetails & { readonly open: boolean }
  readonly warnings: readonly string[]
  /** the verb on the button that does it */
  readonly agree: string
  readonly danger: boolean
  /** it has a form, which the user may go back to */
  readonly offerChange?: true
  /** what the one field takes */
  readonly confirmBy: ConfirmBy
  /** Tries left after a wrong answer; null: none was given yet. */
  readonly triesLeft: number | null
}

/**
 * What the window in a browser may send. `session` comes first, once: nothing is answered before. An `answer` of null
 * is a refusal, with `change` a correction in the question's form. `choose` asks to change the way of confirming, which the server confirms with a question.
 */
export type FromBrowser =
  | ToNode
  | { readonly kind: 'session'; readonly secret: string }
  | { readonly kind: 'answer'; readonly id: number; readonly secret: string | null; readonly change?: true }
  | { readonly kind: 'choose'; readonly confirmBy: ConfirmBy }

/**
 * `welcome` answers `session`; `ask` may come again with the same id after a wrong answer; `asked` ends the question.
 * `confirmBy` answers `choose`, with why nothing was asked if that is so, and tells other windows of a change.
 */
export type ToBrowser =
  | FromNode
  | { readonly kind: 'welcome'; readonly confirmBy: ConfirmBy }
  | { readonly kind: 'ask'; readonly question: WindowQuestion }
  | { readonly kind: 'asked'; readonly id: number }
  | { readonly kind: 'confirmBy'; readonly confirmBy: ConfirmBy; readonly problem: string | null }

/** Code of the closing frame for a secret that the server does not know (any more). */
export const UNKNOWN_SESSION = 4401
