import type { Peer, Work } from './peer/index.ts'
import type { Relay } from './relay/index.ts'
import type { Sync } from './sync/index.ts'
import type { Incoming } from './wire/index.ts'

export interface MessageReceivers {
  readonly sync: Sync
  readonly relay: Relay
}

/**
 * Passes a peer's message to its handler in sync or relay (p2p.md §3). A useless message is charged to the peer.
 * Messages of the connection itself (`version`, `ping` …) are handled in `peer/peer.ts`.
 * @returns remaining work, if it takes several turns
 * @throws DecodeError for a block or transaction that does not parse
 */
export function handleMessage(peer: Peer, message: Incoming, { sync, relay }: MessageReceivers): Work | undefined {
  switch (message.type) {
    case 'headers':
      return sync.onHeaders(peer, message)
    case 'block':
      return sync.onBlock(peer, message)
    case 'inv':
      return relay.onInv(peer, message)
    case 'getdata':
      return relay.onGetData(peer, message)
    case 'notfound':
      return relay.onNotFound(peer, message)
    case 'tx':
      return relay.onTx(peer, message)
    case 'mempool':
      return relay.onMempool(peer)
    case 'getheaders':
      return relay.onGetHeaders(peer, message)
    case 'getblocks':
      return relay.onGetBlocks(peer, message)
    case 'addr':
      return relay.onAddr(peer, message)
    case 'getaddr':
      return relay.onGetAddr(peer)
    case 'filterload':
    case 'filteradd':
    case 'filterclear':
      return relay.onFilter(peer, message)
    case 'reject':
      return relay.onReject(peer, message)
    case 'oversized':
      return relay.onOversized(peer, message)
    default:
      return void peer.spend('uselessMessage')
  }
}
