import type { NetAddress, TimedAddress } from '../wire/index.ts'

/** An address and our experience with it. Times are unix seconds, 0: never. */
export interface KnownAddress extends TimedAddress {
  readonly lastTry: number
  readonly lastSuccess: number
  /** attempts since the last success */
  readonly attempts: number
  readonly tried: boolean
}

/** Addresses of other nodes: tried ones, which worked, and new ones, which we only heard of (see index.ts). */
export interface AddrMan {
  readonly size: number
  /**
   * Adds addresses that `source` sent; their arrays are kept. Their times are set back by `penalty` seconds (2 h for addr messages), except for the
   * source's own address. Returns how many were new.
   */
  add(addresses: readonly TimedAddress[], source: Uint8Array, penalty: number): number
  /** A handshake with it succeeded. */
  good(address: NetAddress): void
  /** We are about to connect to it. */
  attempt(address: NetAddress): void
  /** We were connected to it until now: updates its time, at most every 20 minutes. */
  connected(address: NetAddress): void
  /** A random one to connect to, fresh and successful ones more likely. undefined: there is none. */
  select(newOnly?: boolean): KnownAddress | undefined
  /** A random sample for getaddr: 23 %, at most 2500, nothing that looks dead. */
  sample(): TimedAddress[]
  get(address: NetAddress): KnownAddress | undefined
  /** The whole state with a checksum. */
  serialise(): Uint8Array
}
