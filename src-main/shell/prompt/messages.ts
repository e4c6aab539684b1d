/**
 * Messages between the app's own windows and the main process. Such a window has no script but its preload, and
 * its answers are checked in main all the same.
 */
import type { Language } from '#shared/languages.ts'
import type { Disclosure, Question } from '../../app/consent/surface.ts'

/** Names of the IPC channels; none of them exists for the page's window. */
export const CONTENT = 'prompt:content'
export const READY = 'prompt:ready'
export const ANSWER = 'prompt:answer'
export const FILE = 'prompt:file'
export const COPY = 'prompt:copy'
export const NOTICES = 'notices:list'
export const UNDO = 'notices:undo'

/** A window that asks or shows a secret. Its language stays the same for as long as it is open. */
export type AskingContent =
  | { readonly kind: 'ask'; readonly question: Question; readonly language: Language }
  | { readonly kind: 'disclose'; readonly disclosure: Disclosure; readonly language: Language }

export type PromptContent = AskingContent | { readonly kind: 'notices' }

/** Yes, with typed texts by field; no; no and change it in its form; or no and close the asking page. */
export type PromptAnswer =
  | { readonly agreed: true; readonly secrets: Readonly<Record<string, string>>; readonly remembered?: true }
  | { readonly agreed: false; readonly instead?: 'change' | 'close' }

/** A notice on the screen. */
export interface ShownNotice {
  readonly id: number
  readonly chain: string | null
  readonly text: string
  /** `undoable` has a button; the others say how the undo went */
  readonly state: 'plain' | 'undoable' | 'undoing' | 'undone' | 'failed'
  /** why the undo failed */
  readonly reason?: string
}

export interface NoticeList {
  readonly shown: readonly ShownNotice[]
  /** how many more are queued */
  readonly waiting: number
  readonly language: Language
}
