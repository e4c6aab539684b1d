/**
 * Where the app asks its questions: a place that the page of a window can neither see, cover nor answer. The desktop app
 * has windows of its own for it (src-main/shell); the browser mode has the terminal or the wallet's passphrase instead
 * (src-main/web). Everything in here is plain text that may come from a stranger; nothing of it is ever cut.
 */
import type { ChainLease } from '../chains/index.ts'

/** Whose address it is, by the wallet. Only `own` comes from the wallet's phrase or key pool and is spendable by it alone. */
export type AddressOwner = 'own' | 'imported' | 'shared' | 'watched' | 'contract' | 'foreign' | 'unknown'

/** `otherWallet`: the other one of the sandbox's two, by its own node. */
export type RowOwner = AddressOwner | 'otherWallet'

/** A row of a list: who gets what. */
export interface QuestionRow {
  /** the whole address, contract or public key; or the kind of output if it has none */
  readonly who: string
  /** amount with its unit: coins with eight decimals and the coin's name, or units with the token's name */
  readonly what: string
  readonly owner: RowOwner
  /** name of the owner, as the app itself knows it: the sandbox's other user, or a contract */
  readonly name?: string
  /** more about it, such as the token's id, whose whole text is one of the facts */
  readonly note?: string
}

export interface QuestionList {
  readonly heading: string
  readonly rows: readonly QuestionRow[]
}

/** A part of a title; `strong`: an amount or a recipient. */
export interface TitlePart {
  readonly text: string
  readonly strong: boolean
}

/** Details of a payment: who gets what, from where, and decoded data. */
export interface QuestionDetails {
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly lists: readonly QuestionList[]
  /** shown at once: something in them is not what the title says */
  readonly open: boolean
}

/** A secret that a person types into the question, never into the page. */
export interface SecretField {
  /** name of the method's parameter that it becomes */
  readonly name: string
  readonly label: string
  readonly kind: 'passphrase' | 'phrase' | 'key'
  /** typed twice, and shown how strong it is */
  readonly fresh?: true
}

export interface Question {
  /** by which refusals are counted: the method, or `payment` for all that pay */
  readonly kind: string
  /** label and name of its chain, as the main process knows it; null: it concerns no chain */
  readonly chain: string | null
  /** what happens, as a question or a sentence: "Send 5.00000000 GARDEN to RPayee…." */
  readonly title: string
  /** parts of the title, if some of them are emphasised */
  readonly titleParts?: readonly TitlePart[]
  /** the consequences of agreeing, in one or two sentences */
  readonly consequence: string
  /** names and values: total, fee, change, the key that pays */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly lists: readonly QuestionList[]
  /** folded until the user opens them; nothing in them is cut */
  readonly details?: QuestionDetails
  /** what a hurried person must not miss */
  readonly warnings: readonly string[]
  /** the verb on the button that agrees */
  readonly agree: string
  /** money, keys or data may be lost for good */
  readonly danger: boolean
  readonly secrets?: readonly SecretField[]
  /** must be typed to enable the button, such as the name of a chain to delete */
  readonly typeToAgree?: string
  /** it has a form in the page: offer to go back there with everything kept (`change` of the answer) */
  readonly offerChange?: true
  /** the page keeps asking: offer to close it with the refusal (`close` of the answer) */
  readonly offerClosing?: true
  /** words of a box to tick for not being asked again */
  readonly remember?: string
  /** a file to read or write, or a folder for files, that only the person names */
  readonly file?: { readonly use: 'open' | 'save' | 'folder'; readonly suggested: string }
}

export type QuestionAnswer =
  | {
      readonly agreed: false
      /** the user wants to correct it in its form */
      readonly change?: true
      /** the person wants this page closed */
      readonly close?: true
    }
  | {
      readonly agreed: true
      /** by name of the field */
      readonly secrets: Readonly<Record<string, string>>
      /** the box of `remember` was ticked */
      readonly remembered?: true
      /** absolute path, if the question asked for a file */
      readonly file?: string
    }

/** A secret shown to the person and not to the page: a private key, a new recovery phrase. */
export interface Disclosure {
  readonly chain: string | null
  readonly title: string
  readonly explanation: string
  readonly secret: string
  /** `phrase`: numbered words; the person types some of them to prove that they were written down */
  readonly kind: 'key' | 'phrase'
  /** the verb of the button that ends it, such as "I have written it down" */
  readonly done: string
}

/** Something small that was done at once. */
export interface Notice {
  readonly chain: string | null
  readonly text: string
  /** undoes it; the notice then says so, or why it failed */
  readonly undo?: () => Promise<void>
}

export interface ConsentUi {
  /**
   * Resolves when the person has answered; `signal` withdraws the question (the chain or the window has gone).
   * @param chain the held chain that the question is about; undefined: it is about the list of chains
   */
  ask(question: Question, signal: AbortSignal, chain: ChainLease | undefined): Promise<QuestionAnswer>
  /** Resolves to whether the person completed it. */
  disclose(disclosure: Disclosure, signal: AbortSignal): Promise<boolean>
  notify(notice: Notice): void
}
