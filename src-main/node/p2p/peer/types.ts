import type { DisconnectReason } from '../disconnects.ts'
import type { FloodKind } from '../floods.ts'
import type { Incoming, Message, NetAddress, VersionMessage } from '../wire/index.ts'
import type { Self } from './handshake.ts'
import type { PingTimes } from './pings.ts'
import type { Traffic } from './traffic.ts'

/**
 * Why there is a connection: the peer connected to us (`inbound`), we chose its address (`outbound`), the user asked for it
 * (`added`, `connect`, `once`), or we only want addresses from it (`seed`).
 */
export type PeerKind = 'inbound' | 'outbound' | 'added' | 'connect' | 'once' | 'seed'

export interface PeerFacts {
  readonly id: number
  readonly kind: PeerKind
  readonly inbound: boolean
  /** Its misdeeds cost nothing, and blocks from it are welcome unasked. */
  readonly whitelisted: boolean
  /** all zeros for a name that a proxy resolves */
  readonly address: NetAddress
  /** as dialled, or address and port */
  readonly name: string
  /** behind a proxy: its address says nothing */
  readonly proxied: boolean
  /** our end of the connection */
  readonly local: NetAddress | undefined
}

export interface PeerStats extends PingTimes {
  readonly traffic: Traffic
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

/** One connection as sync, relay and connections see it. */
export interface Peer extends PeerFacts {
  /** its version message, once it has come */
  readonly version: VersionMessage | undefined
  /** the handshake is complete */
  readonly ready: boolean
  readonly closed: boolean
  /** So much waits to be sent that nothing more should be made for it. */
  readonly congested: boolean
  /** messages of it wait for their turn */
  readonly busy: boolean
  readonly stats: PeerStats
  /** shortest ping in seconds */
  readonly minPing: number | undefined
  send(message: Message): void
  /** Adds to its ban score; at the threshold it is disconnected and banned (p2p.md §6). */
  misbehaving(score: number, reason: string): void
  /** Charges messages or entries that bring nothing (floods.ts). A peer without allowance left is disconnected. */
  spend(kind: FloodKind, count?: number): void
  /** The message that is being handled brings what the peer was asked for: its time is not charged to the peer. */
  credit(): void
  /** Sends a reject message. */
  reject(command: string, code: number, reason: string, hash?: Uint8Array): void
  disconnect(reason: DisconnectReason): void
  ping(): void
}

/** Goes on with what a message began; true: finished. Until then no other message of the peer is handled. */
export type Work = () => boolean

/** Handles a message of a peer (`p2p/handleMessage.ts`). Throws DecodeError for what does not parse. */
export type MessageHandler = (peer: Peer, message: Incoming) => Work | undefined

/** A message with this type, as its handler gets it. */
export type MessageOf<Type extends Incoming['type']> = Extract<Incoming, { readonly type: Type }>

/** What every connection shares. */
export interface PeerSettings {
  readonly magic: Uint8Array
  /** `-banscore` */
  readonly banScore: number
  /** bytes; above it nothing more is handled for a peer that does not take what it asked for */
  readonly maxSendBuffer: number
  /** bytes; above it nothing more is read from it */
  readonly maxReceiveBuffer: number
}

export interface PeerDeps {
  readonly events: PeerEvents
  readonly handle: MessageHandler
  /** unix seconds */
  readonly now: () => number
  /** never goes back and is never mocked */
  readonly millis: () => number
  readonly self: (peer: PeerFacts) => Self
  readonly isRoutable: (address: NetAddress) => boolean
  readonly nonce: () => bigint
  readonly isOwnNonce: (nonce: bigint) => boolean
  readonly traffic: { received(bytes: number): void; sent(bytes: number): void }
}

/** A connection as its owner sees it. */
export interface OwnedPeer extends Peer {
  /** nonce of our version message, to recognise ourselves by */
  readonly nonce: bigint
  /** Handles one waiting message, or goes on with the one before. Returns whether to call again soon. */
  step(): boolean
  /** `credit` was called in the last step */
  readonly delivered: boolean
  /** the last step was the peer's part of the handshake, which every connection has once */
  readonly introduced: boolean
  /** Memory that it takes up just now, in both directions, and when that last moved (milliseconds). */
  readonly held: { readonly bytes: number; readonly movedAt: number }
  /** pings and time limits; call it a few times a second */
  tick(): void
  /** ends at once, without a word */
  destroy(reason: DisconnectReason): void
}

/** What the rest of p2p does with a connection. */
export interface PeerEvents {
  /** The handshake is complete: the peer's version was accepted, and ours is sent. */
  ready(peer: Peer): void
  /** something waits: call `step` soon */
  wake(peer: Peer): void
  /** it has ended, by us or by the other side */
  closed(peer: Peer, reason: DisconnectReason, detail?: string): void
  /** its score reached the threshold; it is being disconnected */
  banned(peer: Peer, reason: string): void
}
