import type { BlockEntry, ChainView } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import type { HeaderPath } from './headerPath.ts'

interface KnownChain {
  best: BlockEntry | undefined
  common: BlockEntry | undefined
  /** last announced block, while its header is unknown */
  unknown: Uint8Array | undefined
  /** best block that the peer fetched from this node */
  fetched: BlockEntry | undefined
}

/** Returns the peer's best block if that block descends from one that this node rejected. */
export function refusedBest({ best }: Pick<KnownChain, 'best'>): BlockEntry | undefined {
  return best !== undefined && (best.failed || best.failedAncestor) ? best : undefined
}

const NOTHING = { best: undefined, common: undefined }

/** Known blocks of each peer. */
export class PeerChains {
  readonly #chain: Pick<ChainView, 'byHash' | 'tip' | 'isActive'>
  readonly #path: HeaderPath
  readonly #peers = new Map<Peer, KnownChain>()

  constructor(chain: Pick<ChainView, 'byHash' | 'tip' | 'isActive'>, path: HeaderPath) {
    this.#chain = chain
    this.#path = path
  }

  joined(peer: Peer): void {
    this.#peers.set(peer, { best: undefined, common: undefined, unknown: undefined, fetched: undefined })
  }

  left(peer: Peer): void {
    this.#peers.delete(peer)
  }

  get(peer: Peer): Readonly<Pick<KnownChain, 'best' | 'common'>> {
    return this.#peers.get(peer) ?? NOTHING
  }

  /** Like `get`, but first checks whether the header of the last announced block has become known. */
  refresh(peer: Peer): Readonly<Pick<KnownChain, 'best' | 'common'>> {
    const known = this.#peers.get(peer)
    if (known === undefined) return NOTHING
    const found = known.unknown && this.#chain.byHash(known.unknown)
    if (found !== undefined) {
      known.unknown = undefined
      this.has(peer, found)
    }
    // A block that both sides certainly have: at least their fork point.
    if (known.best !== undefined && known.common === undefined)
      known.common = this.#path.forkOf(this.#chain.tip(), known.best)
    return known
  }

  /** Records that the peer has this block. */
  has(peer: Peer, entry: BlockEntry): void {
    const known = this.#peers.get(peer)
    if (known === undefined) return
    if (known.best === undefined || entry.chainWork >= known.best.chainWork) known.best = entry
  }

  /** Records that the peer fetched a block from this node. Peers do not announce blocks that were announced to them. */
  fetched(peer: Peer, hash: Uint8Array): void {
    const known = this.#peers.get(peer)
    const entry = this.#chain.byHash(hash)
    if (known === undefined || entry === undefined) return
    if (known.fetched === undefined || entry.chainWork >= known.fetched.chainWork) known.fetched = entry
  }

  /**
   * Returns the greatest known height of the peer: shown by it, shared, or fetched from this node; −1 if unknown. A
   * fetched block that has been replaced does not count.
   */
  height(peer: Peer): number {
    const { best, common } = this.refresh(peer)
    const fetched = this.#peers.get(peer)?.fetched
    const kept = fetched !== undefined && this.#chain.isActive(fetched) ? fetched : undefined
    return Math.max(...[best, common, kept].map((entry) => entry?.height ?? -1))
  }

  /** Records the last block that the peer shares with this node. */
  shares(peer: Peer, entry: BlockEntry): void {
    const known = this.#peers.get(peer)
    if (known !== undefined) known.common = entry
  }

  /** Records that the peer announced a block. Returns true if its header is known. */
  announced(peer: Peer, hash: Uint8Array): boolean {
    const entry = this.#chain.byHash(hash)
    const known = this.#peers.get(peer)
    if (entry !== undefined) this.has(peer, entry)
    else if (known !== undefined) known.unknown = hash.slice()
    return entry !== undefined
  }

  /** Returns the peers whose last announcement was this block, which has an unknown header. */
  announcers(hash: Uint8Array): Peer[] {
    return [...this.#peers].filter(([, { unknown }]) => unknown && equal(unknown, hash)).map(([peer]) => peer)
  }
}
