import type { BlockOutcome, Chain, ImportQueue } from '../../chain/index.ts'
import type { Clock, Logger, OtherChainView } from '../../core/index.ts'
import { type BlockHeader, blockHash, computeWork, readHeader } from '../../primitives/index.ts'
import { ByteReader, hashKey, toDisplayHex } from '../../util/index.ts'
import type { MessageOf, Peer, Work } from '../peer/index.ts'
import { isPreferred } from './candidates.ts'
import { Connector } from './connector.ts'
import { Downloads } from './downloads.ts'
import { HeaderPath } from './headerPath.ts'
import { HeaderSync } from './headerSync.ts'
import { InFlight } from './inFlight.ts'
import { InitialSync } from './initialSync.ts'
import { DOWNLOAD_WINDOW, MAX_BLOCKS_IN_FLIGHT } from './limits.ts'
import { findOtherBranch, type OtherBranch } from './otherBranch.ts'
import { OtherChains } from './otherChains.ts'
import { findFault } from './outcomes.ts'
import { PeerChains, refusedBest } from './peerChains.ts'
import type { ArrivedBlock, PeerProgress } from './types.ts'

/** Number of blocks in flight from a peer at which more are requested, early enough that the peer is never idle. */
const MIN_IN_FLIGHT = MAX_BLOCKS_IN_FLIGHT / 2

export interface SyncSettings {
  /** seconds between blocks */
  readonly spacing: number
  /** number of headers whose proof of work is checked per turn */
  readonly headersAtOnce: number
  /** `-maxtipage` */
  readonly maxTipAgeSeconds: number
}

export interface SyncDeps {
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly clock: Clock
  readonly logger: Logger
  /** ready connections */
  readonly peers: () => Iterable<Peer>
  readonly soon: (callback: () => void) => void
  /** called after an internal error, after which no more blocks are connected */
  readonly failed: (error: unknown) => void
}

/** Downloads headers and blocks from peers (p2p.md §4, §5). */
export class Sync {
  readonly path: HeaderPath
  readonly #deps: SyncDeps
  readonly #logger: Logger
  readonly #peerChains: PeerChains
  readonly #otherChains: OtherChains
  readonly #inFlight = new InFlight<Peer>()
  readonly #initialSync: InitialSync
  readonly #connector: Connector
  readonly #headerSync: HeaderSync
  readonly #downloads: Downloads
  /** peers with more blocks to request at the last check */
  #open: Peer[] = []

  constructor(settings: SyncSettings, deps: SyncDeps) {
    const { chain, clock, peers } = deps
    const logger = deps.logger.child('sync')
    const path = new HeaderPath(chain)
    const peerChains = new PeerChains(chain, path)
    this.path = path
    this.#deps = deps
    this.#logger = logger
    this.#peerChains = peerChains
    const otherChains = new OtherChains(chain, logger)
    this.#otherChains = otherChains
    const claimed = () => longestClaim(peers(), peerChains, () => true)
    this.#initialSync = new InitialSync(settings, { chain, clock, claimed })
    const connector = new Connector({
      ...{ chain, importQueue: deps.importQueue, path, soon: deps.soon, failed: deps.failed },
      done: (arrived, outcome) => this.#judge(arrived, outcome),
      progressed: () => this.#topUp(),
    })
    this.#connector = connector
    const prepareCommit = (millis: number) => connector.prepareCommit(millis)
    const chains = { chain, path, peerChains, otherChains }
    this.#headerSync = new HeaderSync(settings, { ...chains, clock, peers, logger, prepareCommit })
    const inFlight = this.#inFlight
    this.#downloads = new Downloads(settings, { chain, clock, path, peerChains, inFlight, connector })
  }

  onHeaders(peer: Peer, { headers }: MessageOf<'headers'>): Work | undefined {
    return this.#headerSync.take(peer, headers, () => this.#requestFromAll())
  }

