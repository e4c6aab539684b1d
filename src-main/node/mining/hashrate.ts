import type { BlockEntry, ChainView } from '../core/index.ts'

/** Default number of blocks in the estimation window. */
const DEFAULT_BLOCKS = 120
/** A window below 1 means "since the last change of difficulty"; komodod uses this many blocks for it. */
const AVERAGING_WINDOW = 17

/**
 * Estimates the network's solutions per second: the work in a window of blocks over the time between its earliest and
 * latest block (getnetworksolps). Returns 0 if that time is 0 or only genesis exists.
 *
 * @param blocks length of the window, limited to the length of the chain
 * @param height last block of the window; the tip if outside the chain
 */
export function networkSolutionRate(
  chain: ChainView,
  { blocks = DEFAULT_BLOCKS, height = -1 }: { readonly blocks?: number; readonly height?: number } = {},
): number {
  const tip = chain.tip()
  const last = height >= 0 && height < tip.height ? chain.byHeight(height) : tip
  if (last === undefined || last.height === 0) return 0
  const window = Math.min(blocks <= 0 ? AVERAGING_WINDOW : blocks, last.height)
  let first: BlockEntry = last
  let earliest = last.time
  let latest = earliest
  for (let step = 0; step < window && first.prev !== null; step++) {
    first = first.prev
    earliest = Math.min(earliest, first.time)
    latest = Math.max(latest, first.time)
  }
  if (earliest === latest) return 0
  return Math.floor(Number(last.chainWork - first.chainWork) / (latest - earliest))
}
