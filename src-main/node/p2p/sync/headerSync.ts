import type { Chain } from '../../chain/index.ts'
import { OTHER_FIRST_BLOCK } from '../../consensus/index.ts'
import type { BlockEntry, Clock, Logger } from '../../core/index.ts'
import { type BlockHeader, blockHash } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import { LIMITS, PROTOCOL_VERSION } from '../wire/index.ts'
import { servesBlocks } from './candidates.ts'
import { HeaderFaults } from './headerFaults.ts'
import type { HeaderPath } from './headerPath.ts'
import { HeaderPeerChoice } from './headerPeerChoice.ts'
import {
  type AnnouncedBlocks,
  FINISHED,
  type HeaderRequest,
  type HeadersAnswer,
  type HeadersVerdict,
} from './headerRequests.ts'
import { HEADER_STANDBY_MS, HEADERS_MS, MAX_ANNOUNCED, MAX_EXCUSED_MS, RECENT_HEADER_SECONDS } from './limits.ts'
import { buildLocator } from './locator.ts'
import type { OtherChains } from './otherChains.ts'
import { type PeerChains, refusedBest } from './peerChains.ts'
import { SolutionCheck } from './solutionCheck.ts'

export interface HeaderSyncDeps {
  readonly chain: Pick<Chain, 'bestHeader' | 'provenHeaders' | 'acceptHeaders' | 'byHash' | 'byHeight'>
  /** see `ImportQueue` */
  readonly prepareCommit: (millis: number) => boolean
  readonly clock: Clock
  readonly path: HeaderPath
  readonly peerChains: PeerChains
  readonly otherChains: OtherChains
  readonly peers: () => Iterable<Peer>
  readonly logger: Logger
}

/** Time per turn in ms for preparing the commit of blocks being connected, which must precede writing headers. */
const PREPARE_MS = 4
/** Number of headers charged for an unrequested headers message, in addition to the headers in it. */
const MESSAGE_ENTRIES = 16
/** Maximum number of turns that headers wait for that commit: new blocks may arrive just as fast. */
const MAX_TURNS = 40

const NO_STOP: Uint8Array = new Uint8Array(32)

/** Headers sync: downloads headers before blocks (p2p.md §3 headers, §4.1, §4.2). */
export class HeaderSync {
  readonly #headersAtOnce: number
  readonly #deps: HeaderSyncDeps
  readonly #requests = new Map<Peer, HeaderRequest>()
  readonly #choice: HeaderPeerChoice
  /** number of sent requests minus replies */
  readonly #unanswered = new Map<Peer, number>()
  /** announcements whose headers have not arrived */
  readonly #announced = new Map<Peer, AnnouncedBlocks>()
  readonly #faults: HeaderFaults

  constructor({ headersAtOnce }: { readonly headersAtOnce: number }, deps: HeaderSyncDeps) {
    this.#headersAtOnce = headersAtOnce
    this.#deps = deps
    this.#faults = new HeaderFaults(deps.chain, deps.logger)
    this.#choice = new HeaderPeerChoice(() => deps.clock.millis())
  }

