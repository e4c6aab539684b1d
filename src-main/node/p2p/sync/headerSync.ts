import type { Chain } from '../../chain/index.ts'
import type { Clock, Logger } from '../../core/index.ts'
import { type BlockHeader, blockHash } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { HEADER_POINTS, HEADER_SCORES, MESSAGE_SCORES } from '../scores.ts'
import { LIMITS, PROTOCOL_VERSION } from '../wire/index.ts'
import { keepsBlocks } from './candidates.ts'
import type { HeaderPath } from './headerPath.ts'
import { createHeaderPeerChoice, type HeaderPeerChoice } from './headerPeers.ts'
import {
  HEADER_STANDBY_MS,
  HEADERS_MILLIS,
  MAX_ANNOUNCED,
  MAX_EXCUSED_MILLIS,
  RECENT_HEADER_SECONDS,
} from './limits.ts'
import { locatorOf } from './locator.ts'
import { type PeerChains, refusedBest } from './peerChains.ts'

export interface HeaderSyncDeps {
  readonly chain: Pick<Chain, 'bestHeader' | 'provenHeaders' | 'acceptHeaders' | 'byHash'>
  /** see `ImportQueue` */
  readonly prepareCommit: (millis: number) => boolean
  readonly clock: Clock
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly peers: () => Iterable<Peer>
  readonly logger: Logger
}

export interface HeaderSync {
  /** Asks for headers: a few peers while the node is far behind (headerPeers.ts), all of them when it is not. */
  start(): void
  /** headers up to a block that was announced */
  ask(peer: Peer, stop: Uint8Array): void
  /** @param progressed called after each part that was judged */
  take(peer: Peer, headers: readonly BlockHeader[], progressed: () => void): Work | undefined
  started(peer: Peer): boolean
  /** it was asked, and has sent all that it knows, or nothing */
  finished(peer: Peer): boolean
  left(peer: Peer): void
  tick(): void
}

interface Announced {
  /** questions since its last headers */
  unanswered: number
  /** milliseconds: later they count as answered */
  due: number
  /** the block announced last for which nothing was asked */
  waiting: Uint8Array | undefined
}

/** Time in one turn for what blocks that are being connected still need before headers can be written. */
const PREPARE_MILLIS = 4
/** A message of headers that was not asked for is charged like this number of headers, besides those in it. */
const MESSAGE_ENTRIES = 16
/** Turns that headers wait for that: more blocks may come just as quickly. */
const MOST_TURNS = 40

const NO_STOP: Uint8Array = new Uint8Array(32)

/** A request for all headers that a peer has. Times are milliseconds. */
type HeaderRequest =
  | { readonly state: 'open'; readonly asked: number; readonly due: number }
  /** Other peers were quicker with the same headers: the peer is not asked again before `until`. */
  | { readonly state: 'standby'; readonly until: number }
  /** The peer has sent all headers that it knows, or nothing in time. */
  | { readonly state: 'finished' }

const FINISHED: HeaderRequest = { state: 'finished' }

interface State extends HeaderSyncDeps {
  readonly headersAtOnce: number
  readonly started: Map<Peer, HeaderRequest>
  readonly choice: HeaderPeerChoice
  /** requests that were sent, minus answers */
  readonly unanswered: Map<Peer, number>
  /** what announcements still wait for */
  readonly announced: Map<Peer, Announced>
}

/** Headers before blocks (p2p.md §3 headers, §4.1, §4.2). */
export function createHeaderSync(settings: { readonly headersAtOnce: number }, deps: HeaderSyncDeps): HeaderSync {
  const choice = createHeaderPeerChoice(deps.clock.millis)
  const state: State = { ...deps, ...settings, started: new Map(), announced: new Map(), unanswered: new Map(), choice }
  const { started, announced, clock, logger } = state
  return {
    start: () => start(state),
    ask: (peer, stop) => ask(state, peer, stop),
    take(peer, headers, progressed) {
      countAnswer(state, peer, headers.length)
      if (areLinked(headers)) return takeHeaders(state, peer, headers, progressed)
      peer.misbehaving(MESSAGE_SCORES.unlinkedHeaders.points, 'non-continuous headers')
      return undefined
    },
    started: (peer) => started.has(peer),
    finished: (peer) => started.get(peer)?.state === 'finished',
    left(peer) {
      started.delete(peer)
      announced.delete(peer)
      state.unanswered.delete(peer)
    },
    tick() {
      for (const [peer, { due }] of [...announced]) if (clock.millis() > due) answered(state, peer)
      for (const [peer, request] of started) {
        // Its answer may be among the messages that wait here. It is not worth waiting for a peer that always sends others.
        const excuse = peer.busy ? MAX_EXCUSED_MILLIS : 0
        if (request.state !== 'open' || clock.millis() <= request.due + excuse) continue
        logger.info('headers timeout', { peer: peer.id })
        started.set(peer, FINISHED)
      }
    },
  }
}

function countAnswer({ unanswered }: State, peer: Peer, headers: number): void {
  const count = unanswered.get(peer) ?? 0
  if (count === 0) peer.spend('unaskedHeader', MESSAGE_ENTRIES + headers)
  else unanswered.set(peer, count - 1)
}

function getHeaders(state: State, peer: Peer, from = state.chain.bestHeader(), stop = NO_STOP): void {
  const { path, unanswered } = state
  unanswered.set(peer, (unanswered.get(peer) ?? 0) + 1)
  peer.send({ type: 'getheaders', version: PROTOCOL_VERSION, hashes: locatorOf(from, path), stop })
}

function begin(state: State, peer: Peer): void {
  const { chain } = state
  open(state, peer)
  // From the parent, so that a peer on the same block answers with it, and we learn that it has it.
  const best = chain.bestHeader()
  getHeaders(state, peer, best.prev ?? best)
}

