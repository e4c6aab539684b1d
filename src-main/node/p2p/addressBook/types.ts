import type { NetAddress, TimedAddress } from '../wire/index.ts'

/** An address with what was learnt of it. Times are unix seconds, 0: never. */
export interface KnownAddress extends TimedAddress {
  readonly lastTry: number
  readonly lastSuccess: number
  /** attempts since the last success */
  readonly attempts: number
  readonly tried: boolean
}

/** Addresses of the network: those that worked, and those that we were told of (see index.ts). */
export interface AddressBook {
  readonly size: number
  /**
   * Notes addresses that `source` told of. `penalty` seconds are taken off their times (2 h for addr messages), unless the
   * source speaks of itself. Returns how many were new.
   */
  add(addresses: readonly TimedAddress[], source: Uint8Array, penalty: number): number
  /** A handshake with it succeeded. */
  good(address: NetAddress): void
  /** We are about to connect to it. */
  attempt(address: NetAddress): void
  /** We were connected to it until now: its time moves, at most every 20 minutes. */
  connected(address: NetAddress): void
  /** One to connect to, by chance: fresh and successful ones more often. undefined: there is none. */
  select(newOnly?: boolean): KnownAddress | undefined
  /** A random sample for getaddr: 23 %, at most 2500, nothing that looks dead. */
  sample(): TimedAddress[]
  get(address: NetAddress): KnownAddress | undefined
  /** whole state with checksum */
  serialise(): Uint8Array
}
