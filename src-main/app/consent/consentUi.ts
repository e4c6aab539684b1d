/**
 * Interface through which the app asks for approval, in a place that the page of a window can neither see, cover nor
 * answer. The desktop app uses its own windows (src-main/shell); browser mode uses the terminal or the wallet's
 * passphrase (src-main/web). All texts here are plain text, possibly untrusted, and must be shown without truncation.
 */
import type { ChainLease } from '../chains/index.ts'

/**
 * Owner of an address according to the wallet. Only `own` addresses come from the wallet's phrase or key pool and can
 * be spent by this wallet alone.
 */
export type AddressOwner = 'own' | 'imported' | 'shared' | 'watched' | 'contract' | 'foreign' | 'unknown'

/** `otherWallet` is the other of the sandbox's two wallets, as its own node reports. */
export type RowOwner = AddressOwner | 'otherWallet'

/** Row of a list: an owner and an amount. */
export interface QuestionRow {
  /** full address, contract or public key; or the kind of output if it has none */
  readonly who: string
  /** amount with its unit: coins with eight decimals and the coin's name, or units with the token's name */
  readonly what: string
  readonly owner: RowOwner
  /** name of the owner as the app itself knows it: the sandbox's other user, or a contract */
  readonly name?: string
  /** additional text, such as the shortened token id, which the facts contain in full */
  readonly note?: string
}

export interface QuestionList {
  readonly heading: string
  readonly rows: readonly QuestionRow[]
}

/** Part of a title; `strong` marks an amount or a recipient. */
export interface TitlePart {
  readonly text: string
  readonly strong: boolean
}

/** Details of a payment: recipients, sources, and decoded data. */
export interface QuestionDetails {
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly lists: readonly QuestionList[]
  /** true if the details are shown unfolded, because they contain more than the title says */
  readonly open: boolean
}

/** Secret that the user types into the prompt, never into the page. */
export interface SecretField {
  /** name of the method parameter that receives the secret */
  readonly name: string
  readonly label: string
  /** `text`: a passphrase, phrase or key of another wallet, which counts exactly as typed */
  readonly kind: 'passphrase' | 'phrase' | 'key' | 'text'
  /** Set if the secret is new: the user types it twice and sees its strength. */
  readonly fresh?: true
}

/** Choice that the user ticks or leaves out. */
export interface TickChoice {
  /** identifies the choice in the answer; unique in its question, not shown */
  readonly name: string
  /** complete text beside the checkbox */
  readonly label: string
  /** further complete lines below the label: an address, a value, a balance */
  readonly lines?: readonly string[]
  /** true if the box is ticked at first; never for what weakens the security of the node */
  readonly ticked?: boolean
}

/** Choices under one heading. Only the desktop app can ask a question with choices. */
export interface TickGroup {
  readonly heading: string
  readonly choices: readonly TickChoice[]
  /** Set if the user must tick at least one before the approval button works. */
  readonly required?: true
}

export interface Question {
  /** Category for counting refusals: the method, or `payment` for all payments. */
  readonly kind: string
  /** label and name of the chain as the main process knows it; null if the prompt concerns no chain */
  readonly chain: string | null
  /** action as a question or a sentence: "Send 5.00000000 GARDEN to RPayee…." */
  readonly title: string
  /** parts of the title if some are emphasised */
  readonly titleParts?: readonly TitlePart[]
  /** consequences of approval, in one or two sentences */
  readonly consequence: string
  /** names and values: total, fee, change, the paying key */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly lists: readonly QuestionList[]
  /** details, folded until the user opens them, and never truncated */
  readonly details?: QuestionDetails
  /** warnings that even a hurried user must see */
  readonly warnings: readonly string[]
  /** verb on the approval button */
  readonly agree: string
  /** true if money, keys or data may be lost permanently */
  readonly danger: boolean
  readonly secrets?: readonly SecretField[]
  readonly ticks?: readonly TickGroup[]
  /** text to type before the button is enabled, such as the name of a chain to delete */
  readonly typeToAgree?: string
  /** The page has a form for the call: offer to return there and keep the input (`change` in the answer). */
  readonly offerChange?: true
  /** The page asks repeatedly: offer to close it when refusing (`close` in the answer). */
  readonly offerClosing?: true
  /** label of a checkbox for not asking again */
  readonly remember?: string
  /** file or folder that only the user can choose: to read, to write, or for several files */
  readonly file?: { readonly use: 'open' | 'save' | 'folder'; readonly suggested: string }
}

export type QuestionAnswer =
  | {
      readonly agreed: false
      /** The user wants to correct the call in its form. */
      readonly change?: true
      /** The user wants to close this page. */
      readonly close?: true
    }
  | {
      readonly agreed: true
      /** typed secrets by field name */
      readonly secrets: Readonly<Record<string, string>>
      /** The checkbox of `remember` was ticked. */
      readonly remembered?: true
      /** names of the ticked choices; absent if the question has none */
      readonly ticked?: readonly string[]
      /** absolute path, if the prompt asked for a file */
      readonly file?: string
    }

/** Secret shown to the user but not to the page: a private key or a new recovery phrase. */
export interface Disclosure {
  readonly chain: string | null
  readonly title: string
  readonly explanation: string
  readonly secret: string
  /** `phrase`: numbered words; the user types some words to prove that they were written down */
  readonly kind: 'key' | 'phrase'
  /** verb on the button that closes it, such as "I have written it down" */
  readonly done: string
}

/** Notice of a small action that has run. */
export interface Notice {
  readonly chain: string | null
  readonly text: string
  /** Undoes the action; the notice then reports success or the reason of failure. */
  readonly undo?: () => Promise<void>
}

export interface ConsentUi {
  /**
   * Resolves when the user has answered. `signal` withdraws the prompt if the chain stops or the window closes.
   * @param chain leased chain that the prompt concerns; undefined if it concerns the list of chains
   */
  ask(question: Question, signal: AbortSignal, chain: ChainLease | undefined): Promise<QuestionAnswer>
  /** Resolves to true if the user completed it. */
  disclose(disclosure: Disclosure, signal: AbortSignal): Promise<boolean>
  notify(notice: Notice): void
}
