import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface OfferState {
  /** ids of the chains for which the user chose "later" */
  readonly later: readonly string[]
  postpone(chain: string): void
}

/** Maximum number of chains. The oldest are dropped. */
const KEPT = 50

/** Chains for which the user postponed the offer of a recovery phrase. */
export const usePhraseOffer = create<OfferState>()(
  persist(
    (set) => ({
      later: [],
      postpone: (chain) => set(({ later }) => ({ later: [...later.filter((id) => id !== chain), chain].slice(-KEPT) })),
    }),
    {
      name: 'chainwright.phraseOffer',
      version: 1,
      partialize: ({ later }) => ({ later }),
      merge: (stored, current) => ({ ...current, later: readLater(stored) }),
    },
  ),
)

/** Parses the stored chains. Storage is untrusted input, so entries of the wrong type are dropped. */
function readLater(stored: unknown): readonly string[] {
  if (typeof stored !== 'object' || stored === null || !('later' in stored) || !Array.isArray(stored.later)) return []
  return stored.later.filter((id): id is string => typeof id === 'string').slice(-KEPT)
}
