import type { OwnedPeer } from '../peer/index.ts'

/**
 * What all that came to us may take up together: messages that are not complete, wait or are worked off, and answers that are
 * not taken. Each of them alone is bounded, but hundreds of them at their bounds are gigabytes.
 */
export const MAX_CROWD_BYTES = 192 * 1024 * 1024
/** Age that everything has from the beginning: among what is new the largest counts. */
const LEAST_AGE_MILLIS = 1_000

type Held = Pick<OwnedPeer, 'inbound' | 'whitelisted' | 'closed' | 'held'>

/** Whose connections end so that the rest stays within bounds: those with most bytes for the longest time without any move. */
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
