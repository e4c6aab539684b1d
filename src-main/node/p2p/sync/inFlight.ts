import type { BlockEntry } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'

/** A block that a peer was asked for. Times are milliseconds. */
export interface BlockRequest<P> {
  readonly peer: P
  readonly key: string
  readonly hash: Uint8Array
  /** undefined: its header was not known when it was asked for */
  readonly entry: BlockEntry | undefined
  readonly asked: number
  /** number of other peers that the block had been asked of and that had not delivered it */
  readonly owing: number
  /** time by which it must have come */
  readonly deadline: number
}

/** Requests for blocks, by block and by peer: a block is asked of one peer at a time, unless that one stalls the download. */
export class InFlight<P> {
  readonly #byKey = new Map<string, BlockRequest<P>>()
  readonly #byPeer = new Map<P, Map<string, BlockRequest<P>>>()
  /** number of requests that count and whose header is known */
  #queued = 0

  has(hash: Uint8Array): boolean {
    return this.#byKey.has(hashKey(hash))
  }

  /** Returns the request that counts: the last one, if several peers were asked. @param key hashKey of a block's hash */
  byBlock(key: string): BlockRequest<P> | undefined {
    return this.#byKey.get(key)
  }

  /** Returns true if the peer was asked and has not delivered, whether or not another was asked after it. */
  isAsked(peer: P, key: string): boolean {
    return this.#byPeer.get(peer)?.has(key) ?? false
  }

  /** Returns the number of requests of a peer. The caller keeps it at MAX_BLOCKS_IN_FLIGHT at most. */
  count(peer: P): number {
    return this.#byPeer.get(peer)?.size ?? 0
  }

  total(): number {
    return this.#byKey.size
  }

  /** Returns the request that the peer has had for longest. */
  oldest(peer: P): BlockRequest<P> | undefined {
    for (const request of this.#byPeer.get(peer)?.values() ?? []) return request
    return undefined
  }

  entries(peer: P): readonly BlockRequest<P>[] {
    return [...(this.#byPeer.get(peer)?.values() ?? [])]
  }

  /** Returns the peers that were asked for anything. */
  asked(): Iterable<P> {
    return this.#byPeer.keys()
  }

  /** Returns the requests that count and were made before the header was known. */
  unknown(): readonly BlockRequest<P>[] {
    return [...this.#byKey.values()].filter(({ entry }) => entry === undefined)
  }

  /** Adds a request. @param millis the time now @param spacing seconds between blocks */
  request(peer: P, hash: Uint8Array, entry: BlockEntry | undefined, millis: number, spacing: number): void {
    const key = hashKey(hash)
    // Half a block's time for each block that is on its way to us, and four of them as a beginning (p2p.md §4.4). Of these
    // only known ones: a crowd that announces what does not exist could give itself any time it likes.
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

  /** Makes no request for this block count any longer. Those of peers stay open. */
  release(key: string): void {
    this.#queued -= weigh(this.#byKey.get(key))
    this.#byKey.delete(key)
  }

  /** Ends the requests for a block that has come, from any peer. Returns the peers that had been asked. */
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
