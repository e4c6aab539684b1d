import type { BlockEntry } from '../../interfaces.ts'
import { hashKey } from '../../util/index.ts'

/** A block that was asked for. */
export interface Request<P> {
  readonly peer: P
  readonly key: string
  /** undefined: its header was not known when it was asked for */
  readonly entry: BlockEntry | undefined
  /** milliseconds: by then it must have come */
  readonly deadline: number
}

export interface InFlight<P> {
  has(hash: Uint8Array): boolean
  /** @param key hashKey of a block's hash */
  by(key: string): P | undefined
  /** at most MAX_BLOCKS_IN_FLIGHT a peer: the caller sees to that */
  count(peer: P): number
  total(): number
  /** the request that the peer has had for longest */
  oldest(peer: P): Request<P> | undefined
  entries(peer: P): readonly Request<P>[]
  /** @param millis the time now; `spacing` of blocks in seconds */
  request(peer: P, hash: Uint8Array, entry: BlockEntry | undefined, millis: number, spacing: number): void
  /** the block has come, from whomever; returns who had been asked */
  arrived(hash: Uint8Array): P | undefined
  forget(peer: P): void
}

/** Which blocks were asked of whom. A block is asked of one peer at a time. */
export function createInFlight<P>(): InFlight<P> {
  const byKey = new Map<string, Request<P>>()
  const byPeer = new Map<P, Map<string, Request<P>>>()
  const ownOf = (peer: P) => byPeer.get(peer)

  return {
    has: (hash) => byKey.has(hashKey(hash)),
    by: (key) => byKey.get(key)?.peer,
    count: (peer) => ownOf(peer)?.size ?? 0,
    total: () => byKey.size,
    oldest(peer) {
      for (const request of ownOf(peer)?.values() ?? []) return request
      return undefined
    },
    entries: (peer) => [...(ownOf(peer)?.values() ?? [])],
    request(peer, hash, entry, millis, spacing) {
      const key = hashKey(hash)
      // Half a block's time for each block that is on its way to us, and four of them as a beginning (p2p.md §4.4).
      const deadline = millis + spacing * 500 * (4 + byKey.size)
      const request = { peer, key, entry, deadline }
      byKey.set(key, request)
      const own = ownOf(peer)
      if (own === undefined) byPeer.set(peer, new Map([[key, request]]))
      else own.set(key, request)
    },
    arrived(hash) {
      const request = byKey.get(hashKey(hash))
      if (request === undefined) return undefined
      byKey.delete(request.key)
      ownOf(request.peer)?.delete(request.key)
      return request.peer
    },
    forget(peer) {
      for (const { key } of ownOf(peer)?.values() ?? []) byKey.delete(key)
      byPeer.delete(peer)
    },
  }
}
