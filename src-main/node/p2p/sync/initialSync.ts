import type { Chain } from '../../chain/index.ts'
import type { Clock } from '../../core/index.ts'

/**
 * Whether the chain is still being fetched for the first time (p2p.md §4.7): the tip is old, and it is not where the peers
 * say that they are. Once false it stays false.
 * @param claimed the longest height that any peer claims; undefined: no peer claims any
 */
export function createInitialDownload(
  settings: { readonly maxTipAgeSeconds: number },
  deps: {
    readonly chain: Pick<Chain, 'tip' | 'lastCheckpoint'>
    readonly clock: Clock
    readonly claimed: () => number | undefined
  },
): () => boolean {
  const { chain, clock, claimed } = deps
  let over = false
  return () => {
    if (over) return false
    const tip = chain.tip()
    const longest = claimed()
    const inSync = longest !== undefined && tip.height > 0 && (tip.height === longest || tip.height === longest + 1)
    over = (inSync || tip.time >= clock.now() - settings.maxTipAgeSeconds) && tip.height >= chain.lastCheckpoint
    return !over
  }
}
