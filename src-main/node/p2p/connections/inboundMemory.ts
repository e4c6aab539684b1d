import type { Peer } from '../peer/index.ts'

/**
 * Maximum memory of all inbound connections together: messages that are incomplete, queued or being handled, and unsent
 * replies. Each connection is limited, but hundreds of connections at their limits would use gigabytes.
 */
export const MAX_INBOUND_MEMORY_BYTES = 192 * 1024 * 1024
/** Age added to every connection, so that size decides among new connections. */
const MIN_AGE_MS = 1_000

type HoldingPeer = Pick<Peer, 'inbound' | 'whitelisted' | 'closed' | 'held'>

/**
 * Selects connections to evict so that the rest stays within the limit. Connections that hold the most bytes for the
 * longest without progress come first.
 */
export function selectConnectionsToEvict<P extends HoldingPeer>(
  peers: Iterable<P>,
  now: number,
  limit = MAX_INBOUND_MEMORY_BYTES,
): P[] {
  let total = 0
  const inbound: { readonly peer: P; readonly bytes: number; readonly weight: number }[] = []
  for (const peer of peers) {
    if (!peer.inbound || peer.whitelisted || peer.closed) continue
    const { bytes, movedAt } = peer.held
    total += bytes
    inbound.push({ peer, bytes, weight: bytes * (MIN_AGE_MS + now - movedAt) })
  }
  if (total <= limit) return []
  const chosen: P[] = []
  for (const { peer, bytes } of inbound.sort((a, b) => b.weight - a.weight)) {
    if (total <= limit) break
    total -= bytes
    chosen.push(peer)
  }
  return chosen
}
