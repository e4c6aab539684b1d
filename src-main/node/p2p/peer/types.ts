import type { DisconnectReason } from '../disconnects.ts'
import type { Incoming, NetAddress } from '../wire/index.ts'
import type { PairNonces } from './pairNonces.ts'
import type { PingTimes } from './pings.ts'
import type { TrafficCounts, TrafficDeps } from './traffic.ts'

/**
 * Why there is a connection: the peer connected to us (`inbound`), we chose its address (`outbound`), the user asked for it
 * (`added`, `connect`, `once`), or we only want addresses from it (`seed`).
 */
export type PeerKind = 'inbound' | 'outbound' | 'added' | 'connect' | 'once' | 'seed'

export interface PeerFacts {
  readonly id: number
  readonly kind: PeerKind
  readonly inbound: boolean
  /** The peer gets no ban score, and blocks from it are accepted unasked. */
  readonly whitelisted: boolean
  /** all zeros for a name that a proxy resolves */
  readonly address: NetAddress
  /** as dialled, or address and port */
  readonly name: string
  /** behind a proxy: its address says nothing */
  readonly proxied: boolean
}

export interface PeerStats extends PingTimes {
  readonly traffic: TrafficCounts
  /** unix seconds, 0: never */
  readonly lastSend: number
  readonly lastReceive: number
  readonly connectedAt: number
  readonly score: number
  /** its clock minus ours, seconds */
  readonly timeOffset: number
  readonly inboxBytes: number
  readonly pendingBytes: number
}

/**
 * Continues the work that a message began. Returns true when it is finished. Until then no other message of the peer is handled.
 */
export type Work = () => boolean

/** Handles a message of a peer (`p2p/handleMessage.ts`). Throws DecodeError for a block or transaction that does not parse. */
export type MessageHandler = (message: Incoming) => Work | undefined

/** The message with this type. */
export type MessageOf<Type extends Incoming['type']> = Extract<Incoming, { readonly type: Type }>

/** Settings that all connections share. */
export interface PeerSettings {
  readonly magic: Uint8Array
  /** `-banscore` */
  readonly banScore: number
  /** bytes; above it nothing more is handled for a peer that does not take what it asked for */
  readonly maxSendBuffer: number
  /** bytes; above it nothing more is read from it */
  readonly maxReceiveBuffer: number
}

/** Decides whether a peer may complete its handshake, on a node that must know who its peers are. */
export interface PeerAdmission {
  /** recognises the node of the sandbox's other wallet, if there is one */
  readonly pair: PairNonces | undefined
  /** Notes durably that another peer comes. Returns false if that peer must go. */
  admitOutsider(): boolean
}

export interface HandshakeDeps {
  /** without it every peer is admitted */
  readonly admission?: PeerAdmission | undefined
  /** unix seconds */
  readonly now: () => number
  readonly self: (peer: PeerFacts) => Self
  readonly isRoutable: (address: NetAddress) => boolean
  readonly nonce: () => bigint
  /** Returns true if one of our own connections said this nonce; that one is ended. */
  readonly isOwnNonce: (nonce: bigint) => boolean
}

export interface PeerDeps<P> extends HandshakeDeps, TrafficDeps {
  readonly events: PeerEvents<P>
}

/** Events of a connection. */
export interface PeerEvents<P> {
  /** The handshake is complete: the peer's version was accepted, and ours is sent. */
  ready(peer: P): void
  /** the peer has something to do: call `step` soon */
  wake(peer: P): void
  /** the connection has ended, by this node or by the peer */
  closed(peer: P, reason: DisconnectReason, detail?: string): void
  /** the score of the peer reached the threshold; it is being disconnected */
  banned(peer: P, reason: string): void
}

/** Contents of our version messages. */
export interface Self {
  readonly services: bigint
  readonly userAgent: string
  /** port at which peers may reach us, 0 if we do not listen */
  readonly listenPort: number
  /** unix seconds */
  readonly time: number
  readonly height: number
  /** our own address, if it is known and of use to this peer */
  readonly address: NetAddress | undefined
}