  /** @throws DecodeError if the bytes do not even contain a header */
  onBlock(peer: Peer, { bytes }: MessageOf<'block'>): undefined {
    const { chain } = this.#deps
    const header = readHeader(new ByteReader(bytes))
    const hash = blockHash(header)
    const asked = this.#inFlight.arrived(hash)
    // Only a requested block counts as progress: with old blocks a peer could stall the download forever.
    this.#downloads.moved(peer, asked)
    if (asked.includes(peer)) peer.credit()
    else peer.spend('unaskedBlock')
    const isTrusted = () => peer.whitelisted && !this.isInitialDownload()
    const wanted = asked.length > 0 || isTrusted() || isWelcome(chain, header, hash)
    const known = chain.byHash(hash)
    if (known !== undefined) this.#peerChains.has(peer, known)
    if (wanted && (known === undefined || known.status === 'header'))
      this.#connector.add({ hash, key: hashKey(hash), header, bytes, peer })
    this.#topUp()
  }

  joined(peer: Peer): void {
    this.#peerChains.joined(peer)
    this.#headerSync.start()
  }

  left(peer: Peer): void {
    const lost = this.#inFlight.unknown().filter((request) => request.peer === peer)
    this.#inFlight.forget(peer)
    this.#peerChains.left(peer)
    this.#headerSync.left(peer)
    this.#downloads.left(peer)
    this.#headerSync.start()
    for (const { hash } of lost) this.#askOthers(hash)
    this.#requestFromAll()
  }

