import type { SearchTask } from './attempts.ts'

/** A search that runs until it finds a claim, fails or is stopped. */
export interface Search {
  /** attempts so far */
  attempts(): number
  /** No event comes after this. Resolves when the work has ended. */
  stop(): Promise<void>
}

export interface SearchEvents {
  /** the claim's bytes; the search has ended */
  found(transaction: Uint8Array): void
  /** the search has ended */
  failed(error: Error): void
}

export type StartSearch = (task: SearchTask, events: SearchEvents) => Search
