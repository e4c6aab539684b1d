import type { Peer } from '../peer/index.ts'
import { SERVICE } from '../wire/index.ts'

/** Returns true if the peer serves blocks and was not connected for its addresses only. */
export function servesBlocks(peer: Peer): boolean {
  const services = peer.version?.services ?? 0n
  return peer.ready && peer.kind !== 'seed' && (services & SERVICE.network) !== 0n
}

/** Returns true for outbound and whitelisted peers; in the first download blocks are asked of others only if there are none. */
export function isPreferred(peer: Peer): boolean {
  return servesBlocks(peer) && (!peer.inbound || peer.whitelisted)
}
