import type { Peer } from '../peer/index.ts'
import { SERVICE } from '../wire/index.ts'

/** It keeps blocks, and is no mere source of addresses. */
export function keepsBlocks(peer: Peer): boolean {
  const services = peer.version?.services ?? 0n
  return peer.ready && peer.kind !== 'seed' && (services & SERVICE.network) !== 0n
}

/** Those we chose, or trust, come first; whoever came to us is asked only if there is nobody else (p2p.md §4.1). */
export function isPreferred(peer: Peer): boolean {
  return keepsBlocks(peer) && (!peer.inbound || peer.whitelisted)
}
