import type { Random } from '../../core/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import {
  createMessageLoop,
  createPeer,
  type OwnedPeer,
  type Peer,
  type PeerDeps,
  type PeerEvents,
  type PeerFacts,
  type PeerSettings,
  type PeerTransport,
} from '../peer/index.ts'
import { chooseCrowding } from './inboundMemory.ts'

export type PeerSetEvents = Pick<PeerEvents, 'ready' | 'banned'> & {
  /** a connection is open; no message yet */
  opened(peer: Peer): void
  closed(peer: Peer, reason: DisconnectReason, detail?: string): void
  /** an error of this program while handling its message */
  failed(peer: Peer, error: unknown): void
}

export interface PeerSet {
  /** by id */
  all(): Iterable<OwnedPeer>
  /** those whose handshake is complete */
  ready(): Iterable<OwnedPeer>
  get(id: number): OwnedPeer | undefined
  readonly size: number
  open(facts: Omit<PeerFacts, 'id'>, transport: PeerTransport): OwnedPeer
  tick(): void
  destroyAll(reason: DisconnectReason): void
}

/** All connections, inbound and outbound. */
export function createPeerSet(
  settings: PeerSettings,
  deps: Pick<PeerDeps, 'now' | 'millis' | 'self' | 'isRoutable' | 'traffic' | 'handle'> & {
    readonly random: Random
    readonly soon: (callback: () => void) => void
    /** ms of processor time that this thread has used */
    readonly cpuMillis: () => number
    /** Returns true while blocks are being fetched. */
    readonly isFetching: () => boolean
    readonly events: PeerSetEvents
  },
): PeerSet {
  const { events, random } = deps
  const peers = new Map<number, OwnedPeer>()
  let nextId = 1
  const failed = (peer: OwnedPeer, error: unknown) => {
    events.failed(peer, error)
    peer.disconnect('internal error')
  }
  const loop = createMessageLoop({ ...deps, failed })

  const nonce = () => new DataView(random.bytes(8).buffer).getBigUint64(0, true) || 1n
  const isOwnNonce = (value: bigint) => {
    for (const peer of peers.values()) if (!peer.inbound && peer.nonce === value) return true
    return false
  }
  const peerEvents: PeerEvents = {
    ready: (peer) => events.ready(peer),
    banned: (peer, reason) => events.banned(peer, reason),
    wake(peer) {
      const owned = peers.get(peer.id)
      if (owned !== undefined) loop.wake(owned)
    },
    closed(peer, reason, detail) {
      // A connection that ends while it is being opened was never in the set.
      if (peers.delete(peer.id)) events.closed(peer, reason, detail)
    },
  }

  return {
    all: () => peers.values(),
    *ready() {
      for (const peer of peers.values()) if (peer.ready) yield peer
    },
    get: (id) => peers.get(id),
    get size() {
      return peers.size
    },
    open(facts, transport) {
      const peerDeps = { ...deps, events: peerEvents, nonce, isOwnNonce }
      const peer = createPeer(settings, { ...facts, id: nextId++ }, transport, peerDeps)
      if (!peer.closed) {
        peers.set(peer.id, peer)
        if (peer.inbound) loop.connected()
        events.opened(peer)
      }
      return peer
    },
    tick() {
      for (const peer of [...peers.values()]) {
        try {
          peer.tick()
        } catch (error) {
          failed(peer, error)
        }
      }
      loop.tick()
      for (const peer of chooseCrowding(peers.values(), deps.millis())) peer.destroy('memory limit')
    },
    destroyAll(reason) {
      loop.stop()
      for (const peer of [...peers.values()]) peer.destroy(reason)
    },
  }
}