  /** Requests headers: from a few peers while the node is far behind (headerPeerChoice.ts), otherwise from all. */
  start(): void {
    const { chain, clock } = this.#deps
    const peers = [...this.#deps.peers()].filter((peer) => servesBlocks(peer) && this.#isFree(peer))
    if (peers.length === 0) return
    if (chain.bestHeader().time > clock.now() - RECENT_HEADER_SECONDS) {
      for (const peer of peers) this.#begin(peer)
      return
    }
    const asked = [...this.#requests].filter(([, request]) => request.state === 'open').map(([peer]) => peer)
    for (const peer of this.#choice.choose(peers, asked)) this.#begin(peer)
  }

  /**
   * Requests headers up to an announced block, for each such block while the peer answers. Otherwise the newest
   * announcement replaces the earlier ones.
   */
  ask(peer: Peer, stop: Uint8Array): void {
    const { clock, peerChains, chain } = this.#deps
    const open = this.#announced.get(peer) ?? { unanswered: 0, due: 0, waiting: undefined }
    this.#announced.set(peer, open)
    if (open.unanswered >= MAX_ANNOUNCED) {
      open.waiting = stop.slice()
      return
    }
    open.unanswered++
    open.due = clock.millis() + HEADERS_MS
    // On another chain or a rejected branch, request only the new part: from our own chain on, the reply would contain
    // all of that branch.
    if (this.#deps.otherChains.shown(peer) !== undefined) this.#getOtherHeaders(peer, stop)
    else this.#getHeaders(peer, refusedBest(peerChains.get(peer)) ?? chain.bestHeader(), stop)
  }

  /**
   * Handles a headers message: first proof of work, some headers per turn, then all headers of the message at once.
   * @param progressed called when the message was accepted or rejected
   */
  take(peer: Peer, headers: readonly BlockHeader[], progressed: () => void): Work | undefined {
    this.#countAnswer(peer, headers.length)
    if (areLinked(headers)) return this.#takeLinked(peer, headers, progressed)
    peer.misbehaving(MESSAGE_SCORES.unlinkedHeaders.points, 'non-continuous headers')
    return undefined
  }

  started(peer: Peer): boolean {
    return this.#requests.has(peer)
  }

  /** Returns true if the peer was asked and has sent all its headers, or did not answer. */
  finished(peer: Peer): boolean {
    return this.#requests.get(peer)?.state === 'finished'
  }

  left(peer: Peer): void {
    this.#requests.delete(peer)
    this.#announced.delete(peer)
    this.#unanswered.delete(peer)
    this.#faults.forget(peer)
    this.#deps.otherChains.forget(peer)
  }

  tick(): void {
    const { clock, logger } = this.#deps
    for (const [peer, { due }] of [...this.#announced]) if (clock.millis() > due) this.#answered(peer)
    for (const [peer, request] of this.#requests) {
      // The reply may be among queued messages. The extension is limited, because a peer may always send other
      // messages.
      const excuse = peer.busy ? MAX_EXCUSED_MS : 0
      if (request.state !== 'open' || clock.millis() <= request.due + excuse) continue
      logger.info('headers timeout', { peer: peer.id })
      this.#requests.set(peer, FINISHED)
    }
    // Our chain may have outgrown the proven work of another chain.
    for (const [peer, request] of this.#requests) {
      if (request === FINISHED && this.#deps.otherChains.needsMore(peer)) this.#proveMore(peer)
    }
  }

  #isFree(peer: Peer): boolean {
    const request = this.#requests.get(peer)
    return request === undefined || (request.state === 'standby' && this.#deps.clock.millis() >= request.until)
  }

  #begin(peer: Peer): void {
    this.#open(peer)
    // Start from the parent: a peer on the same block then replies with that block, which shows that it has it.
    const best = this.#deps.chain.bestHeader()
    this.#getHeaders(peer, best.prev ?? best, NO_STOP)
  }

  #open(peer: Peer): void {
    const asked = this.#deps.clock.millis()
    this.#requests.set(peer, { state: 'open', asked, due: asked + HEADERS_MS })
  }

  #getHeaders(peer: Peer, from: BlockEntry, stop: Uint8Array): void {
    this.#unanswered.set(peer, (this.#unanswered.get(peer) ?? 0) + 1)
    const hashes = buildLocator(from, this.#deps.path)
    peer.send({ type: 'getheaders', version: PROTOCOL_VERSION, hashes, stop })
  }

  /**
   * Requests headers of a peer on another chain, from the last block that it has shown, or from genesis if that is no
   * longer kept.
   */
  #getOtherHeaders(peer: Peer, stop: Uint8Array): void {
    const { chain, otherChains } = this.#deps
    this.#unanswered.set(peer, (this.#unanswered.get(peer) ?? 0) + 1)
    const hashes = [otherChains.shown(peer), chain.byHeight(0)?.hash].filter((hash) => hash !== undefined)
    peer.send({ type: 'getheaders', version: PROTOCOL_VERSION, hashes, stop })
  }

  #proveMore(peer: Peer): void {
    this.#open(peer)
    this.#getOtherHeaders(peer, NO_STOP)
  }

  #countAnswer(peer: Peer, headers: number): void {
    const count = this.#unanswered.get(peer) ?? 0
    if (count === 0) peer.spend('unaskedHeader', MESSAGE_ENTRIES + headers)
    else this.#unanswered.set(peer, count - 1)
  }

  /** Ends the requests for announced blocks, because the peer answered or timed out. */
  #answered(peer: Peer): void {
    const waiting = this.#announced.get(peer)?.waiting
    this.#announced.delete(peer)
    if (waiting !== undefined && this.#deps.chain.byHash(waiting) === undefined) this.ask(peer, waiting)
  }

  #takeLinked(peer: Peer, headers: readonly BlockHeader[], progressed: () => void): Work {
    const { chain, otherChains, prepareCommit } = this.#deps
    const continuation = otherChains.continuation(peer, headers)
    if (continuation !== undefined) return this.#takeContinuation(peer, headers, continuation)
    // Do not check proofs of headers with an unknown parent, or behind an invalid header.
    const first = headers[0]
    const usable = first === undefined || chain.byHash(first.prevHash) !== undefined ? headers : headers.slice(0, 1)
    const check = this.#checkSolutions(usable, usable.length > 1)
    let turns = 0
    const requested = this.#isRequested(peer)
    if (requested) peer.credit()
    return () => {
      if (requested) peer.credit()
      if (!check.step()) return false
      // Accept all headers of a message at once: the blocks being connected must be written before each acceptance.
      if (turns++ < MAX_TURNS && !prepareCommit(PREPARE_MS)) return false
      const best = chain.bestHeader()
      const { stopped, fresh } = this.#accept(peer, check.usable, check.proven)
      if (!peer.closed) {
        this.#answered(peer)
        this.#finish(peer, headers, { complete: !stopped, fresh, ahead: chain.bestHeader() !== best })
      }
      progressed()
      return true
    }
  }

  /**
   * Handles headers of a peer on another chain, which are not kept.
   * @param fresh headers that were not handled before
   */
  #takeContinuation(peer: Peer, headers: readonly BlockHeader[], fresh: readonly BlockHeader[]): Work {
    const check = this.#checkSolutions(fresh, true)
    const requested = this.#isRequested(peer)
    return () => {
      if (requested) peer.credit()
      if (!check.step()) return false
      const complete = check.proven === fresh.length
      const more = complete && headers.length >= LIMITS.headers
      this.#deps.otherChains.extend(peer, fresh.slice(0, check.proven), more)
      this.#answered(peer)
      this.#finish(peer, headers, { complete, fresh: true, ahead: false })
      return true
    }
  }

