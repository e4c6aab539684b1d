import type { BlockHeader } from '../../primitives/index.ts'

/** 16 bytes, IPv4 as ::ffff:a.b.c.d, onion as fd87:d87e:eb43::/48, and a port in host order. */
export interface NetAddress {
  readonly ip: Uint8Array
  readonly port: number
}

/** Address in the form of version messages. */
export interface ServiceAddress extends NetAddress {
  readonly services: bigint
}

/** Address in the form of `addr` messages. */
export interface TimedAddress extends ServiceAddress {
  /** time at which a node last saw the address, in unix seconds */
  readonly time: number
}

/** Inventory entry. `type` has the wire value, which may be unknown: see INV. */
export interface InvItem {
  readonly type: number
  /** 32 bytes, internal order */
  readonly hash: Uint8Array
}

/** Inventory types; `filteredBlock` occurs in getdata only. */
export const INV = { tx: 1, block: 2, filteredBlock: 3 } as const

export interface VersionMessage {
  readonly type: 'version'
  /** as announced, except that 10300 is decoded as 300 */
  readonly version: number
  readonly services: bigint
  /** unix seconds */
  readonly time: bigint
  readonly receiver: ServiceAddress
  /** This field and those after it may be missing in messages of old peers, each together with all later fields. */
  readonly sender: ServiceAddress | undefined
  readonly nonce: bigint | undefined
  /** at most 256 bytes of untrusted text; each character is one byte (latin1) */
  readonly userAgent: string | undefined
  readonly startHeight: number | undefined
  /** true if the peer wants transactions announced; undefined means true */
  readonly relay: boolean | undefined
}

/** A block locator: hashes from the tip downwards. */
export interface Locator {
  /** unused; this node sends 170013 */
  readonly version: number
  readonly hashes: readonly Uint8Array[]
  /** 32 zeros request as many entries as possible */
  readonly stop: Uint8Array
}

export interface RejectMessage {
  readonly type: 'reject'
  /** the rejected command; at most 12 bytes (latin1) */
  readonly command: string
  readonly code: number
  /** at most 111 bytes (latin1) */
  readonly reason: string
  /** hash of the rejected block or transaction, if the message rejects one */
  readonly hash: Uint8Array | undefined
}

export interface FilterLoadMessage {
  readonly type: 'filterload'
  /** valid up to 36,000 bytes; larger filters are decoded too, so that the sender gets a ban score */
  readonly data: Uint8Array
  readonly hashFunctions: number
  readonly tweak: number
  readonly flags: number
}

export interface MerkleBlockMessage {
  readonly type: 'merkleblock'
  readonly header: BlockHeader
  readonly txCount: number
  readonly hashes: readonly Uint8Array[]
  /** flag bits, least significant first */
  readonly flags: Uint8Array
}

/** All messages that are sent or decoded (p2p.md §3). */
export type Message =
  | VersionMessage
  | { readonly type: 'verack' }
  | { readonly type: 'addr'; readonly addresses: readonly TimedAddress[] }
  | { readonly type: 'getaddr' }
  | { readonly type: 'inv'; readonly items: readonly InvItem[] }
  | { readonly type: 'getdata'; readonly items: readonly InvItem[] }
  | { readonly type: 'notfound'; readonly items: readonly InvItem[] }
  | ({ readonly type: 'getblocks' } & Locator)
  | ({ readonly type: 'getheaders' } & Locator)
  | { readonly type: 'headers'; readonly headers: readonly BlockHeader[] }
  /** unparsed: see primitives */
  | { readonly type: 'block'; readonly bytes: Uint8Array }
  /** unparsed: see primitives */
  | { readonly type: 'tx'; readonly bytes: Uint8Array }
  | { readonly type: 'mempool' }
  | { readonly type: 'ping'; readonly nonce: bigint }
  | { readonly type: 'pong'; readonly nonce: bigint }
  | RejectMessage
  | { readonly type: 'alert'; readonly bytes: Uint8Array }
  | FilterLoadMessage
  | { readonly type: 'filteradd'; readonly data: Uint8Array }
  | { readonly type: 'filterclear' }
  | MerkleBlockMessage

/** Unknown command, or a malformed payload of an informative command; ignored (p2p.md §1). */
export interface UnknownMessage {
  readonly type: 'unknown'
  readonly command: string
}

/** List longer than the protocol allows (LIMITS). The list is not decoded, and the sender gets a ban score. */
export interface OversizedMessage {
  readonly type: 'oversized'
  readonly command: 'addr' | 'inv' | 'getdata' | 'headers'
  readonly count: number
}

export type Incoming = Message | OversizedMessage | UnknownMessage

export interface WireMessage {
  readonly command: string
  readonly payload: Uint8Array
}

/** Event of a frame reader. After `fatal` the reader stops, and the connection must be closed. */
export type FrameEvent =
  | { readonly kind: 'message'; readonly command: string; readonly payload: Uint8Array }
  /** the message is lost; the connection continues */
  | {
      readonly kind: 'dropped'
      readonly command: string
      readonly reason: 'checksum' | 'command'
      readonly bytes: number
    }
  | { readonly kind: 'fatal'; readonly reason: 'magic' | 'length' }
