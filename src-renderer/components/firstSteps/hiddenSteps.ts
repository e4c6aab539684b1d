import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface HiddenState {
  /** Ids of the chains whose list is hidden. */
  readonly chains: readonly string[]
  hide(chain: string): void
}

/** Maximum number of remembered chains. Beyond it, the longest hidden list is shown again. */
const MAX_KEPT = 50
const MAX_ID = 200

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

/** Stored data is untrusted input. */
function readChains(stored: unknown): readonly string[] {
  const chains: unknown = typeof stored === 'object' && stored !== null && 'chains' in stored ? stored.chains : []
  const texts = Array.isArray(chains) ? chains.filter((id) => typeof id === 'string' && id.length <= MAX_ID) : []
  return texts.slice(-MAX_KEPT)
}
