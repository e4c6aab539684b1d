/** A table of buckets with 64 places each. Every entry has one place in a given bucket, so that buckets cannot be packed. */
import type { Random } from '../../core/index.ts'
import type { AddrInfo } from './addrInfo.ts'

export const PLACES = 64

export interface Buckets {
  readonly size: number
  at(bucket: number, place: number): AddrInfo | undefined
  /** the place must be free */
  put(bucket: number, place: number, entry: AddrInfo): void
  take(bucket: number, place: number): void
  /** From any bucket that holds something, then from its entries: who fills few buckets is seldom chosen. */
  random(): AddrInfo | undefined
}

/** Returns a number below `limit`, which is at most 2^32. The bias of the remainder is far below what an attacker could use. */
export type RandomBelow = (limit: number) => number

const NUMBERS_PER_DRAW = 8

/** Draws several numbers at a time: choosing an address takes hundreds, and each draw costs as much as a system call. */
export function createRandomBelow(random: Random): RandomBelow {
  let numbers: DataView = new DataView(new ArrayBuffer(0))
  let at = 0
  return (limit) => {
    if (at >= numbers.byteLength) {
      const { buffer, byteOffset, byteLength } = random.bytes(4 * NUMBERS_PER_DRAW)
      numbers = new DataView(buffer, byteOffset, byteLength)
      at = 0
    }
    at += 4
    return numbers.getUint32(at - 4) % limit
  }
}

export function createBuckets(randomBelow: RandomBelow): Buckets {
  const buckets = new Map<number, Map<number, AddrInfo>>()
  /** numbers of the buckets that hold something, and where each stands in that list */
  const used: number[] = []
  const position = new Map<number, number>()
  let size = 0

  function release(bucket: number): void {
    const at = position.get(bucket) ?? 0
    const last = used.pop()
    if (last !== undefined && last !== bucket) {
      used[at] = last
      position.set(last, at)
    }
    position.delete(bucket)
    buckets.delete(bucket)
  }

  return {
    get size() {
      return size
    },
    at: (bucket, place) => buckets.get(bucket)?.get(place),
    put(bucket, place, entry) {
      let places = buckets.get(bucket)
      if (!places) {
        places = new Map()
        buckets.set(bucket, places)
        position.set(bucket, used.length)
        used.push(bucket)
      }
      places.set(place, entry)
      size++
    },
    take(bucket, place) {
      const places = buckets.get(bucket)
      if (!places?.delete(place)) return
      size--
      if (places.size === 0) release(bucket)
    },
    random() {
      if (used.length === 0) return undefined
      const places = buckets.get(used[randomBelow(used.length)] ?? 0)
      return places && [...places.values()][randomBelow(places.size)]
    },
  }
}
