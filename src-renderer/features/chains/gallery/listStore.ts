import { create } from 'zustand'
import { LIVE_CHAINS, type LiveChain } from '#shared/chains/liveChains.ts'

interface ListState {
  readonly chains: readonly LiveChain[]
  /** name of the file it is from; undefined: it came with the program */
  readonly file: string | undefined
  show(chains: readonly LiveChain[], file: string): void
  reset(): void
}

/** The list that the gallery shows. A picked file counts until the window is loaded again. */
export const useLiveList = create<ListState>()((set) => ({
  chains: LIVE_CHAINS,
  file: undefined,
  show: (chains, file) => set({ chains, file }),
  reset: () => set({ chains: LIVE_CHAINS, file: undefined }),
}))
