import type { BlockHeader } from '../../primitives/index.ts'

/** 16 bytes, IPv4 as ::ffff:a.b.c.d, onion as fd87:d87e:eb43::/48, and a port in host order. */
export interface NetAddress {
  readonly ip: Uint8Array
  readonly port: number
}

/** An address as version messages carry it. */
export interface ServiceAddress extends NetAddress {
  readonly services: bigint
}

/** An address as `addr` messages carry it. */
export interface TimedAddress extends ServiceAddress {
  /** unix seconds at which it was last heard of */
  readonly time: number
}

/** `type` as on the wire, unknown values included: see INV. */
export interface InvItem {
  readonly type: number
  /** 32 bytes, internal order */
  readonly hash: Uint8Array
}

/** Kinds of inventory; `filteredBlock` occurs in getdata only. */
export const INV = { tx: 1, block: 2, filteredBlock: 3 } as const

export interface VersionMessage {
  readonly type: 'version'
  /** as announced, 10300 read as 300 */
  readonly version: number
  readonly services: bigint
  /** unix seconds */
  readonly time: bigint
  readonly receiver: ServiceAddress
  /** This field and those below are missing in old peers' messages, each with all that follow. */
  readonly sender: ServiceAddress | undefined
  readonly nonce: bigint | undefined
  /** at most 256 bytes, hostile text: every character is one byte of it (latin1) */
  readonly userAgent: string | undefined
  readonly startHeight: number | undefined
  /** wants transactions announced; a peer that does not say does */
  readonly relay: boolean | undefined
}

/** A block locator: hashes from the tip downwards. */
export interface Locator {
  /** meaningless; ours say 170013 */
  readonly version: number
  readonly hashes: readonly Uint8Array[]
  /** 32 zeros: as far as possible */
  readonly stop: Uint8Array
}

export interface RejectMessage {
  readonly type: 'reject'
  /** the command that was refused; at most 12 bytes (latin1) */
  readonly command: string
  readonly code: number
  /** at most 111 bytes (latin1) */
  readonly reason: string
  /** of the block or transaction, when that is what was refused */
  readonly hash: Uint8Array | undefined
}

export interface FilterLoadMessage {
  readonly type: 'filterload'
  /** at most 36,000 bytes are within limits; larger ones decode, so that the sender can be scored */
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

/** All messages that are sent or understood (p2p.md §3). */
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
  /** not parsed: see primitives */
  | { readonly type: 'block'; readonly bytes: Uint8Array }
  /** not parsed: see primitives */
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

/** An unknown command, or a malformed payload that only informs: ignored (p2p.md §1). */
export interface UnknownMessage {
  readonly type: 'unknown'
  readonly command: string
}

/** A list longer than the protocol allows (LIMITS): not decoded, its sender is scored. */
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

/** Events of a frame reader. After `fatal` it reads nothing more, and the connection must be closed. */
export type FrameEvent =
  | { readonly kind: 'message'; readonly command: string; readonly payload: Uint8Array }
  /** the message is lost, the connection goes on */
  | {
      readonly kind: 'dropped'
      readonly command: string
      readonly reason: 'checksum' | 'command'
      readonly bytes: number
    }
  | { readonly kind: 'fatal'; readonly reason: 'magic' | 'length' }
