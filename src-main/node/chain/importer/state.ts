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
  /** everything connected is durable, and listeners were notified of it */
  | { readonly kind: 'idle' }
  /** a database transaction is open; `writing`: buffered rows first, `committing`: no further block is connected */
  | { readonly kind: 'connecting' | 'writing' | 'committing'; readonly batch: BlockBatch }
  /** everything connected is durable; listeners are being notified, some blocks per step */
  | { readonly kind: 'notifying' }
