/** Where an address may stand. The key is secret: nobody outside can choose addresses that meet in one bucket. */
import { sha256 } from '../../crypto/index.ts'
import { concat } from '../../util/index.ts'
import { type NetAddress, netGroup } from '../wire/index.ts'
import { PLACES } from './buckets.ts'

export const NEW_BUCKETS = 1024
export const TRIED_BUCKETS = 256
/** buckets of the new table that all addresses told by one group can reach */
const NEW_BUCKETS_OF_SOURCE = 64
/** buckets of the tried table that all addresses of one group can reach */
const TRIED_BUCKETS_OF_GROUP = 8

export interface Placement {
  newBucket(address: NetAddress, source: Uint8Array): number
  triedBucket(address: NetAddress): number
  newPlace(bucket: number, address: NetAddress): number
  triedPlace(bucket: number, address: NetAddress): number
}

export function createPlacement(key: Uint8Array): Placement {
  /** Parts of different lengths cannot be mistaken for each other. */
  const hash = (purpose: number, ...parts: readonly Uint8Array[]) => {
    const framed = parts.map((part) => concat(Uint8Array.of(part.length), part))
    const digest = sha256(key, Uint8Array.of(purpose), ...framed)
    return new DataView(digest.buffer, digest.byteOffset).getUint32(0)
  }
  const number = (value: number) => Uint8Array.of(value & 0xff, value >> 8)
  const bytesOf = ({ ip, port }: NetAddress) => concat(ip, number(port))
  return {
    newBucket(address, source) {
      const told = netGroup(source)
      const slot = hash(1, netGroup(address.ip), told) % NEW_BUCKETS_OF_SOURCE
      return hash(2, told, number(slot)) % NEW_BUCKETS
    },
    triedBucket(address) {
      const slot = hash(3, bytesOf(address)) % TRIED_BUCKETS_OF_GROUP
      return hash(4, netGroup(address.ip), number(slot)) % TRIED_BUCKETS
    },
    newPlace: (bucket, address) => hash(5, number(bucket), bytesOf(address)) % PLACES,
    triedPlace: (bucket, address) => hash(6, number(bucket), bytesOf(address)) % PLACES,
  }
}
