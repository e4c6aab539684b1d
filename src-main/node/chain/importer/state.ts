import type { BlockBatch } from './blockBatch.ts'

/**
 * State of the importer. A rollback leads from each state with a batch to `idle`.
 *
 *     idle ──first block──▶ connecting ◀──rows due / written──▶ writing
 *      ▲                        │
 *      │                    commit due
 *      │                        ▼
 *      └──all── notifying ◀─ committing
 */
export type ImporterState =
  /** all connected blocks are committed, and listeners were notified */
  | { readonly kind: 'idle' }
  /** A database transaction is open. `writing` writes buffered rows first; `committing` connects no further block. */
  | { readonly kind: 'connecting' | 'writing' | 'committing'; readonly batch: BlockBatch }
  /** all connected blocks are committed; listeners are being notified, some blocks per step */
  | { readonly kind: 'notifying' }
