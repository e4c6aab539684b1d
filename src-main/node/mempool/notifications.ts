import type { MempoolEntry } from '../core/index.ts'
import type { MempoolChange, Removal, RemovalReason } from './types.ts'

/** Collects what one call changes and notifies once, at the end. */
export interface MempoolNotifications {
  added(entry: MempoolEntry): void
  removed(entry: MempoolEntry, reason: RemovalReason): void
  /** drops an entry that was added and removed within this call */
  never(entry: MempoolEntry): void
  /** notifies the listeners, if anything changed */
  notify(): void
  /** how often anything changed */
  updates(): number
  subscribe(listener: (change: MempoolChange) => void): () => void
}

export function createMempoolNotifications(): MempoolNotifications {
  const listeners = new Set<(change: MempoolChange) => void>()
  let added: MempoolEntry[] = []
  let removed: Removal[] = []
  let updates = 0

  return {
    added: (entry) => void added.push(entry),
    removed: (entry, reason) => void removed.push({ entry, reason }),
    never(entry) {
      added = added.filter((each) => each !== entry)
      removed = removed.filter((each) => each.entry !== entry)
    },
    notify() {
      if (added.length === 0 && removed.length === 0) return
      const change = { added, removed }
      added = []
      removed = []
      updates++
      for (const listener of [...listeners]) listener(change)
    },
    updates: () => updates,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
