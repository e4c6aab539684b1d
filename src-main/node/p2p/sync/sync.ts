import type { BlockOutcome, Chain, ImportQueue } from '../../chain/index.ts'
import type { Clock, Logger } from '../../core/index.ts'
import { type BlockHeader, blockHash, readHeader, workOf } from '../../primitives/index.ts'
import { ByteReader, hashKey } from '../../util/index.ts'
import type { MessageOf, Peer, Work } from '../peer/index.ts'
import { isPreferred } from './candidates.ts'
import { Connector } from './connector.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { createHeaderPath, type HeaderPath } from './headerPath.ts'
import { createHeaderSync, type HeaderSync } from './headerSync.ts'
import { createInFlight, type InFlight } from './inFlight.ts'
import { createInitialDownload } from './initialDownload.ts'
import { DOWNLOAD_WINDOW, MAX_BLOCKS_IN_FLIGHT } from './limits.ts'
import { findOtherBranch, type OtherBranch } from './otherBranch.ts'
import { judgeOutcome } from './outcomes.ts'
import { createPeerChains, type PeerChains, refusedBest } from './peerChains.ts'
import type { ArrivedBlock, PeerProgress } from './types.ts'

/** Blocks on their way from a peer at which more are asked for: often enough that it never waits for us. */
const ASK_AGAIN_AT = MAX_BLOCKS_IN_FLIGHT / 2

export interface SyncSettings {
  /** seconds between blocks */
  readonly spacing: number
  /** headers whose proof of work is checked in one turn */
  readonly headersAtOnce: number
  /** `-maxtipage` */
  readonly maxTipAgeSeconds: number
}

export interface SyncDeps {
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly clock: Clock
  readonly logger: Logger
  /** connections that are ready */
  readonly peers: () => Iterable<Peer>
  readonly soon: (callback: () => void) => void
  /** a fault of ours: nothing more is connected */
  readonly failed: (error: unknown) => void
}

/** Fetches headers and blocks from peers (p2p.md §4, §5). */
export interface Sync {
  onHeaders(peer: Peer, message: MessageOf<'headers'>): Work | undefined
  onBlock(peer: Peer, message: MessageOf<'block'>): undefined
  readonly path: HeaderPath
  joined(peer: Peer): void
  left(peer: Peer): void
  /** a peer has this block */
  announced(peer: Peer, hash: Uint8Array): void
  /** a few times a second */
  tick(): void
  isInitialDownload(): boolean
  /**
   * The longest height that a peer has shown, or claims and was not asked about; undefined: no peer claims any. What a peer
   * claims and then does not show counts no longer.
   */
  bestHeight(): number | undefined
  /** the branch that our peers follow and we refused; undefined: there is none */
  otherBranch(): OtherBranch | undefined
  progress(peer: Peer): PeerProgress
  /** Returns true if blocks were asked for, or came and wait. */
  isFetching(): boolean
  /** blocks that were asked for, and that came and wait */
  pending(): { readonly inFlight: number; readonly waiting: number }
  /** the peer that everything waits for */
  waitingFor(): Peer | undefined
  stop(): void
}

/** What sync is made of. */
interface SyncParts extends SyncDeps {
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly inFlight: InFlight<Peer>
  readonly connector: Connector
  readonly headerSync: HeaderSync
  readonly downloads: Downloads
  readonly isInitialDownload: () => boolean
}

export function createSync(settings: SyncSettings, deps: SyncDeps): Sync {
  const { chain, clock } = deps
  const logger = deps.logger.child('sync')
  const path = createHeaderPath(chain)
  const peerChains = createPeerChains(chain, path)
  const inFlight = createInFlight<Peer>()
  const claimedHeight = () => claimed(deps.peers(), peerChains, () => true)
  const isInitialDownload = createInitialDownload(settings, { chain, clock, claimed: claimedHeight })
  const connector = new Connector({
    ...{ chain, importQueue: deps.importQueue, path, soon: deps.soon, failed: deps.failed },
    done: (arrived, outcome) => judge({ peerChains, logger }, arrived, outcome),
    progressed: () => requests.topUp(),
  })
  const prepareCommit = (millis: number) => connector.prepareCommit(millis)
  const headerSync = createHeaderSync(settings, {
    ...{ chain, clock, path, peerChains, peers: deps.peers, logger },
    prepareCommit,
  })
  const downloads = createDownloads(settings, {
    ...{ chain, clock, path, peerChains, inFlight, connector },
  })
  const parts: SyncParts = {
    ...{ ...deps, logger, path, peerChains, inFlight, connector, headerSync, downloads, isInitialDownload },
  }
  const requests = createRequests(parts)
  return {
    path,
    onHeaders: (peer, { headers }) => headerSync.take(peer, headers, requests.fromAll),
    onBlock(peer, { bytes }) {
      takeBlock(parts, peer, bytes)
      requests.topUp()
    },
    joined(peer) {
      peerChains.joined(peer)
      headerSync.start()
    },
    left(peer) {
      const lost = inFlight.unknown().filter((request) => request.peer === peer)
      inFlight.forget(peer)
      peerChains.left(peer)
      headerSync.left(peer)
      downloads.left(peer)
      headerSync.start()
      for (const { hash } of lost) askOthers(parts, hash)
      requests.fromAll()
    },
    announced: (peer, hash) => announced(parts, peer, hash),
    tick() {
      headerSync.start()
      headerSync.tick()
      for (const hash of downloads.releaseHeld()) askOthers(parts, hash)
      requests.fromAll()
      downloads.tick(deps.peers())
    },
    isInitialDownload,
    bestHeight: () => claimed(deps.peers(), peerChains, (peer) => !headerSync.finished(peer)),
    otherBranch: () => findOtherBranch(chain, deps.peers(), (peer) => peerChains.of(peer).best),
    progress(peer) {
      // A block that it announced may have become known since.
      const { best, common } = peerChains.refresh(peer)
      const heights = inFlight.entries(peer).map(({ entry }) => entry?.height ?? -1)
      return { best, common, inFlight: heights, started: headerSync.started(peer) }
    },
    isFetching: () => connector.size > 0 || inFlight.total() > 0,
    pending: () => ({ inFlight: inFlight.total(), waiting: connector.size }),
    waitingFor: () => downloads.staller(),
    stop: () => connector.stop(),
  }
}

