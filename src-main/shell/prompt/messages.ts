/**
 * Messages between the app's own windows and the main process. Their only script is the preload, but the main process
 * still checks their answers.
 */
import type { Language } from '#shared/languages.ts'
import type { Disclosure, Question } from '../../app/consent/consentUi.ts'

/** Names of the IPC channels; the page's window does not have them. */
export const CONTENT = 'prompt:content'
export const READY = 'prompt:ready'
export const ANSWER = 'prompt:answer'
export const FILE = 'prompt:file'
export const COPY = 'prompt:copy'
export const NOTICES = 'notices:list'
export const UNDO = 'notices:undo'

/** Content of a window that asks a question or shows a secret. Its language does not change while it is open. */
export type AskingContent =
  | { readonly kind: 'ask'; readonly question: Question; readonly language: Language }
  | { readonly kind: 'disclose'; readonly disclosure: Disclosure; readonly language: Language }

export type PromptContent = AskingContent | { readonly kind: 'notices' }

/** Answer of the user: yes, with typed texts by field and ticked choices; no; no, to change it in its form; or no, closing the page. */
export type PromptAnswer =
  | {
      readonly agreed: true
      readonly secrets: Readonly<Record<string, string>>
      readonly ticked?: readonly string[]
      readonly remembered?: true
    }
  | { readonly agreed: false; readonly instead?: 'change' | 'close' }

export interface ShownNotice {
  readonly id: number
  readonly chain: string | null
  readonly text: string
  /** `undoable` notices have an undo button; the last three are the states of an undo */
  readonly state: 'plain' | 'undoable' | 'undoing' | 'undone' | 'failed'
  /** reason why the undo failed */
  readonly reason?: string
}

export interface NoticeList {
  readonly shown: readonly ShownNotice[]
  /** number of queued notices */
  readonly waiting: number
  readonly language: Language
}
