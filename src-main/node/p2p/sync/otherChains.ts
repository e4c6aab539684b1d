import type { Chain, HeaderProof } from '../../chain/index.ts'
import { logReason } from '../../consensus/index.ts'
import type { BlockEntry, Logger, OtherChainView } from '../../core/index.ts'
import { type BlockHeader, blockHash } from '../../primitives/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { isPreferred } from './candidates.ts'

/** The part of another chain that one peer has shown. */
interface ShownChain {
  readonly proof: HeaderProof
  readonly first: Uint8Array
  /** true if the peer has more headers */
  more: boolean
}

type OtherChainsDeps = Pick<Chain, 'beginHeaderProof' | 'byHeight' | 'tip'>

/**
 * Peers whose chain has a different block 1: no node ever switches to such a chain (chain-params.md §7.2). Their
 * headers are not stored. For each such chain, the headers of one counted peer are followed until they prove more work
 * than our chain has.
 */
export class OtherChains {
  readonly #chain: OtherChainsDeps
  readonly #logger: Logger
  readonly #peers = new Map<Peer, ShownChain>()

  constructor(chain: OtherChainsDeps, logger: Logger) {
    this.#chain = chain
    this.#logger = logger
  }

  /**
   * Records that a peer sent headers from a different block 1 on, with valid proofs of work.
   * @param more true if the peer has more headers
   */
  begin(peer: Peer, headers: readonly BlockHeader[], more: boolean): void {
    const [header] = headers
    if (header === undefined) return
    const first = blockHash(header)
    const known = this.#peers.get(peer)
    if (known === undefined || !equal(known.first, first)) {
      const fields = { peer: peer.id, height: 1, block: toDisplayHex(first) }
      this.#logger.info('peer is on another chain', { ...fields, reason: 'block 1 differs from ours' })
    }
    // Inbound peers are cheap for an attacker and do not count: only their block 1 is recorded.
    const counts = isPreferred(peer)
    const shown: ShownChain = { first, proof: this.#chain.beginHeaderProof(), more: false }
    this.#peers.set(peer, shown)
    this.#extend(peer, shown, counts ? headers : headers.slice(0, 1), counts && more)
  }

  /**
   * Returns the headers that continue the shown chain of a counted peer; undefined if none of the headers do. Replies
   * to overlapping requests begin with headers that were handled before.
   */
  continuation(peer: Peer, headers: readonly BlockHeader[]): readonly BlockHeader[] | undefined {
    const proof = isPreferred(peer) ? this.#peers.get(peer)?.proof : undefined
    const next = proof === undefined ? -1 : headers.findIndex((header) => proof.isNext(header))
    return next === -1 ? undefined : headers.slice(next)
  }

  /** Adds the headers of a continuation, with valid proofs of work. @param more true if the peer has more headers */
  extend(peer: Peer, headers: readonly BlockHeader[], more: boolean): void {
    const shown = this.#peers.get(peer)
    if (shown !== undefined) this.#extend(peer, shown, headers, more)
  }

  /**
   * Returns the last block that the peer has shown of its chain; undefined if the peer is not known to be on another
   * chain.
   */
  shown(peer: Peer): Uint8Array | undefined {
    return this.#isFixed() ? this.#peers.get(peer)?.proof.hash : undefined
  }

  /** Returns true if more headers of the peer are needed to prove that its chain has more work than ours. */
  needsMore(peer: Peer): boolean {
    const shown = this.#peers.get(peer)
    if (shown === undefined || !shown.more || !this.#isFixed()) return false
    // A single peer's proof is enough for all peers with the same block 1.
    const alike = [...this.#peers].filter(([, { first }]) => equal(first, shown.first))
    if (alike.some(([, { proof }]) => proof.work > this.#chain.tip().chainWork)) return false
    return alike.find(([, { more }]) => more)?.[0] === peer
  }

  /** Removes a peer that has disconnected or is on our chain. */
  forget(peer: Peer): void {
    this.#peers.delete(peer)
  }

  /**
   * Returns the other chain that our peers follow, if any. A peer's mere claims are not enough:
   * - Only outbound, added or trusted peers count, never inbound peers.
   * - The chain's proven work exceeds ours: every header up to that point was validated on that chain. (On chains with
   *   stakes a header claims work that only its block proves, as everywhere in this folder.)
   * - At least half of the counted peers that have shown a chain are on it.
   */
  find(peers: Iterable<Peer>, findBest: (peer: Peer) => BlockEntry | undefined): OtherChainView | undefined {
    const ownFirst = this.#chain.byHeight(1)?.hash
    if (ownFirst === undefined || !this.#isFixed()) return undefined
    const ownWork = this.#chain.tip().chainWork
    const chosen = [...peers].filter(isPreferred)
    const shown = chosen.flatMap((peer) => this.#peers.get(peer) ?? [])
    const counted = shown.length + chosen.filter((peer) => !this.#peers.has(peer) && findBest(peer)).length
    const proven = shown
      .filter(({ proof }) => proof.work > ownWork)
      .sort((a, b) => (a.proof.work > b.proof.work ? -1 : 1))
    for (const { first, proof } of proven) {
      const followers = shown.filter((other) => equal(other.first, first)).length
      const { height, work } = proof
      if (followers * 2 >= counted) return { first, ownFirst, height, work, ownWork, followers, counted }
    }
    return undefined
  }

  /** Returns true once our block 1 is final, so that another block 1 means another chain. */
  #isFixed(): boolean {
    return this.#chain.tip().height > 1
  }

  #extend(peer: Peer, shown: ShownChain, headers: readonly BlockHeader[], more: boolean): void {
    const verdict = shown.proof.extend(headers)
    if (!verdict.ok) {
      const fields = { peer: peer.id, height: shown.proof.height + 1, reason: logReason(verdict) }
      this.#logger.info('invalid header of another chain', fields)
    }
    shown.more = verdict.ok && more
  }
}