/** Asks peers for blocks. */
function createRequests({ peers, inFlight, downloads, isInitialDownload }: SyncParts) {
  /** peers that had more to be asked for at the last look */
  let open: Peer[] = []
  function fromAll(): void {
    const ranked = downloads.ranked(peers())
    const facts = { anyPreferred: ranked.some(isPreferred), initialDownload: isInitialDownload() }
    open = ranked.filter((peer) => downloads.request(peer, facts))
  }
  return {
    fromAll,
    /**
     * Looking for blocks to ask for costs as much as a block: it is not done after each of them, and only at ticks if there is
     * nothing left to ask for. Peers without such blocks do not count: some inbound ones are always idle.
     */
    topUp(): void {
      if (open.some((peer) => !peer.closed && inFlight.count(peer) <= ASK_AGAIN_AT)) fromAll()
    },
  }
}

/** What became of a block, and what that costs the peer that sent it. */
function judge(
  { peerChains, logger }: Pick<SyncParts, 'peerChains' | 'logger'>,
  arrived: ArrivedBlock,
  outcome: BlockOutcome,
) {
  const { peer, hash } = arrived
  if ('entry' in outcome) peerChains.has(peer, outcome.entry)
  const fault = judgeOutcome(outcome)
  if (fault === undefined) return
  logger.info('invalid block', { peer: peer.id, reason: fault.reason })
  if (fault.code !== undefined) peer.reject('block', fault.code, fault.reason, fault.named ? hash : undefined)
  peer.misbehaving(fault.score, `block: ${fault.reason}`)
}

/** A block has arrived. @throws DecodeError if there is not even a header */
function takeBlock(parts: SyncParts, peer: Peer, bytes: Uint8Array): void {
  const { chain, inFlight, downloads, peerChains, connector, isInitialDownload } = parts
  const header = readHeader(new ByteReader(bytes))
  const hash = blockHash(header)
  const asked = inFlight.arrived(hash)
  // Not for any other block: with old ones a peer could hold up the download for ever.
  downloads.moved(peer, asked)
  if (asked.includes(peer)) peer.credit()
  else peer.spend('unaskedBlock')
  const wanted = asked.length > 0 || (peer.whitelisted && !isInitialDownload()) || isWelcome(chain, header, hash)
  const known = chain.byHash(hash)
  if (known !== undefined) peerChains.has(peer, known)
  if (wanted && (known === undefined || known.status === 'header'))
    connector.add({ hash, key: hashKey(hash), header, bytes, peer })
}

function announced(
  { peerChains, inFlight, connector, headerSync, downloads }: SyncParts,
  peer: Peer,
  hash: Uint8Array,
) {
  const known = peerChains.announced(peer, hash)
  if (known || inFlight.has(hash) || connector.has(hashKey(hash))) return
  headerSync.ask(peer, hash)
  // What goes on with a block that was refused here is of no use: its headers say how much work is there.
  if (refusedBest(peerChains.of(peer)) === undefined) downloads.direct(peer, hash)
}

/**
 * The peer that announced a block first was asked for it and says nothing: no other that announced it was asked even for its
 * header. Any of them may know it; the best of them is asked for the block too.
 */
function askOthers(
  { chain, inFlight, connector, peerChains, headerSync, downloads }: SyncParts,
  hash: Uint8Array,
): void {
  if (chain.byHash(hash) !== undefined || connector.has(hashKey(hash))) return
  const others = downloads.ranked(peerChains.announcers(hash)).filter((peer) => !inFlight.isAsked(peer, hashKey(hash)))
  for (const peer of others) headerSync.ask(peer, hash)
  if (others[0] !== undefined) downloads.direct(others[0], hash)
}

function claimed(peers: Iterable<Peer>, chains: PeerChains, believed: (peer: Peer) => boolean): number | undefined {
  let longest: number | undefined
  for (const peer of peers) {
    const { best, common } = chains.refresh(peer)
    for (const height of [believed(peer) ? peer.version?.startHeight : undefined, best?.height, common?.height]) {
      if (height !== undefined && height >= 0) longest = Math.max(longest ?? 0, height)
    }
  }
  return longest
}

/** An unrequested block is taken if it is new, beats our tip and is not too far ahead (p2p.md §5). */
function isWelcome(chain: Chain, header: BlockHeader, hash: Uint8Array): boolean {
  const tip = chain.tip()
  const known = chain.byHash(hash)
  const parent = known?.prev ?? chain.byHash(header.prevHash)
  if (!parent || parent.height + 1 > tip.height + DOWNLOAD_WINDOW) return false
  return parent.chainWork + workOf(header.bits) > tip.chainWork
}
