/** Where an address may stand. The key is secret: nobody outside can choose addresses that meet in one bucket. */
import { type NetAddress, netGroup } from '../wire/index.ts'
import { PLACES } from './buckets.ts'
import { sipHash24 } from './sipHash.ts'

export const NEW_BUCKETS = 1024
export const TRIED_BUCKETS = 256
/** buckets of the new table that all addresses told by one group can reach */
const NEW_BUCKETS_OF_SOURCE = 64
/** buckets of the tried table that all addresses of one group can reach */
const TRIED_BUCKETS_OF_GROUP = 8
/** purpose, two parts with their lengths, two numbers */
const MAX_INPUT_BYTES = 64

export interface Placement {
  newBucket(address: NetAddress, source: Uint8Array): number
  triedBucket(address: NetAddress): number
  newPlace(bucket: number, address: NetAddress): number
  triedPlace(bucket: number, address: NetAddress): number
}

/** Writes the input of a hash piece by piece, always into the same bytes. @param key at least 16 bytes */
function createKeyedHash(key: Uint8Array) {
  const view = new DataView(key.buffer, key.byteOffset)
  const words = Uint32Array.from({ length: 4 }, (_, index) => view.getUint32(index * 4, true))
  const input = new Uint8Array(MAX_INPUT_BYTES)
  let length = 0
  return {
    begin(purpose: number): void {
      input[0] = purpose
      length = 1
    },
    /** Parts of different lengths cannot be mistaken for each other. */
    part(bytes: Uint8Array): void {
      input[length++] = bytes.length
      input.set(bytes, length)
      length += bytes.length
    },
    number(value: number): void {
      input[length++] = value & 0xff
      input[length++] = value >> 8
    },
    hash: () => sipHash24(words, input, length),
  }
}

/** @param key at least 16 bytes */
export function createPlacement(key: Uint8Array): Placement {
  const { begin, part, number, hash } = createKeyedHash(key)

  function hashSlot(purpose: number, group: Uint8Array, slot: number): number {
    begin(purpose)
    part(group)
    number(slot)
    return hash()
  }

  function hashPlace(purpose: number, bucket: number, { ip, port }: NetAddress): number {
    begin(purpose)
    number(bucket)
    part(ip)
    number(port)
    return hash()
  }

  /** Buckets that the addresses of one source reach. A message brings up to a thousand addresses from the same one. */
  let last: { readonly source: Uint8Array; readonly group: Uint8Array; readonly buckets: number[] } | undefined
  function bucketsFor(source: Uint8Array): NonNullable<typeof last> {
    if (last?.source !== source) last = { source, group: netGroup(source), buckets: [] }
    return last
  }

  return {
    newBucket(address, source) {
      const { group, buckets } = bucketsFor(source)
      begin(1)
      part(netGroup(address.ip))
      part(group)
      const slot = hash() % NEW_BUCKETS_OF_SOURCE
      buckets[slot] ??= hashSlot(2, group, slot) % NEW_BUCKETS
      return buckets[slot]
    },
    triedBucket(address) {
      const slot = hashPlace(3, 0, address) % TRIED_BUCKETS_OF_GROUP
      return hashSlot(4, netGroup(address.ip), slot) % TRIED_BUCKETS
    },
    newPlace: (bucket, address) => hashPlace(5, bucket, address) % PLACES,
    triedPlace: (bucket, address) => hashPlace(6, bucket, address) % PLACES,
  }
}
