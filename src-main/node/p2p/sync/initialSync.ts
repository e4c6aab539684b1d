import type { Chain } from '../../chain/index.ts'
import type { Clock } from '../../core/index.ts'

export interface InitialSyncDeps {
  readonly chain: Pick<Chain, 'tip' | 'lastCheckpoint'>
  readonly clock: Clock
  /** returns the greatest height that a peer claims; undefined if no peer claims any */
  readonly claimed: () => number | undefined
}

/** Initial block download (p2p.md §4.7): the tip is old, and its height is not the one that peers claim. */
export class InitialSync {
  readonly #maxTipAgeSeconds: number
  readonly #deps: InitialSyncDeps
  #over = false

  constructor({ maxTipAgeSeconds }: { readonly maxTipAgeSeconds: number }, deps: InitialSyncDeps) {
    this.#maxTipAgeSeconds = maxTipAgeSeconds
    this.#deps = deps
  }

  /** Returns true until the chain has been downloaded. Once false it stays false. */
  isActive(): boolean {
    if (this.#over) return false
    const { chain, clock, claimed } = this.#deps
    const tip = chain.tip()
    const longest = claimed()
    const inSync = longest !== undefined && tip.height > 0 && (tip.height === longest || tip.height === longest + 1)
    const isRecent = tip.time >= clock.now() - this.#maxTipAgeSeconds
    this.#over = (inSync || isRecent) && tip.height >= chain.lastCheckpoint
    return !this.#over
  }
}
