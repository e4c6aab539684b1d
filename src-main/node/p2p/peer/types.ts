import type { DisconnectReason } from '../disconnects.ts'
import type { Incoming, NetAddress } from '../wire/index.ts'
import type { PairNonces } from './pairNonces.ts'
import type { PingTimes } from './pings.ts'
import type { TrafficCounts, TrafficDeps } from './traffic.ts'

/**
 * Origin of the connection: the peer connected (`inbound`), the node selected the address (`outbound`), the user
 * requested it (`added`, `connect`, `once`), or it only serves to fetch addresses (`seed`).
 */
export type PeerKind = 'inbound' | 'outbound' | 'added' | 'connect' | 'once' | 'seed'

export interface PeerFacts {
  readonly id: number
  readonly kind: PeerKind
  readonly inbound: boolean
  /** The peer gets no ban score, and unrequested blocks from it are accepted. */
  readonly whitelisted: boolean
  /** all zeros for a name that a proxy resolves */
  readonly address: NetAddress
  /** target as dialled, or address and port */
  readonly name: string
  /** connected through a proxy, so its address means nothing */
  readonly proxied: boolean
}

export interface PeerStats extends PingTimes {
  readonly traffic: TrafficCounts
  /** unix seconds, 0 for never */
  readonly lastSend: number
  readonly lastReceive: number
  readonly connectedAt: number
  readonly score: number
  /** the peer's clock minus ours in seconds */
  readonly timeOffset: number
  readonly inboxBytes: number
  readonly pendingBytes: number
}

/**
 * Continues the work of a message. Returns true when it is finished; no other message of the peer is handled before.
 */
export type Work = () => boolean

/** Handles a message of a peer (`p2p/handleMessage.ts`). Throws DecodeError for a block or transaction that does not parse. */
export type MessageHandler = (message: Incoming) => Work | undefined

export type MessageOf<Type extends Incoming['type']> = Extract<Incoming, { readonly type: Type }>

/** Settings that all connections share. */
export interface PeerSettings {
  readonly magic: Uint8Array
  /** `-banscore` */
  readonly banScore: number
  /** bytes; above it no message is handled for a peer that does not read its replies */
  readonly maxSendBuffer: number
  /** bytes; above it reading from the peer is paused */
  readonly maxReceiveBuffer: number
}

/** Decides whether a peer may complete its handshake, on a node that must know its peers. */
export interface PeerAdmission {
  /** recognises the node of the sandbox's other wallet; undefined without such a wallet */
  readonly pair: PairNonces | undefined
  /** Durably records an outside peer. Returns false if that peer must be disconnected. */
  admitOutsider(): boolean
}

export interface HandshakeDeps {
  /** without it every peer is admitted */
  readonly admission?: PeerAdmission | undefined
  /** current time in unix seconds */
  readonly now: () => number
  readonly self: (peer: PeerFacts) => Self
  readonly isRoutable: (address: NetAddress) => boolean
  readonly nonce: () => bigint
  /** Returns true if one of our own connections sent this nonce; that connection is ended. */
  readonly isOwnNonce: (nonce: bigint) => boolean
}

export interface PeerDeps<P> extends HandshakeDeps, TrafficDeps {
  readonly events: PeerEvents<P>
}

/** Message of the wire, for the log. */
interface MessageFacts {
  readonly direction: 'received' | 'sent'
  /** untrusted text if received */
  readonly command: string
  /** size of the payload */
  readonly bytes: number
}

export interface PeerEvents<P> {
  /** a message is being handled, or was sent */
  message(peer: P, facts: MessageFacts): void
  /** The handshake is complete: the peer's version was accepted, and ours was sent. */
  ready(peer: P): void
  /** the peer has pending work: call `step` soon */
  wake(peer: P): void
  /** the connection has ended, from either side */
  closed(peer: P, reason: DisconnectReason, detail?: string): void
  /** the peer's score reached the threshold; the peer is being disconnected */
  banned(peer: P, reason: string): void
}

/** Contents of our version messages. */
export interface Self {
  readonly services: bigint
  readonly userAgent: string
  /** port at which peers can reach us; 0 if the node does not listen */
  readonly listenPort: number
  /** unix seconds */
  readonly time: number
  readonly height: number
  /** our own address, if it is known and reachable for this peer */
  readonly address: NetAddress | undefined
}
