import type { SearchTask } from './attempts.ts'

/** A search that runs until it finds a claim, fails or is stopped. */
export interface Search {
  /** Returns the number of attempts so far. */
  attempts(): number
  /** Stops the search; no event follows. Resolves when the work has ended. */
  stop(): Promise<void>
}

export interface SearchEvents {
  /** Called with the claim's bytes when the search has succeeded. */
  found(transaction: Uint8Array): void
  /** Called when the search has failed. */
  failed(error: Error): void
}

export type StartSearch = (task: SearchTask, events: SearchEvents) => Search
