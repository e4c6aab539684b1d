import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface HiddenState {
  /** ids of the chains whose list was hidden */
  readonly chains: readonly string[]
  hide(chain: string): void
}

/** Chains beyond this many are shown theirs again, oldest first. */
const MAX_KEPT = 50
const MAX_ID = 200

/** Chains whose list of first steps the user has hidden. */
export const useHiddenSteps = create<HiddenState>()(
  persist(
    (set) => ({
      chains: [],
      hide: (chain) =>
        set(({ chains }) => ({ chains: [...chains.filter((id) => id !== chain), chain].slice(-MAX_KEPT) })),
    }),
    {
      name: 'chainwright.hiddenSteps',
      version: 1,
      partialize: ({ chains }) => ({ chains }),
      merge: (stored, current) => ({ ...current, chains: readChains(stored) }),
    },
  ),
)

/** Storage is untrusted input like any other. */
function readChains(stored: unknown): readonly string[] {
  const chains: unknown = typeof stored === 'object' && stored !== null && 'chains' in stored ? stored.chains : []
  const texts = Array.isArray(chains) ? chains.filter((id) => typeof id === 'string' && id.length <= MAX_ID) : []
  return texts.slice(-MAX_KEPT)
}
