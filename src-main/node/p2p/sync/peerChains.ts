import type { BlockEntry, ChainView } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import type { HeaderPath } from './headerPath.ts'

interface Known {
  best: BlockEntry | undefined
  common: BlockEntry | undefined
  /** announced last, while its header is not known */
  unknown: Uint8Array | undefined
}

/** What each peer's chain is known to hold. */
export interface PeerChains {
  joined(peer: Peer): void
  left(peer: Peer): void
  of(peer: Peer): Readonly<Pick<Known, 'best' | 'common'>>
  /** the same, after looking whether the last announced block has become known */
  refresh(peer: Peer): Readonly<Pick<Known, 'best' | 'common'>>
  has(peer: Peer, entry: BlockEntry): void
  shares(peer: Peer, entry: BlockEntry): void
  /** Returns whether the block's header is known. */
  announced(peer: Peer, hash: Uint8Array): boolean
  /** those whose last announcement was this block, whose header is not known */
  announcers(hash: Uint8Array): Peer[]
}

/** The peer's best block, if that stands on one that was refused here. */
export function refusedBest({ best }: Pick<Known, 'best'>): BlockEntry | undefined {
  return best !== undefined && (best.failed || best.failedAncestor) ? best : undefined
}

const NOTHING = { best: undefined, common: undefined }

export function createPeerChains(chain: Pick<ChainView, 'byHash' | 'tip'>, path: HeaderPath): PeerChains {
  const peers = new Map<Peer, Known>()

  function has(peer: Peer, entry: BlockEntry): void {
    const known = peers.get(peer)
    if (known === undefined) return
    if (known.best === undefined || entry.chainWork >= known.best.chainWork) known.best = entry
  }

  return {
    joined: (peer) => void peers.set(peer, { best: undefined, common: undefined, unknown: undefined }),
    left: (peer) => void peers.delete(peer),
    of: (peer) => peers.get(peer) ?? NOTHING,
    refresh(peer) {
      const known = peers.get(peer)
      if (known === undefined) return NOTHING
      const found = known.unknown && chain.byHash(known.unknown)
      if (found !== undefined) {
        known.unknown = undefined
        has(peer, found)
      }
      // A block that both have been found to have: at least where their chains part.
      if (known.best !== undefined && known.common === undefined) known.common = path.forkOf(chain.tip(), known.best)
      return known
    },
    has,
    shares(peer, entry) {
      const known = peers.get(peer)
      if (known !== undefined) known.common = entry
    },
    announced(peer, hash) {
      const entry = chain.byHash(hash)
      const known = peers.get(peer)
      if (entry !== undefined) has(peer, entry)
      else if (known !== undefined) known.unknown = hash.slice()
      return entry !== undefined
    },
    announcers: (hash) => [...peers].filter(([, { unknown }]) => unknown && equal(unknown, hash)).map(([peer]) => peer),
  }
}
