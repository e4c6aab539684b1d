import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Clock } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import type { Peer } from '../peer/index.ts'
import { INV } from '../wire/index.ts'
import { isPreferred, keepsBlocks } from './candidates.ts'
import type { Connector } from './connector.ts'
import type { HeaderPath } from './headerPath.ts'
import type { InFlight } from './inFlight.ts'
import { MAX_BLOCKS_IN_FLIGHT, MAX_EXCUSED_MILLIS, MAX_WAITING_BYTES, NEAR_TIP_BLOCKS, STALL_MILLIS } from './limits.ts'
import type { PeerChains } from './peerChains.ts'
import { planDownload } from './plan.ts'
import { createStallTracker, type StallTracker } from './stallTracker.ts'

export interface DownloadDeps {
  readonly chain: Chain
  readonly clock: Clock
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly inFlight: InFlight<Peer>
  readonly connector: Connector
}

/** The same for all peers that are asked at a time: finding it out takes a look at each peer. */
export interface DownloadSituation {
  readonly anyPreferred: boolean
  readonly initialDownload: boolean
}

/** Which peer is asked for which blocks, and what happens to those that do not deliver (p2p.md §4.3, §4.4). */
export interface Downloads {
  /** Returns whether there may be more to ask the peer for, now or when something has come. */
  request(peer: Peer, situation: DownloadSituation): boolean
  /** As they come, or where a peer holds blocks back: those that deliver first, and that one last. */
  ranked(peers: Iterable<Peer>): Peer[]
  /** A block that was just announced is fetched without waiting for its header, if we are about up to date. */
  direct(peer: Peer, hash: Uint8Array): void
  /** Blocks of unknown headers that a peer holds back: others that announced them may be asked. */
  releaseHeld(): Uint8Array[]
  /** a block has come from a peer that some had been asked for */
  moved(from: Peer, asked: readonly Peer[]): void
  left(peer: Peer): void
  /** the peer that the download waits for */
  staller(): Peer | undefined
  /** a few times a second */
  tick(peers: Iterable<Peer>): void
}

interface State extends DownloadDeps {
  /** seconds between blocks */
  readonly spacing: number
  /** since when the window has been held up by this peer, and how much of that was our own doing; milliseconds */
  readonly stalling: Map<Peer, { readonly since: number; excused: number }>
  readonly stalls: StallTracker
  /** milliseconds of the last tick */
  lookedAt: number
}

export function createDownloads(settings: { readonly spacing: number }, deps: DownloadDeps): Downloads {
  const { clock, inFlight } = deps
  const stalls = createStallTracker(clock.millis)
  const state: State = { ...deps, spacing: settings.spacing, stalling: new Map(), stalls, lookedAt: clock.millis() }
  const { stalling } = state
  return {
    request: (peer, situation) => request(state, peer, situation),
    ranked(peers) {
      const all = [...peers]
      return all.some((peer) => holdsBack(state, peer)) ? stalls.ranked(all) : all
    },
    direct: (peer, hash) => askAtAnnouncement(state, peer, hash),
    releaseHeld() {
      const held = inFlight.unknown().filter(stalls.isHeld)
      for (const request of held) {
        stalls.taken(request)
        inFlight.release(request.key)
      }
      return held.map(({ hash }) => hash)
    },
    moved(from, asked) {
      for (const peer of asked) stalling.delete(peer)
      if (asked.includes(from)) stalls.delivered(from)
    },
    left(peer) {
      stalling.delete(peer)
      stalls.left(peer)
    },
    staller: () => [...stalling.keys()][0],
    tick(peers) {
      const millis = clock.millis()
      const passed = millis - state.lookedAt
      state.lookedAt = millis
      stalls.look(inFlight.asked())
      for (const peer of [...peers]) {
        const reason = late(state, peer, millis, passed)
        if (reason !== undefined) peer.disconnect(reason)
      }
    },
  }
}

type Wanted = readonly { readonly hash: Uint8Array; readonly entry: BlockEntry | undefined }[]

function ask({ inFlight, clock, spacing }: State, peer: Peer, blocks: Wanted): void {
  for (const { hash, entry } of blocks) inFlight.request(peer, hash, entry, clock.millis(), spacing)
  peer.send({ type: 'getdata', items: blocks.map(({ hash }) => ({ type: INV.block, hash })) })
}

function askAtAnnouncement(state: State, peer: Peer, hash: Uint8Array): void {
  const { chain, clock, spacing, inFlight } = state
  const recent = chain.tip().time > clock.now() - NEAR_TIP_BLOCKS * spacing
  const room = inFlight.count(peer) < MAX_BLOCKS_IN_FLIGHT
  if (recent && room && keepsBlocks(peer) && !inFlight.isAsked(peer, hashKey(hash)))
    ask(state, peer, [{ hash, entry: undefined }])
}

/** The peer to be waited for before this one is asked for a block. */
function askedOf({ inFlight, stalls }: State, peer: Peer, key: string): Peer | undefined {
  if (inFlight.isAsked(peer, key)) return peer
  const request = inFlight.by(key)
  return request === undefined || stalls.isHeld(request) ? undefined : request.peer
}

function holdsBack({ inFlight, stalls }: State, peer: Peer): boolean {
  const oldest = inFlight.oldest(peer)
  return oldest !== undefined && stalls.isHeld(oldest)
}

function request(state: State, peer: Peer, { anyPreferred, initialDownload }: DownloadSituation): boolean {
  const { chain, path, clock, peerChains, inFlight, connector, stalling, stalls } = state
  const fetch = isPreferred(peer) || !anyPreferred
  if (!keepsBlocks(peer) || (!fetch && initialDownload)) return false
  const room = MAX_BLOCKS_IN_FLIGHT - inFlight.count(peer)
  const { best, common } = peerChains.refresh(peer)
  if (room <= 0) return true
  if (best === undefined || connector.bytes >= MAX_WAITING_BYTES) return false
  const plan = planDownload({
    ...{ best, common, count: room, chain, path },
    upTo: chain.fetchableUpTo(peer.version?.startHeight ?? 0),
    askedOf: (entry) => askedOf(state, peer, entry.key),
    waiting: (entry) => connector.has(entry.key),
  })
  peerChains.shares(peer, plan.common)
  const { staller, blocks } = plan
  if (staller !== undefined && staller !== peer && !stalling.has(staller))
    stalling.set(staller, { since: clock.millis(), excused: 0 })
  if (blocks.length === 0) return false
  for (const { key } of blocks) stalls.taken(inFlight.by(key))
  ask(
    state,
    peer,
    blocks.map((entry) => ({ hash: entry.hash, entry })),
  )
  return true
}

/**
 * A peer is not to blame for our own slowness: what it sent may still wait to be read. For a while only: otherwise a peer that
 * keeps us busy with anything at all could hold up the download for ever.
 */
function late(
  { connector, stalling, inFlight }: State,
  peer: Peer,
  millis: number,
  passed: number,
): DisconnectReason | undefined {
  if (connector.bytes >= MAX_WAITING_BYTES) {
    stalling.delete(peer)
    return undefined
  }
  const stall = stalling.get(peer)
  if (stall !== undefined) {
    if (peer.busy) stall.excused = Math.min(MAX_EXCUSED_MILLIS, stall.excused + passed)
    if (millis - stall.since - stall.excused > STALL_MILLIS) return 'stalling block download'
  }
  const oldest = inFlight.oldest(peer)
  const allowance = peer.busy ? MAX_EXCUSED_MILLIS : 0
  return oldest !== undefined && millis > oldest.deadline + allowance ? 'block download timeout' : undefined
}
