import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface OfferState {
  /** ids of chains whose wallets' owner said "later" */
  readonly later: readonly string[]
  postpone(chain: string): void
}

/** Chains beyond this many are forgotten, oldest first. */
const KEPT = 50

/** Where a recovery phrase was offered and not wanted yet. */
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

/** Storage is untrusted input like any other. */
function readLater(stored: unknown): readonly string[] {
  if (typeof stored !== 'object' || stored === null || !('later' in stored) || !Array.isArray(stored.later)) return []
  return stored.later.filter((id): id is string => typeof id === 'string').slice(-KEPT)
}
