import type { Coin } from '../core/index.ts'
import type { OutPoint } from '../primitives/index.ts'
import { byteHash } from '../util/index.ts'

/** An unspent output and the tx number of its transaction. */
export interface CachedCoin extends Coin {
  readonly txNum: number
}

const HASH = 32
/**
 * Maximum cached script size in bytes: P2PK, P2PKH, P2SH and common single-key conditions. Longer scripts are not
 * cached.
 */
const SCRIPT = 50
const NONE = -1

/**
 * Cache of unspent outputs that are in the tables, for outputs spent soon. All data is in preallocated arrays: an
 * object with arrays per coin would take ten times the 115 bytes and be moved by the garbage collector. Coins not
 * cached may be in the tables. When full, coins are evicted in no particular order.
 */
export class CoinCache {
  readonly #capacity: number
  #size = 0
  /** number of slots ever used; slots below it are in use or free */
  #used = 0
  /** first free slot; `#next` links to further ones */
  #free = NONE
  /** slot to evict next */
  #hand = 0
  /** first slot of each hash bucket; the length is a power of two */
  readonly #places: Int32Array
  /** next slot in the same bucket, or next free slot */
  readonly #next: Int32Array
  readonly #hashes: Uint8Array
  readonly #indexes: Uint32Array
  readonly #scripts: Uint8Array
  readonly #scriptSizes: Uint8Array
  readonly #values: BigInt64Array
  readonly #txNums: Float64Array
  /** twice the height, plus one for a coinbase */
  readonly #heights: Uint32Array

  constructor(capacity: number) {
    this.#capacity = Math.max(1, capacity)
    const size = this.#capacity
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(size))).fill(NONE)
    this.#next = new Int32Array(size)
    this.#hashes = new Uint8Array(HASH * size)
    this.#indexes = new Uint32Array(size)
    this.#scripts = new Uint8Array(SCRIPT * size)
    this.#scriptSizes = new Uint8Array(size)
    this.#values = new BigInt64Array(size)
    this.#txNums = new Float64Array(size)
    this.#heights = new Uint32Array(size)
  }

  /** number of cached coins */
  get size(): number {
    return this.#size
  }

  get(outpoint: OutPoint): CachedCoin | undefined {
    const at = this.#find(outpoint, this.#placeOf(outpoint))
    return at === NONE ? undefined : this.#coin(at)
  }

  /** Returns a coin and removes it. */
  take(outpoint: OutPoint): CachedCoin | undefined {
    const place = this.#placeOf(outpoint)
    const at = this.#find(outpoint, place)
    if (at === NONE) return undefined
    const coin = this.#coin(at)
    this.#remove(at, place)
    return coin
  }

  /** Adds a coin, which must not be cached yet. */
  add(outpoint: OutPoint, { value, scriptPubKey, height, coinbase, txNum }: CachedCoin): void {
    if (scriptPubKey.length > SCRIPT) return
    const at = this.#slot()
    this.#size++
    this.#hashes.set(outpoint.hash, HASH * at)
    this.#indexes[at] = outpoint.index
    this.#scripts.set(scriptPubKey, SCRIPT * at)
    this.#scriptSizes[at] = scriptPubKey.length
    this.#values[at] = value
    this.#txNums[at] = txNum
    this.#heights[at] = 2 * height + (coinbase ? 1 : 0)
    const place = this.#placeOf(outpoint)
    this.#next[at] = this.#places[place]!
    this.#places[place] = at
  }

  clear(): void {
    this.#places.fill(NONE)
    this.#size = 0
    this.#used = 0
    this.#free = NONE
    this.#hand = 0
  }

  #placeOf({ hash, index }: OutPoint): number {
    return (byteHash(hash) ^ Math.imul(index, 0x9e3779b1)) & (this.#places.length - 1)
  }

  #find({ hash, index }: OutPoint, place: number): number {
    let at = this.#places[place]!
    while (at !== NONE && !(this.#indexes[at] === index && this.#hasHash(at, hash))) at = this.#next[at]!
    return at
  }

  #hasHash(at: number, hash: Uint8Array): boolean {
    for (let i = 0; i < HASH; i++) if (this.#hashes[HASH * at + i] !== hash[i]) return false
    return true
  }

  #coin(at: number): CachedCoin {
    const height = this.#heights[at]!
    return {
      value: this.#values[at]!,
      scriptPubKey: this.#scripts.slice(SCRIPT * at, SCRIPT * at + this.#scriptSizes[at]!),
      height: height >>> 1,
      coinbase: (height & 1) === 1,
      txNum: this.#txNums[at]!,
    }
  }

  /** Returns a free slot, evicting another coin if necessary. */
  #slot(): number {
    if (this.#free !== NONE) {
      const at = this.#free
      this.#free = this.#next[at]!
      return at
    }
    if (this.#used < this.#capacity) return this.#used++
    const at = this.#hand
    this.#hand = (at + 1) % this.#capacity
    this.#remove(
      at,
      this.#placeOf({ hash: this.#hashes.subarray(HASH * at, HASH * at + HASH), index: this.#indexes[at]! }),
    )
    this.#free = this.#next[at]!
    return at
  }

  /** Removes a slot from its bucket and frees it. */
  #remove(at: number, place: number): void {
    const after = this.#next[at]!
    if (this.#places[place] === at) this.#places[place] = after
    else {
      let before = this.#places[place]!
      while (this.#next[before] !== at) before = this.#next[before]!
      this.#next[before] = after
    }
    this.#next[at] = this.#free
    this.#free = at
    this.#size--
  }
}