  /** Records that a peer announced a block, and requests its headers and the block if they are new. */
  announced(peer: Peer, hash: Uint8Array): void {
    const known = this.#peerChains.announced(peer, hash)
    if (known || this.#inFlight.has(hash) || this.#connector.has(hashKey(hash))) return
    this.#headerSync.ask(peer, hash)
    // A block of another chain, or a descendant of a rejected block, is not downloaded: its headers prove the work of
    // its branch.
    if (this.#otherChains.shown(peer) !== undefined) return
    if (refusedBest(this.#peerChains.get(peer)) === undefined) this.#requestDirectly(peer, hash)
  }

  /** Records that a peer fetched a block from this node. */
  fetched(peer: Peer, hash: Uint8Array): void {
    this.#peerChains.fetched(peer, hash)
  }

  /** Sends due requests and disconnects late peers. Call a few times a second. */
  tick(): void {
    this.#connector.resume()
    this.#headerSync.start()
    this.#headerSync.tick()
    for (const hash of this.#downloads.releaseHeld()) this.#askOthers(hash)
    this.#requestFromAll()
    this.#downloads.tick(this.#deps.peers())
  }

  isInitialDownload(): boolean {
    return this.#initialSync.isActive()
  }

  /**
   * Returns the greatest height that a peer has shown, or claims and has not been asked about; `undefined` if no peer
   * claims any. A claim is ignored after the peer was asked and did not show it.
   */
  bestHeight(): number | undefined {
    return longestClaim(this.#deps.peers(), this.#peerChains, (peer) => !this.#headerSync.finished(peer))
  }

  /** Returns the branch that our peers follow and this node rejected, if any. */
  otherBranch(): OtherBranch | undefined {
    const { chain, peers } = this.#deps
    return findOtherBranch(chain, peers(), (peer) => this.#peerChains.get(peer).best)
  }

  /** Returns the chain with a different block 1 that our peers follow, if any. */
  otherChain(): OtherChainView | undefined {
    return this.#otherChains.find(this.#deps.peers(), (peer) => this.#peerChains.get(peer).best)
  }

  progress(peer: Peer): PeerProgress {
    // Refresh first: the header of its announced block may have become known.
    const { best, common } = this.#peerChains.refresh(peer)
    const heights = this.#inFlight.entries(peer).map(({ entry }) => entry?.height ?? -1)
    const height = this.#peerChains.height(peer)
    return { best, common, height, inFlight: heights, started: this.#headerSync.started(peer) }
  }

  /** Returns true if blocks are in flight, or have arrived and are waiting. */
  isFetching(): boolean {
    return this.#connector.size > 0 || this.#inFlight.total() > 0
  }

  /** Returns the number of blocks in flight, and of arrived blocks that are waiting. */
  pending(): { readonly inFlight: number; readonly waiting: number } {
    return { inFlight: this.#inFlight.total(), waiting: this.#connector.size }
  }

  /** Returns the peer that stalls the download. */
  waitingFor(): Peer | undefined {
    return this.#downloads.staller()
  }

  stop(): void {
    this.#connector.stop()
  }

  #requestFromAll(): void {
    // The files that are imported probably have the blocks.
    if (this.#deps.importQueue.reserved) {
      this.#open = []
      return
    }
    const ranked = this.#downloads.ranked(this.#deps.peers())
    const situation = { anyPreferred: ranked.some(isPreferred), initialDownload: this.isInitialDownload() }
    this.#open = ranked.filter((peer) => this.#downloads.request(peer, situation))
  }

  /**
   * Requests more blocks if a peer will soon have delivered its own. Selecting them costs as much as a block, so this
   * is not done after each block, and only in `tick` if no block is left to request. Peers without more blocks are
   * ignored: some inbound ones are always idle.
   */
  #topUp(): void {
    if (this.#open.some((peer) => !peer.closed && this.#inFlight.count(peer) <= MIN_IN_FLIGHT)) this.#requestFromAll()
  }

  /** Scores the sender of a block by its outcome. */
  #judge({ peer, hash }: ArrivedBlock, outcome: BlockOutcome): void {
    if ('entry' in outcome) this.#peerChains.has(peer, outcome.entry)
    const fault = findFault(outcome)
    if (fault === undefined) return
    this.#logger.info('invalid block', { peer: peer.id, block: toDisplayHex(hash), reason: fault.rule })
    if (fault.code !== undefined) peer.reject('block', fault.code, fault.reason, fault.named ? hash : undefined)
    peer.misbehaving(fault.score, `block: ${fault.reason}`)
  }

  /**
   * Asks the other announcers of a block for its header, because the first was asked for the block and does not answer.
   * Any of the announcers may know it; the best one is asked for the block too.
   */
  #askOthers(hash: Uint8Array): void {
    const key = hashKey(hash)
    if (this.#deps.chain.byHash(hash) !== undefined || this.#connector.has(key)) return
    const announcers = this.#downloads.ranked(this.#peerChains.announcers(hash))
    const others = announcers.filter((peer) => !this.#inFlight.isAsked(peer, key))
    for (const peer of others) this.#headerSync.ask(peer, hash)
    if (others[0] !== undefined) this.#requestDirectly(others[0], hash)
  }

  /** Requests an announced block, except while files are imported. */
  #requestDirectly(peer: Peer, hash: Uint8Array): void {
    if (!this.#deps.importQueue.reserved) this.#downloads.direct(peer, hash)
  }
}

/** @param believed returns true if the height in the peer's version counts */
function longestClaim(
  peers: Iterable<Peer>,
  chains: PeerChains,
  believed: (peer: Peer) => boolean,
): number | undefined {
  let longest: number | undefined
  for (const peer of peers) {
    for (const height of [believed(peer) ? peer.version?.startHeight : undefined, chains.height(peer)]) {
      if (height !== undefined && height >= 0) longest = Math.max(longest ?? 0, height)
    }
  }
  return longest
}

/**
 * Returns true if an unrequested block is accepted: it is new, has more work than our tip and is not too far ahead
 * (p2p.md §5).
 */
function isWelcome(chain: Chain, header: BlockHeader, hash: Uint8Array): boolean {
  const tip = chain.tip()
  const known = chain.byHash(hash)
  const parent = known?.prev ?? chain.byHash(header.prevHash)
  if (!parent || parent.height + 1 > tip.height + DOWNLOAD_WINDOW) return false
  return parent.chainWork + computeWork(header.bits) > tip.chainWork
}
