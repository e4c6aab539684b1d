import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Clock } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import type { Peer } from '../peer/index.ts'
import { INV } from '../wire/index.ts'
import { isPreferred, servesBlocks } from './candidates.ts'
import type { Connector } from './connector.ts'
import type { HeaderPath } from './headerPath.ts'
import type { InFlight } from './inFlight.ts'
import { MAX_BLOCKS_IN_FLIGHT, MAX_EXCUSED_MS, MAX_WAITING_BYTES, NEAR_TIP_BLOCKS, STALL_MS } from './limits.ts'
import type { PeerChains } from './peerChains.ts'
import { planDownload } from './plan.ts'
import { StallTracker } from './stallTracker.ts'

export interface DownloadDeps {
  readonly chain: Chain
  readonly clock: Clock
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly inFlight: InFlight<Peer>
  readonly connector: Connector
}

/** Facts common to all peers asked in one round; computing them takes a check of each peer. */
export interface DownloadSituation {
  readonly anyPreferred: boolean
  readonly initialDownload: boolean
}

/** Time in ms during which a peer has stalled the download window. */
interface Stall {
  readonly since: number
  /** time within it that was caused by this node */
  excused: number
}

type WantedBlocks = readonly { readonly hash: Uint8Array; readonly entry: BlockEntry | undefined }[]

/** Decides which blocks to request from which peer, and disconnects peers that do not deliver (p2p.md §4.3, §4.4). */
export class Downloads {
  /** seconds between blocks */
  readonly #spacing: number
  readonly #deps: DownloadDeps
  readonly #stalling = new Map<Peer, Stall>()
  readonly #stalls: StallTracker
  /** time of the last tick in ms */
  #tickedAt: number

  constructor({ spacing }: { readonly spacing: number }, deps: DownloadDeps) {
    const millis = () => deps.clock.millis()
    this.#spacing = spacing
    this.#deps = deps
    this.#stalls = new StallTracker(millis)
    this.#tickedAt = millis()
  }

  /**
   * Requests the next blocks of a peer. Returns true if there may be more to request, now or after a block has arrived.
   */
  request(peer: Peer, { anyPreferred, initialDownload }: DownloadSituation): boolean {
    const { chain, path, clock, peerChains, inFlight, connector } = this.#deps
    const fetch = isPreferred(peer) || !anyPreferred
    if (!servesBlocks(peer) || (!fetch && initialDownload)) return false
    const room = MAX_BLOCKS_IN_FLIGHT - inFlight.count(peer)
    const { best, common } = peerChains.refresh(peer)
    if (room <= 0) return true
    if (best === undefined || connector.bytes >= MAX_WAITING_BYTES) return false
    const plan = planDownload({
      ...{ best, common, count: room, chain, path },
      upTo: chain.fetchableUpTo(peer.version?.startHeight ?? 0),
      askedOf: (entry) => this.#findAsked(peer, entry.key),
      waiting: (entry) => connector.has(entry.key),
    })
    peerChains.shares(peer, plan.common)
    const { staller, blocks } = plan
    if (staller !== undefined && staller !== peer && !this.#stalling.has(staller))
      this.#stalling.set(staller, { since: clock.millis(), excused: 0 })
    if (blocks.length === 0) return false
    for (const { key } of blocks) this.#stalls.reassigned(inFlight.byBlock(key))
    this.#ask(
      peer,
      blocks.map((entry) => ({ hash: entry.hash, entry })),
    )
    return true
  }

