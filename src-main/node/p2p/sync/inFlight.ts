import type { BlockEntry } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'

/** In-flight request for a block from a peer. Times are in ms. */
export interface BlockRequest<P> {
  readonly peer: P
  readonly key: string
  readonly hash: Uint8Array
  /** undefined if the header was unknown at the request */
  readonly entry: BlockEntry | undefined
  readonly asked: number
  /** number of other peers that were asked for the block and have not delivered it */
  readonly owing: number
  readonly deadline: number
}

/**
 * Block requests by block and by peer. A block is requested from one peer at a time, unless that peer stalls the
 * download.
 */
export class InFlight<P> {
  readonly #byKey = new Map<string, BlockRequest<P>>()
  readonly #byPeer = new Map<P, Map<string, BlockRequest<P>>>()
  /** number of current requests with a known header */
  #queued = 0

  has(hash: Uint8Array): boolean {
    return this.#byKey.has(hashKey(hash))
  }

  /**
   * Returns the current request for a block: the last one, if several peers were asked.
   * @param key hashKey of a block's hash
   */
  byBlock(key: string): BlockRequest<P> | undefined {
    return this.#byKey.get(key)
  }

  /**
   * Returns true if the peer was asked for the block and has not delivered it, even if another peer was asked later.
   */
  isAsked(peer: P, key: string): boolean {
    return this.#byPeer.get(peer)?.has(key) ?? false
  }

  /** Returns the number of requests to a peer. The caller limits it to MAX_BLOCKS_IN_FLIGHT. */
  count(peer: P): number {
    return this.#byPeer.get(peer)?.size ?? 0
  }

  total(): number {
    return this.#byKey.size
  }

  oldest(peer: P): BlockRequest<P> | undefined {
    for (const request of this.#byPeer.get(peer)?.values() ?? []) return request
    return undefined
  }

  entries(peer: P): readonly BlockRequest<P>[] {
    return [...(this.#byPeer.get(peer)?.values() ?? [])]
  }

  /** Returns the peers with open requests. */
  asked(): Iterable<P> {
    return this.#byPeer.keys()
  }

  /** Returns the current requests made before the header was known. */
  unknown(): readonly BlockRequest<P>[] {
    return [...this.#byKey.values()].filter(({ entry }) => entry === undefined)
  }

  /** Adds a request. @param millis current time in ms @param spacing seconds between blocks */
  request(peer: P, hash: Uint8Array, entry: BlockEntry | undefined, millis: number, spacing: number): void {
    const key = hashKey(hash)
    // Half a block interval per block in flight, plus four as a base (p2p.md §4.4). Only blocks with known headers
    // count: otherwise a peer could extend its own time with announcements of nonexistent blocks.
    const deadline = millis + spacing * 500 * (4 + this.#queued)
    const owing = this.#countOwing(peer, key)
    const request = { peer, key, hash: hash.slice(), entry, asked: millis, owing, deadline }
    this.release(key)
    this.#byKey.set(key, request)
    this.#queued += weigh(request)
    const own = this.#byPeer.get(peer)
    if (own === undefined) this.#byPeer.set(peer, new Map([[key, request]]))
    else own.set(key, request)
  }

  /** Removes the current request for this block. The peers' own requests stay open. */
  release(key: string): void {
    this.#queued -= weigh(this.#byKey.get(key))
    this.#byKey.delete(key)
  }

  /** Ends all requests for an arrived block. Returns the peers that had been asked. */
  arrived(hash: Uint8Array): readonly P[] {
    const key = hashKey(hash)
    this.release(key)
    const asked: P[] = []
    for (const [peer, own] of this.#byPeer) if (own.delete(key)) asked.push(peer)
    return asked
  }

  forget(peer: P): void {
    for (const { key } of this.#byPeer.get(peer)?.values() ?? [])
      if (this.#byKey.get(key)?.peer === peer) this.release(key)
    this.#byPeer.delete(peer)
  }

  #countOwing(asked: P, key: string): number {
    let count = 0
    for (const [peer, own] of this.#byPeer) if (peer !== asked && own.has(key)) count++
    return count
  }
}

const weigh = (request: BlockRequest<unknown> | undefined) => (request?.entry === undefined ? 0 : 1)
