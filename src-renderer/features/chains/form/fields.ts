import type { ChainDraft } from './draft.ts'

/** What every part of the form gets. */
export interface FormPart {
  readonly draft: ChainDraft
  change(change: Partial<ChainDraft>): void
  /** what is wrong with a field, "reward.1" for that of the second era; undefined: nothing that has to be said now */
  problem(field: string): string | undefined
}
