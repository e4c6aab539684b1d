import type { BlockOutcome, Chain } from '../../chain/index.ts'
import type { BlockEntry, Clock, Logger } from '../../interfaces.ts'
import { type BlockHeader, blockHash, readHeader, workOf } from '../../primitives/index.ts'
import { ByteReader, hashKey } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { INV } from '../wire/index.ts'
import { isPreferred, keepsBlocks } from './candidates.ts'
import { type Connector, createConnector } from './connector.ts'
import { createHeaderPath, type HeaderPath } from './headerPath.ts'
import { createHeaderSync } from './headerSync.ts'
import { createInFlight, type InFlight } from './inFlight.ts'
import { createInitialDownload } from './initialDownload.ts'
import {
  DOWNLOAD_WINDOW,
  MAX_BLOCKS_IN_FLIGHT,
  MAX_EXCUSED_MILLIS,
  MAX_WAITING_BYTES,
  NEAR_TIP_BLOCKS,
  STALL_MILLIS,
} from './limits.ts'
import { judgeOutcome } from './outcomes.ts'
import { createPeerChains, type PeerChains } from './peerChains.ts'
import { planDownload } from './plan.ts'
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
  readonly path: HeaderPath
  joined(peer: Peer): void
  left(peer: Peer): void
  /** a peer has this block */
  announced(peer: Peer, hash: Uint8Array): void
  headers(peer: Peer, headers: readonly BlockHeader[]): Work | undefined
  /** @throws DecodeError if there is not even a header */
  block(peer: Peer, bytes: Uint8Array): void
  /** a few times a second */
  tick(): void
  isInitialDownload(): boolean
  /**
   * The longest height that a peer has shown, or claims and was not asked about; undefined: nobody claims any. What a peer
   * claims and then does not show counts no longer.
   */
  bestHeight(): number | undefined
  progress(peer: Peer): PeerProgress
  /** blocks that were asked for, and that came and wait */
  pending(): { readonly inFlight: number; readonly waiting: number }
  /** the peer that everything waits for */
  waitingFor(): Peer | undefined
  stop(): void
}

export function createSync(settings: SyncSettings, deps: SyncDeps): Sync {
  const { chain, clock, soon } = deps
  const logger = deps.logger.child('sync')
  const path = createHeaderPath(chain)
  const peerChains = createPeerChains(chain, path)
  const inFlight = createInFlight<Peer>()
  const claimedHeight = () => claimed(deps.peers(), peerChains, () => true)
  const isInitialDownload = createInitialDownload(settings, { chain, clock, claimed: claimedHeight })
  const headerSync = createHeaderSync(settings, { chain, clock, path, peerChains, peers: deps.peers, logger })
  const connector = createConnector({
    chain,
    path,
    millis: clock.millis,
    soon,
    done: (arrived, outcome) => judge(arrived, outcome),
    progressed: () => topUp(),
    failed: deps.failed,
  })
  const downloads = createDownloads(settings, {
    chain,
    clock,
    path,
    peerChains,
    inFlight,
    connector,
    isInitialDownload,
  })

  function judge(arrived: ArrivedBlock, outcome: BlockOutcome | 'malformed'): void {
    if (outcome !== 'malformed' && 'entry' in outcome) peerChains.has(arrived.peer, outcome.entry)
    const fault = judgeOutcome(outcome)
    if (fault === undefined) return
    logger.info('a block is refused', { peer: arrived.peer.id, reason: fault.reason })
    if (fault.code !== undefined)
      arrived.peer.reject('block', fault.code, fault.reason, fault.named ? arrived.hash : undefined)
    arrived.peer.misbehaving(fault.score, `block: ${fault.reason}`)
  }

  /** Everything within the window was asked for when somebody last looked. */
  let allAsked = false
  function requestFromAll(): void {
    const peers = [...deps.peers()]
    const anyPreferred = peers.some(isPreferred)
    const more = peers.map((peer) => downloads.request(peer, anyPreferred))
    allAsked = !more.includes(true)
  }

  /** Looking for what to ask next costs as much as a block: not after each of them, and where there is nothing left at ticks. */
  function topUp(): void {
    if (!allAsked && [...deps.peers()].some((peer) => inFlight.count(peer) <= ASK_AGAIN_AT)) requestFromAll()
  }

  function block(peer: Peer, bytes: Uint8Array): void {
    const header = readHeader(new ByteReader(bytes))
    const hash = blockHash(header)
    const asked = inFlight.arrived(hash)
    // Not for any other block: with old ones a peer could hold up the download for ever.
    if (asked !== undefined) downloads.moved(asked)
    const wanted = asked !== undefined || (peer.whitelisted && !isInitialDownload()) || isWelcome(chain, header, hash)
    const known = chain.byHash(hash)
    if (known !== undefined) peerChains.has(peer, known)
    if (wanted && (known === undefined || known.status === 'header')) {
      connector.add({ hash, key: hashKey(hash), header, bytes, peer })
    }
    topUp()
  }

  return {
    path,
    joined(peer) {
      peerChains.joined(peer)
      headerSync.start()
    },
    left(peer) {
      inFlight.forget(peer)
      peerChains.left(peer)
      headerSync.left(peer)
      downloads.left(peer)
      headerSync.start()
      requestFromAll()
    },
    announced(peer, hash) {
      const known = peerChains.announced(peer, hash)
      if (known || inFlight.has(hash) || connector.has(hashKey(hash))) return
      headerSync.ask(peer, hash)
      downloads.direct(peer, hash)
    },
    headers(peer, headers) {
      return headerSync.take(peer, headers, requestFromAll)
    },
    block,
    tick() {
      headerSync.start()
      headerSync.tick()
      requestFromAll()
      downloads.tick(deps.peers())
    },
    isInitialDownload,
    bestHeight: () => claimed(deps.peers(), peerChains, (peer) => !headerSync.finished(peer)),
    progress(peer) {
      const { best, common } = peerChains.of(peer)
      const heights = inFlight.entries(peer).map(({ entry }) => entry?.height ?? -1)
      return { best, common, inFlight: heights, started: headerSync.started(peer) }
    },
    pending: () => ({ inFlight: inFlight.total(), waiting: connector.size }),
    waitingFor: () => downloads.staller(),
    stop: () => connector.stop(),
  }
}

