import type { BlockEntry, ChainView } from '../../core/index.ts'
import type { HeaderPath } from './headerPath.ts'

/** Number of consecutive hashes before the gaps double. */
const CONSECUTIVE = 12

/** Builds a block locator: twelve hashes in a row, then gaps of 2, 4, 8 …, genesis last (p2p.md §3). */
export function buildLocator(entry: BlockEntry, path: HeaderPath): Uint8Array[] {
  const hashes: Uint8Array[] = []
  let node = entry
  for (let step = 1; ; ) {
    hashes.push(node.hash)
    if (node.height === 0) return hashes
    if (hashes.length >= CONSECUTIVE) step *= 2
    node = path.ancestor(node, Math.max(0, node.height - step))
  }
}

/** Finds the first block of a locator that is in the active chain, or genesis. */
export function forkPoint(
  locator: readonly Uint8Array[],
  chain: Pick<ChainView, 'byHash' | 'isActive' | 'byHeight'>,
): BlockEntry {
  for (const hash of locator) {
    const entry = chain.byHash(hash)
    if (entry !== undefined && chain.isActive(entry)) return entry
  }
  const genesis = chain.byHeight(0)
  if (genesis === undefined) throw new Error('the chain has no genesis block')
  return genesis
}