function open({ started, clock }: State, peer: Peer): void {
  const asked = clock.millis()
  started.set(peer, { state: 'open', asked, due: asked + HEADERS_MILLIS })
}

function start(state: State): void {
  const { started, chain, clock, choice } = state
  const isFree = (peer: Peer) => {
    const request = started.get(peer)
    return request === undefined || (request.state === 'standby' && clock.millis() >= request.until)
  }
  const peers = [...state.peers()].filter((peer) => keepsBlocks(peer) && isFree(peer))
  if (peers.length === 0) return
  if (chain.bestHeader().time > clock.now() - RECENT_HEADER_SECONDS) {
    for (const peer of peers) begin(state, peer)
    return
  }
  const asked = [...started].filter(([, request]) => request.state === 'open').map(([peer]) => peer)
  for (const peer of choice.choose(peers, asked)) begin(state, peer)
}

/** Each announced block is asked for, as long as the peer answers; then the newest stands for all before it. */
function ask(state: State, peer: Peer, stop: Uint8Array): void {
  const { announced, clock, peerChains, chain } = state
  const open = announced.get(peer) ?? { unanswered: 0, due: 0, waiting: undefined }
  announced.set(peer, open)
  if (open.unanswered >= MAX_ANNOUNCED) {
    open.waiting = stop.slice()
    return
  }
  open.unanswered++
  open.due = clock.millis() + HEADERS_MILLIS
  // On a branch that was refused here only what is new of it: from our own chain on it would be all of it each time.
  getHeaders(state, peer, refusedBest(peerChains.of(peer)) ?? chain.bestHeader(), stop)
}

/** It answered, or never will. */
function answered(state: State, peer: Peer): void {
  const waiting = state.announced.get(peer)?.waiting
  state.announced.delete(peer)
  if (waiting !== undefined && state.chain.byHash(waiting) === undefined) ask(state, peer, waiting)
}

function areLinked(headers: readonly BlockHeader[]): boolean {
  return headers.every(({ prevHash }, index) => index === 0 || equal(prevHash, blockHash(headers[index - 1]!)))
}

/** First proofs of work, some a turn; then all headers of the message at once. */
function takeHeaders(state: State, peer: Peer, headers: readonly BlockHeader[], progressed: () => void): Work {
  const { chain, headersAtOnce, prepareCommit } = state
  // No proof is checked of headers without a known parent, nor of those behind a bad one.
  const first = headers[0]
  let usable = first === undefined || chain.byHash(first.prevHash) !== undefined ? headers : headers.slice(0, 1)
  let proven = 0
  let checked = usable.length <= 1
  let turns = 0
  const requested = state.started.get(peer)?.state === 'open' || state.announced.has(peer)
  if (requested) peer.credit()

  function prove(): void {
    const part = usable.slice(proven, proven + headersAtOnce)
    const good = chain.provenHeaders(part)
    proven += good
    if (good < part.length) usable = usable.slice(0, proven + 1)
    checked = good < part.length || proven === usable.length
  }

  return () => {
    if (requested) peer.credit()
    if (!checked) prove()
    if (!checked) return false
    // All of a message in one go: each time the blocks that are being connected have to be written first.
    if (turns++ < MOST_TURNS && !prepareCommit(PREPARE_MILLIS)) return false
    const best = chain.bestHeader()
    const { stopped, fresh } = judge(state, peer, usable, proven)
    if (!peer.closed) {
      answered(state, peer)
      finished(state, peer, headers, { whole: !stopped, fresh, ahead: chain.bestHeader() !== best })
    }
    progressed()
    return true
  }
}

interface HeadersJudgement {
  /** a header was not acceptable: the rest of the message is of no use */
  readonly stopped: boolean
  /** at least one header was not known before */
  readonly fresh: boolean
}

/** Accepts the headers of a message, whose first `proven` have a valid proof of work. */
function judge(state: State, peer: Peer, headers: readonly BlockHeader[], proven: number): HeadersJudgement {
  if (headers.length === 0) return { stopped: false, fresh: false }
  const { accepted, last, stopped } = state.chain.acceptHeaders(headers, proven)
  const fresh = accepted.length > 0
  if (last !== undefined) state.peerChains.has(peer, last)
  if (stopped === undefined) return { stopped: false, fresh }
  if (stopped.reason === 'orphan') return { stopped: true, fresh }
  const { reason } = stopped.reason
  state.logger.info('invalid header', { peer: peer.id, reason })
  if (Object.hasOwn(HEADER_SCORES, reason)) peer.misbehaving(HEADER_POINTS, `header: ${reason}`)
  return { stopped: true, fresh }
}

interface HeadersAnswer {
  /** every header of the message was acceptable */
  readonly whole: boolean
  /** at least one was not known before */
  readonly fresh: boolean
  /** the best header is another one since */
  readonly ahead: boolean
}

function finished(
  state: State,
  peer: Peer,
  headers: readonly BlockHeader[],
  { whole, fresh, ahead }: HeadersAnswer,
): void {
  const { started, clock, chain, choice } = state
  const request = started.get(peer)
  if (ahead) choice.progressed(request?.state === 'open' ? clock.millis() - request.asked : undefined)
  const last = headers.at(-1)
  const entry = last && chain.byHash(blockHash(last))
  if (!whole || headers.length < LIMITS.headers || entry === undefined) {
    if (request !== undefined) started.set(peer, FINISHED)
  } else if (fresh || request === undefined) {
    if (request !== undefined) open(state, peer)
    getHeaders(state, peer, entry)
  } else started.set(peer, { state: 'standby', until: clock.millis() + HEADER_STANDBY_MS })
  start(state)
}