function claimed(peers: Iterable<Peer>, chains: PeerChains, believed: (peer: Peer) => boolean): number | undefined {
  let longest: number | undefined
  for (const peer of peers) {
    const { best, common } = chains.of(peer)
    for (const height of [believed(peer) ? peer.version?.startHeight : undefined, best?.height, common?.height]) {
      if (height !== undefined && height >= 0) longest = Math.max(longest ?? 0, height)
    }
  }
  return longest
}

/** A block that nobody asked for is taken if it is new, beats our tip and is not too far ahead (p2p.md §5). */
function isWelcome(chain: Chain, header: BlockHeader, hash: Uint8Array): boolean {
  const tip = chain.tip()
  const known = chain.byHash(hash)
  const parent = known?.prev ?? chain.byHash(header.prevHash)
  if (!parent || parent.height + 1 > tip.height + DOWNLOAD_WINDOW) return false
  return parent.chainWork + workOf(header.bits) > tip.chainWork
}

interface DownloadDeps {
  readonly chain: Chain
  readonly clock: Clock
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly inFlight: InFlight<Peer>
  readonly connector: Connector
  readonly isInitialDownload: () => boolean
}

/** Which peer is asked for which blocks, and what happens to those that do not deliver (p2p.md §4.3, §4.4). */
function createDownloads(settings: SyncSettings, deps: DownloadDeps) {
  const { chain, clock, path, peerChains, inFlight, connector } = deps
  /** since when the window has been held up by this peer, and how much of that was our own doing; milliseconds */
  const stalling = new Map<Peer, { readonly since: number; excused: number }>()
  let lookedAt = clock.millis()

  function ask(peer: Peer, blocks: readonly { hash: Uint8Array; entry: BlockEntry | undefined }[]): void {
    for (const { hash, entry } of blocks) inFlight.request(peer, hash, entry, clock.millis(), settings.spacing)
    peer.send({ type: 'getdata', items: blocks.map(({ hash }) => ({ type: INV.block, hash })) })
  }

  /** Returns whether there may be more to ask the peer for, now or when something has come. */
  function request(peer: Peer, anyPreferred: boolean): boolean {
    const fetch = isPreferred(peer) || !anyPreferred
    if (!keepsBlocks(peer) || (!fetch && deps.isInitialDownload())) return false
    const room = MAX_BLOCKS_IN_FLIGHT - inFlight.count(peer)
    const { best, common } = peerChains.refresh(peer)
    if (room <= 0) return true
    if (best === undefined || connector.bytes >= MAX_WAITING_BYTES) return false
    const plan = planDownload({
      best,
      common,
      count: room,
      chain,
      path,
      askedOf: (entry) => inFlight.by(entry.key),
      waiting: (entry) => connector.has(entry.key),
    })
    peerChains.shares(peer, plan.common)
    const { staller, blocks } = plan
    if (staller !== undefined && staller !== peer && !stalling.has(staller))
      stalling.set(staller, { since: clock.millis(), excused: 0 })
    if (blocks.length === 0) return false
    ask(
      peer,
      blocks.map((entry) => ({ hash: entry.hash, entry })),
    )
    return true
  }

  /**
   * Our own slowness is nobody's fault: what a peer sent may still wait to be read. For a while only: else whoever keeps us
   * busy with anything at all could hold up the download for ever.
   */
  function late(peer: Peer, millis: number, passed: number): string | undefined {
    if (connector.bytes >= MAX_WAITING_BYTES) {
      stalling.delete(peer)
      return undefined
    }
    const stall = stalling.get(peer)
    if (stall !== undefined) {
      if (peer.busy) stall.excused = Math.min(MAX_EXCUSED_MILLIS, stall.excused + passed)
      if (millis - stall.since - stall.excused > STALL_MILLIS) return 'it holds up the download'
    }
    const oldest = inFlight.oldest(peer)
    const allowance = peer.busy ? MAX_EXCUSED_MILLIS : 0
    return oldest !== undefined && millis > oldest.deadline + allowance ? 'a block did not come in time' : undefined
  }

  return {
    request,
    /** A block that was just announced is fetched without waiting for its header, if we are about up to date. */
    direct(peer: Peer, hash: Uint8Array): void {
      const recent = chain.tip().time > clock.now() - NEAR_TIP_BLOCKS * settings.spacing
      if (recent && keepsBlocks(peer) && inFlight.count(peer) < MAX_BLOCKS_IN_FLIGHT)
        ask(peer, [{ hash, entry: undefined }])
    },
    /** a block that it was asked for has come */
    moved: (peer: Peer) => void stalling.delete(peer),
    left: (peer: Peer) => void stalling.delete(peer),
    staller: (): Peer | undefined => [...stalling.keys()][0],
    tick(peers: Iterable<Peer>): void {
      const millis = clock.millis()
      const passed = millis - lookedAt
      lookedAt = millis
      for (const peer of [...peers]) {
        const reason = late(peer, millis, passed)
        if (reason !== undefined) peer.disconnect(reason)
      }
    },
  }
}
