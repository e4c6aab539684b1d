import { create } from 'zustand'
import { LIVE_CHAINS, type LiveChain } from '#shared/chains/liveChains.ts'

interface ListState {
  readonly chains: readonly LiveChain[]
  /** name of the file that the list was loaded from, or undefined for the built-in list */
  readonly file: string | undefined
  show(chains: readonly LiveChain[], file: string): void
  reset(): void
}

/** The list that the gallery shows. A list from a file is used until the window is reloaded. */
export const useLiveList = create<ListState>()((set) => ({
  chains: LIVE_CHAINS,
  file: undefined,
  show: (chains, file) => set({ chains, file }),
  reset: () => set({ chains: LIVE_CHAINS, file: undefined }),
}))