  #checkSolutions(headers: readonly BlockHeader[], isNeeded: boolean): SolutionCheck {
    return new SolutionCheck(this.#deps.chain, headers, { perStep: this.#headersAtOnce, isNeeded })
  }

  #isRequested(peer: Peer): boolean {
    return this.#requests.get(peer)?.state === 'open' || this.#announced.has(peer)
  }

  /** Accepts the headers of a message; the first `proven` headers have a valid proof of work. */
  #accept(peer: Peer, headers: readonly BlockHeader[], proven: number): HeadersVerdict {
    const { chain, peerChains, otherChains } = this.#deps
    if (headers.length === 0) return { stopped: false, fresh: false }
    const { accepted, last, stopped } = chain.acceptHeaders(headers, proven)
    const fresh = accepted.length > 0
    if (last !== undefined) {
      peerChains.has(peer, last)
      if (last.height > 0) otherChains.forget(peer)
    }
    if (stopped === undefined) return { stopped: false, fresh }
    if (stopped.reason === 'orphan') return { stopped: true, fresh }
    // The first header of a message may be the only one. Its proof was checked together with the rules.
    if (stopped.reason === OTHER_FIRST_BLOCK)
      otherChains.begin(peer, headers.slice(0, Math.max(proven, 1)), headers.length >= LIMITS.headers)
    else this.#faults.note(peer, headers[stopped.index]!, stopped.reason)
    return { stopped: true, fresh }
  }

  /** Requests more headers, or records that the peer has no more. */
  #finish(peer: Peer, headers: readonly BlockHeader[], { complete, fresh, ahead }: HeadersAnswer): void {
    const { clock, chain } = this.#deps
    const request = this.#requests.get(peer)
    if (this.#deps.otherChains.needsMore(peer)) {
      this.#proveMore(peer)
      return
    }
    if (ahead) this.#choice.progressed(request?.state === 'open' ? clock.millis() - request.asked : undefined)
    const last = headers.at(-1)
    const entry = last && chain.byHash(blockHash(last))
    if (!complete || headers.length < LIMITS.headers || entry === undefined) {
      if (request !== undefined) this.#requests.set(peer, FINISHED)
    } else if (fresh || request === undefined) {
      if (request !== undefined) this.#open(peer)
      this.#getHeaders(peer, entry, NO_STOP)
    } else this.#requests.set(peer, { state: 'standby', until: clock.millis() + HEADER_STANDBY_MS })
    this.start()
  }
}

function areLinked(headers: readonly BlockHeader[]): boolean {
  return headers.every(({ prevHash }, index) => index === 0 || equal(prevHash, blockHash(headers[index - 1]!)))
}
