import type { PeerNetwork } from '../core/index.ts'

/** States of a chain that is far behind, on which a new block would be useless. */
const FETCHING: readonly string[] = ['starting', 'indexing', 'headers', 'blocks', 'reorganising']

/** Returns why a block cannot be mined because of the peers or the sync state, or an empty text. */
export function findMiningObstacle(
  network: Pick<PeerNetwork, 'connectionCount' | 'syncState'>,
  alone: boolean,
): string {
  const { state } = network.syncState()
  if (network.connectionCount() === 0) {
    return alone ? '' : 'No peer is connected. Use -testnode=1 to mine the first blocks of a chain without peers.'
  }
  return FETCHING.includes(state) ? 'The chain is still being downloaded.' : ''
}
