import type { Peer } from '../peer/index.ts'
import { SERVICE } from '../wire/index.ts'

/** True if the peer serves blocks (NODE_NETWORK) and is not a seed connection. */
export function servesBlocks(peer: Peer): boolean {
  const services = peer.version?.services ?? 0n
  return peer.ready && peer.kind !== 'seed' && (services & SERVICE.network) !== 0n
}

/**
 * Returns true for outbound and whitelisted peers. During the initial block download, other peers are asked for blocks
 * only if there are no preferred ones.
 */
export function isPreferred(peer: Peer): boolean {
  return servesBlocks(peer) && (!peer.inbound || peer.whitelisted)
}
