import type { Peer } from '../peer/index.ts'
import { SERVICE } from '../wire/index.ts'

/** It keeps blocks, and is no mere source of addresses. */
export function keepsBlocks(peer: Peer): boolean {
  const services = peer.version?.services ?? 0n
  return peer.ready && peer.kind !== 'seed' && (services & SERVICE.network) !== 0n
}

/** Outbound and whitelisted peers are preferred; in the first download blocks are asked of others only if there are none. */
export function isPreferred(peer: Peer): boolean {
  return keepsBlocks(peer) && (!peer.inbound || peer.whitelisted)
}
