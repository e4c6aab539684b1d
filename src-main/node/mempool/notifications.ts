import type { MempoolEntry } from '../core/index.ts'
import type { MempoolChange, Removal, RemovalReason } from './types.ts'

/** Collects the changes of one call and notifies the listeners once at its end. */
export class MempoolNotifications {
  readonly #listeners = new Set<(change: MempoolChange) => void>()
  #added: MempoolEntry[] = []
  #removed: Removal[] = []
  #updates = 0

  added(entry: MempoolEntry): void {
    this.#added.push(entry)
  }

  removed(entry: MempoolEntry, reason: RemovalReason): void {
    this.#removed.push({ entry, reason })
  }

  /** Drops an entry that was added and removed within this call. */
  never(entry: MempoolEntry): void {
    this.#added = this.#added.filter((each) => each !== entry)
    this.#removed = this.#removed.filter((each) => each.entry !== entry)
  }

  notify(): void {
    if (this.#added.length === 0 && this.#removed.length === 0) return
    const change = { added: this.#added, removed: this.#removed }
    this.#added = []
    this.#removed = []
    this.#updates++
    for (const listener of [...this.#listeners]) listener(change)
  }

  /** Returns the number of notified changes. */
  updates(): number {
    return this.#updates
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: (change: MempoolChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
