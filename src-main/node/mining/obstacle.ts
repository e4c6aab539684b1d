import type { PeerNetwork } from '../core/index.ts'

/** While the chain is this far behind, a block made here would be of no use. */
const FETCHING: readonly string[] = ['starting', 'indexing', 'headers', 'blocks', 'reorganising']

/** Returns why the peers prevent making a block now, or an empty text if nothing prevents it. */
export function findMiningObstacle(
  network: Pick<PeerNetwork, 'connectionCount' | 'syncState'>,
  alone: boolean,
): string {
  const { state } = network.syncState()
  if (network.connectionCount() === 0) {
    return alone ? '' : 'No peer is connected. The first blocks of a chain are mined alone with -testnode=1.'
  }
  return FETCHING.includes(state) ? 'The chain is still being fetched.' : ''
}
