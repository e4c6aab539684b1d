import type { OwnedPeer } from '../peer/index.ts'

/**
 * Memory that all inbound connections may hold together: messages that are incomplete, queued or being handled, and answers
 * not yet sent. Each connection is bounded, but hundreds of them at their bounds would hold gigabytes.
 */
export const MAX_CROWD_BYTES = 192 * 1024 * 1024
/** Added to every age, so that among new ones size decides. */
const LEAST_AGE_MILLIS = 1_000

type Held = Pick<OwnedPeer, 'inbound' | 'whitelisted' | 'closed' | 'held'>

/** The connections to end so that the rest stays within the bound: those that hold most bytes for longest without progress. */
export function chooseCrowding<P extends Held>(peers: Iterable<P>, now: number, most = MAX_CROWD_BYTES): P[] {
  let total = 0
  const crowd: { readonly peer: P; readonly bytes: number; readonly weight: number }[] = []
  for (const peer of peers) {
    if (!peer.inbound || peer.whitelisted || peer.closed) continue
    const { bytes, movedAt } = peer.held
    total += bytes
    crowd.push({ peer, bytes, weight: bytes * (LEAST_AGE_MILLIS + now - movedAt) })
  }
  if (total <= most) return []
  const chosen: P[] = []
  for (const { peer, bytes } of crowd.sort((a, b) => b.weight - a.weight)) {
    if (total <= most) break
    total -= bytes
    chosen.push(peer)
  }
  return chosen
}
