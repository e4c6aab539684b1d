import { handleMessage, type MessageReceivers } from '../handleMessage.ts'
import type { Peer } from '../peer/index.ts'
import {
  CONNECTING_SLICE_MS,
  CREDIT_MS,
  FOREIGN_MS_PER_TICK,
  FREE_MS,
  MAX_FOREIGN_DEBT_MS,
  MESSAGE_SLICE_MS,
  TRUSTED_WEIGHT,
} from './limits.ts'

export interface MessageLoopDeps {
  readonly receivers: MessageReceivers
  readonly millis: () => number
  /** ms of processor time that this thread has used: what a busy machine takes from it is no work of a peer's */
  readonly cpuMillis: () => number
  /** calls back after the events that wait */
  readonly soon: (callback: () => void) => void
  /** a fault of ours, met while handling a message of this peer */
  readonly failed: (peer: Peer, error: unknown) => void
  /** Returns true while blocks are being fetched: then messages that bring none have less time. */
  readonly isFetching: () => boolean
}

/** Processor time of a connection, ms. */
interface Account {
  /** Time used so far on the scale that all peers share: the peer with the least is next. */
  used: number
  /** time that is still free */
  free: number
  /** when the peer last delivered what it was asked for */
  deliveredAt: number
}

/**
 * Handles the messages of all peers in slices: a peer that sends a thousand of them at once holds up neither the others nor the
 * node. Turns are given by time used (start-time fair queueing): the peer whose messages took least is next, and a peer that
 * comes back after a pause starts level with the one that is served, without credit for the pause. The first milliseconds of
 * a connection are free, so that a new peer gets through its handshake and first answer among many busy ones. Time of messages that
 * bring what the peer was asked for is not counted, nor that of its handshake.
 */
export class MessageLoop {
  readonly #deps: MessageLoopDeps
  readonly #waiting = new Set<Peer>()
  readonly #accounts = new WeakMap<Peer, Account>()
  #scheduled = false
  /** a peer has connected since the last slice */
  #connected = false
  #stopped = false
  /** time used by the peer that was served last */
  #level = 0
  /** ms left until the next tick for peers that connected to this node */
  #foreignMs: number = FOREIGN_MS_PER_TICK.otherwise

  constructor(deps: MessageLoopDeps) {
    this.#deps = deps
  }

  /** Notes that a peer has connected to this node: others may wait to be accepted. */
  connected(): void {
    this.#connected = true
  }

  /** Serves the peer soon: it has something to do. */
  wake(peer: Peer): void {
    if (this.#waiting.has(peer)) return
    const account = this.#accountFor(peer)
    account.used = Math.max(account.used, this.#level)
    this.#waiting.add(peer)
    this.#schedule()
  }

  /** Gives inbound peers time again. Call it about ten times a second. */
  tick(): void {
    // First pays back the time that a long message borrowed.
    const limit = this.#deps.isFetching() ? FOREIGN_MS_PER_TICK.fetching : FOREIGN_MS_PER_TICK.otherwise
    this.#foreignMs = Math.min(limit, this.#foreignMs + limit)
    if (this.#waiting.size > 0) this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    this.#waiting.clear()
  }

  #schedule(): void {
    if (this.#scheduled || this.#stopped) return
    this.#scheduled = true
    this.#deps.soon(() => this.#runSlice())
  }

  #runSlice(): void {
    const { millis, cpuMillis } = this.#deps
    this.#scheduled = false
    if (this.#stopped) return
    const end = millis() + (this.#connected ? CONNECTING_SLICE_MS : MESSAGE_SLICE_MS)
    this.#connected = false
    let used = cpuMillis()
    do {
      const peer = this.#next(millis())
      if (peer === undefined) return
      used = this.#serve(peer, used)
    } while (millis() < end)
    if (this.#waiting.size > 0) this.#schedule()
  }

  /** Returns the peer to serve next; `undefined` if none waits, or none that may have time before the next tick. */
  #next(now: number): Peer | undefined {
    const closed = this.#foreignMs <= 0
    let best: Peer | undefined
    let least = Number.POSITIVE_INFINITY
    for (const peer of this.#waiting) {
      const { used } = this.#accountFor(peer)
      if (used >= least || (closed && this.#isForeign(peer, now))) continue
      best = peer
      least = used
    }
    return best
  }

  /** @param begun processor time so far; returns the same for the end of the step */
  #serve(peer: Peer, begun: number): number {
    const account = this.#accountFor(peer)
    this.#level = Math.max(this.#level, account.used)
    this.#waiting.delete(peer)
    let more = false
    try {
      more = peer.step((message) => handleMessage(peer, message, this.#deps.receivers))
    } catch (error) {
      this.#deps.failed(peer, error)
    }
    const ended = this.#deps.cpuMillis()
    if (peer.delivered) account.deliveredAt = this.#deps.millis()
    else if (!peer.introduced) this.#charge(peer, account, ended - begun)
    // At the end: of peers that used the same time the one that waited longest is next.
    if (more) this.#waiting.add(peer)
    return ended
  }

  #charge(peer: Peer, account: Account, spent: number): void {
    const trusted = !peer.inbound || peer.whitelisted
    account.free -= spent
    if (account.free < 0) {
      account.used -= trusted ? account.free / TRUSTED_WEIGHT : account.free
      account.free = 0
    }
    if (this.#isForeign(peer, this.#deps.millis()))
      this.#foreignMs = Math.max(-MAX_FOREIGN_DEBT_MS, this.#foreignMs - spent)
  }

  #isForeign(peer: Peer, now: number): boolean {
    return peer.inbound && !peer.whitelisted && peer.ready && now - this.#accountFor(peer).deliveredAt > CREDIT_MS
  }

  #accountFor(peer: Peer): Account {
    let account = this.#accounts.get(peer)
    if (account === undefined) {
      account = { used: this.#level, free: FREE_MS, deliveredAt: Number.NEGATIVE_INFINITY }
      this.#accounts.set(peer, account)
    }
    return account
  }
}
