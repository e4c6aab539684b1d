import type { BlockEntry } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'

/** A block that was asked for. */
export interface Request<P> {
  readonly peer: P
  readonly key: string
  readonly hash: Uint8Array
  /** undefined: its header was not known when it was asked for */
  readonly entry: BlockEntry | undefined
  /** milliseconds */
  readonly asked: number
  /** of how many others the block had been asked, who still owe it */
  readonly owing: number
  /** milliseconds: by then it must have come */
  readonly deadline: number
}

export interface InFlight<P> {
  has(hash: Uint8Array): boolean
  /** the request that counts: the last one, if several peers were asked; @param key hashKey of a block's hash */
  by(key: string): Request<P> | undefined
  /** the peer was asked and has not delivered, whether or not another was asked after it */
  isAsked(peer: P, key: string): boolean
  /** at most MAX_BLOCKS_IN_FLIGHT a peer: the caller sees to that */
  count(peer: P): number
  total(): number
  /** the request that the peer has had for longest */
  oldest(peer: P): Request<P> | undefined
  entries(peer: P): readonly Request<P>[]
  /** all that owe anything */
  asked(): Iterable<P>
  /** those that count and were made before the header was known */
  unknown(): readonly Request<P>[]
  /** @param millis the time now; `spacing` of blocks in seconds */
  request(peer: P, hash: Uint8Array, entry: BlockEntry | undefined, millis: number, spacing: number): void
  /** Nobody is counted on for this block any more; whose requests stay open. */
  release(key: string): void
  /** the block has come, from whomever; returns who had been asked */
  arrived(hash: Uint8Array): readonly P[]
  forget(peer: P): void
}

/** Which block was requested from which peer: from one at a time, unless that one stalls the download. */
export function createInFlight<P>(): InFlight<P> {
  const byKey = new Map<string, Request<P>>()
  const byPeer = new Map<P, Map<string, Request<P>>>()
  const ownOf = (peer: P) => byPeer.get(peer)

  /** of those that count: headers known */
  let queued = 0
  const weight = (request: Request<P> | undefined) => (request?.entry === undefined ? 0 : 1)

  function drop(key: string): void {
    queued -= weight(byKey.get(key))
    byKey.delete(key)
  }

  function owing(asked: P, key: string): number {
    let count = 0
    for (const [peer, own] of byPeer) if (peer !== asked && own.has(key)) count++
    return count
  }

  return {
    has: (hash) => byKey.has(hashKey(hash)),
    by: (key) => byKey.get(key),
    isAsked: (peer, key) => ownOf(peer)?.has(key) ?? false,
    count: (peer) => ownOf(peer)?.size ?? 0,
    total: () => byKey.size,
    oldest(peer) {
      for (const request of ownOf(peer)?.values() ?? []) return request
      return undefined
    },
    entries: (peer) => [...(ownOf(peer)?.values() ?? [])],
    asked: () => byPeer.keys(),
    unknown: () => [...byKey.values()].filter(({ entry }) => entry === undefined),
    request(peer, hash, entry, millis, spacing) {
      const key = hashKey(hash)
      // Half a block's time for each block that is on its way to us, and four of them as a beginning (p2p.md §4.4). Of these
      // only known ones: a crowd that announces what does not exist could give itself any time it likes.
      const deadline = millis + spacing * 500 * (4 + queued)
      const request = { peer, key, hash: hash.slice(), entry, asked: millis, owing: owing(peer, key), deadline }
      drop(key)
      byKey.set(key, request)
      queued += weight(request)
      const own = ownOf(peer)
      if (own === undefined) byPeer.set(peer, new Map([[key, request]]))
      else own.set(key, request)
    },
    release: drop,
    arrived(hash) {
      const key = hashKey(hash)
      drop(key)
      const asked: P[] = []
      for (const [peer, own] of byPeer) if (own.delete(key)) asked.push(peer)
      return asked
    },
    forget(peer) {
      for (const { key } of ownOf(peer)?.values() ?? []) if (byKey.get(key)?.peer === peer) drop(key)
      byPeer.delete(peer)
    },
  }
}
