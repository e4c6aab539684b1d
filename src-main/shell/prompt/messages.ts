/**
 * What a window of the app's own and the main process tell each other. The window has no script but its preload, and what
 * it answers is checked in main all the same.
 */
import type { Disclosure, Question } from '../../host/consent/surface.ts'

/** Names of the IPC channels; none of them exists for the page's window. */
export const CONTENT = 'prompt:content'
export const READY = 'prompt:ready'
export const ANSWER = 'prompt:answer'
export const FILE = 'prompt:file'
export const COPY = 'prompt:copy'
export const NOTICES = 'notices:list'
export const UNDO = 'notices:undo'

export type PromptContent =
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'disclose'; readonly disclosure: Disclosure }
  | { readonly kind: 'notices' }

/** Yes, with what was typed by name of its field; no; or no, and away with the page that asks. */
export type PromptAnswer =
  | { readonly agreed: true; readonly secrets: Readonly<Record<string, string>> }
  | { readonly agreed: false; readonly close: boolean }

/** A notice as it is shown. */
export interface ShownNotice {
  readonly id: number
  readonly chain: string | null
  readonly text: string
  /** `undoable` has a button; the others say how taking it back went */
  readonly state: 'plain' | 'undoable' | 'undoing' | 'undone' | 'failed'
  /** why it could not be taken back */
  readonly reason?: string
}

export interface NoticeList {
  readonly shown: readonly ShownNotice[]
  /** how many more wait for a place */
  readonly waiting: number
}
