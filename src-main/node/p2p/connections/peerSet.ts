import type { Random } from '../../core/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import {
  Peer,
  type PeerDeps,
  type PeerEvents,
  type PeerFacts,
  type PeerSettings,
  type PeerTransport,
} from '../peer/index.ts'
import { selectConnectionsToEvict } from './inboundMemory.ts'
import { MessageLoop, type MessageLoopDeps } from './messageLoop.ts'

export interface PeerSetEvents extends Omit<PeerEvents<Peer>, 'wake'> {
  /** a connection was opened; no message has been received yet */
  opened(peer: Peer): void
  /** an error of this program while handling a message of the peer */
  failed(peer: Peer, error: unknown): void
}

export type PeerSetDeps = Omit<PeerDeps<Peer>, 'events' | 'nonce' | 'isOwnNonce'> &
  Omit<MessageLoopDeps, 'failed'> & {
    readonly random: Random
    readonly events: PeerSetEvents
  }

export class PeerSet {
  readonly #settings: PeerSettings
  readonly #deps: PeerSetDeps
  readonly #peerDeps: PeerDeps<Peer>
  readonly #peers = new Map<number, Peer>()
  readonly #loop: MessageLoop
  #nextId = 1

  constructor(settings: PeerSettings, deps: PeerSetDeps) {
    this.#settings = settings
    this.#deps = deps
    this.#loop = new MessageLoop({ ...deps, failed: (peer, error) => this.#fail(peer, error) })
    this.#peerDeps = {
      ...deps,
      events: {
        wake: (peer) => this.#loop.wake(peer),
        message: (peer, facts) => deps.events.message(peer, facts),
        ready: (peer) => deps.events.ready(peer),
        banned: (peer, reason) => deps.events.banned(peer, reason),
        closed: (peer, reason, detail) => this.#remove(peer, reason, detail),
      },
      nonce: () => new DataView(deps.random.bytes(8).buffer).getBigUint64(0, true) || 1n,
      isOwnNonce: (nonce) => this.#endConnectionToSelf(nonce),
    }
  }

  get size(): number {
    return this.#peers.size
  }

  /** Returns all connections by id. */
  all(): Iterable<Peer> {
    return this.#peers.values()
  }

  /** Returns the connections with a complete handshake, by id. */
  *ready(): Iterable<Peer> {
    for (const peer of this.#peers.values()) if (peer.ready) yield peer
  }

  get(id: number): Peer | undefined {
    return this.#peers.get(id)
  }

  open(facts: Omit<PeerFacts, 'id'>, transport: PeerTransport): Peer {
    const peer = new Peer(this.#settings, { ...facts, id: this.#nextId++ }, transport, this.#peerDeps)
    if (!peer.closed) {
      this.#peers.set(peer.id, peer)
      if (peer.inbound) this.#loop.connected()
      this.#deps.events.opened(peer)
    }
    return peer
  }

  /** Sends pings, applies timeouts and renews the peers' processor time. Call about ten times a second. */
  tick(): void {
    for (const peer of [...this.#peers.values()]) {
      try {
        peer.tick()
      } catch (error) {
        this.#fail(peer, error)
      }
    }
    this.#loop.tick()
    for (const peer of selectConnectionsToEvict(this.#peers.values(), this.#deps.millis())) peer.destroy('memory limit')
  }

  destroyAll(reason: DisconnectReason): void {
    this.#loop.stop()
    for (const peer of [...this.#peers.values()]) peer.destroy(reason)
  }

  #remove(peer: Peer, reason: DisconnectReason, detail: string | undefined): void {
    // A connection that ends while being opened was never added.
    if (this.#peers.delete(peer.id)) this.#deps.events.closed(peer, reason, detail)
  }

  #fail(peer: Peer, error: unknown): void {
    this.#deps.events.failed(peer, error)
    peer.disconnect('internal error')
  }

  /** Disconnects our own outbound connection that sent this nonce. Returns false if the nonce is not ours. */
  #endConnectionToSelf(nonce: bigint): boolean {
    for (const peer of this.#peers.values()) {
      if (peer.inbound || peer.nonce !== nonce) continue
      // Disconnect this end before the other end closes; otherwise its reason would be only "closed by peer".
      peer.disconnect('self connection')
      return true
    }
    return false
  }
}