  /**
   * Returns the peers in their order, or sorted if one withholds blocks: peers that deliver first, the withholding peer
   * last.
   */
  ranked(peers: Iterable<Peer>): Peer[] {
    const all = [...peers]
    return all.some((peer) => this.#withholds(peer)) ? this.#stalls.ranked(all) : all
  }

  /** Requests a newly announced block without waiting for its header, if the tip is recent. */
  direct(peer: Peer, hash: Uint8Array): void {
    const { chain, clock, inFlight } = this.#deps
    const recent = chain.tip().time > clock.now() - NEAR_TIP_BLOCKS * this.#spacing
    const room = inFlight.count(peer) < MAX_BLOCKS_IN_FLIGHT
    if (recent && room && servesBlocks(peer) && !inFlight.isAsked(peer, hashKey(hash)))
      this.#ask(peer, [{ hash, entry: undefined }])
  }

  /**
   * Releases blocks of unknown headers that a peer withholds, so that other announcers can be asked. Returns their
   * hashes.
   */
  releaseHeld(): Uint8Array[] {
    const { inFlight } = this.#deps
    const held = inFlight.unknown().filter((request) => this.#stalls.isHeld(request))
    for (const request of held) {
      this.#stalls.reassigned(request)
      inFlight.release(request.key)
    }
    return held.map(({ hash }) => hash)
  }

  /** Records that a block arrived from a peer. @param asked the peers that had been asked for this block */
  moved(from: Peer, asked: readonly Peer[]): void {
    for (const peer of asked) this.#stalling.delete(peer)
    if (asked.includes(from)) this.#stalls.delivered(from)
  }

  left(peer: Peer): void {
    this.#stalling.delete(peer)
    this.#stalls.left(peer)
  }

  /** Returns the peer that stalls the download, if any. */
  staller(): Peer | undefined {
    return [...this.#stalling.keys()][0]
  }

  /** Disconnects late peers. Call a few times a second. */
  tick(peers: Iterable<Peer>): void {
    const { clock, inFlight } = this.#deps
    const millis = clock.millis()
    const passed = millis - this.#tickedAt
    this.#tickedAt = millis
    this.#stalls.measure(inFlight.asked())
    for (const peer of [...peers]) {
      const reason = this.#findTimeout(peer, millis, passed)
      if (reason !== undefined) peer.disconnect(reason)
    }
  }

  #ask(peer: Peer, blocks: WantedBlocks): void {
    const { inFlight, clock } = this.#deps
    for (const { hash, entry } of blocks) inFlight.request(peer, hash, entry, clock.millis(), this.#spacing)
    peer.send({ type: 'getdata', items: blocks.map(({ hash }) => ({ type: INV.block, hash })) })
  }

  /** Returns the peer whose delivery to wait for before this peer is asked for the block. */
  #findAsked(peer: Peer, key: string): Peer | undefined {
    const { inFlight } = this.#deps
    if (inFlight.isAsked(peer, key)) return peer
    const request = inFlight.byBlock(key)
    return request === undefined || this.#stalls.isHeld(request) ? undefined : request.peer
  }

  #withholds(peer: Peer): boolean {
    const oldest = this.#deps.inFlight.oldest(peer)
    return oldest !== undefined && this.#stalls.isHeld(oldest)
  }

  /**
   * Returns the disconnect reason of a peer that timed out, or undefined. Messages of the peer that are still queued on
   * this node extend the timeout, but only up to a limit. Otherwise a peer that keeps us busy could stall the download
   * forever.
   */
  #findTimeout(peer: Peer, millis: number, passed: number): DisconnectReason | undefined {
    const { connector, inFlight } = this.#deps
    if (connector.bytes >= MAX_WAITING_BYTES) {
      this.#stalling.delete(peer)
      return undefined
    }
    const stall = this.#stalling.get(peer)
    if (stall !== undefined) {
      if (peer.busy) stall.excused = Math.min(MAX_EXCUSED_MS, stall.excused + passed)
      if (millis - stall.since - stall.excused > STALL_MS) return 'stalling block download'
    }
    const oldest = inFlight.oldest(peer)
    const allowance = peer.busy ? MAX_EXCUSED_MS : 0
    return oldest !== undefined && millis > oldest.deadline + allowance ? 'block download timeout' : undefined
  }
}
