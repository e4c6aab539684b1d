import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type ChainDraft, emptyDraft, emptyEra, MOST_ERAS } from './form/draft.ts'

interface DraftState {
  /** a half-filled form survives leaving the page and reloading the window */
  readonly draft: ChainDraft
  change(change: Partial<ChainDraft>): void
  clear(): void
}

export const useChainDraft = create<DraftState>()(
  persist(
    (set) => ({
      draft: emptyDraft,
      change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
      clear: () => set({ draft: emptyDraft }),
    }),
    {
      name: 'chainwright.chain',
      version: 1,
      partialize: ({ draft }) => ({ draft }),
      merge: (stored, current) => ({ ...current, draft: readStored(stored) }),
    },
  ),
)

/** Longer than anybody types, short enough to be handled at each letter. */
const LONGEST = 4000

/** Storage is untrusted input like any other: what does not fit is forgotten. */
export function readStored(stored: unknown): ChainDraft {
  const draft = (stored as { readonly draft?: unknown } | null)?.draft
  if (typeof draft !== 'object' || draft === null) return emptyDraft
  const given = fitting(draft, emptyDraft)
  const { eras } = draft as { readonly eras?: unknown }
  const known = Array.isArray(eras)
    ? eras
        .slice(0, MOST_ERAS)
        .flatMap((era: unknown) => (typeof era === 'object' && era ? [fitting(era, emptyEra)] : []))
    : []
  const { txpow } = given
  return {
    ...given,
    eras: known.length > 0 ? known : emptyDraft.eras,
    txpow: ['0', '1', '2', '3'].includes(txpow) ? txpow : '0',
  }
}

/** `fallback` with those texts and switches of `given` that have the right type. */
function fitting<T extends object>(given: object, fallback: T): T {
  const result = { ...fallback } as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    const right = typeof value === typeof result[name] && typeof value !== 'object' && Object.hasOwn(fallback, name)
    if (right) result[name] = typeof value === 'string' ? value.slice(0, LONGEST) : value
  }
  return result as T
}
