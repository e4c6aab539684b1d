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
  /** ms of processor time used by this thread; time taken by other processes is not charged to peers */
  readonly cpuMillis: () => number
  /** calls back after the pending events */
  readonly soon: (callback: () => void) => void
  /** reports an error of this program while handling a peer's message */
  readonly failed: (peer: Peer, error: unknown) => void
  /** Returns true during block download, when messages that deliver no blocks get less time. */
  readonly isFetching: () => boolean
}

/** Processor time of a connection in ms. */
interface Account {
  /** Time used on the scale common to all peers: the peer with the lowest value is next. */
  used: number
  /** remaining time that is not charged */
  free: number
  /** time at which the peer last delivered requested data */
  deliveredAt: number
}

/**
 * Handles the messages of all peers in time slices. A peer that sends a thousand messages at once delays neither other
 * peers nor the node. Scheduling is start-time fair queueing: the peer that used the least time is next. A peer that
 * returns after a pause starts level with the peer being served, without credit for the pause. The first milliseconds
 * of a connection are free, so that a new peer gets its handshake and first reply among many busy peers. Time is not
 * charged for a handshake, or for messages that deliver requested data.
 */
export class MessageLoop {
  readonly #deps: MessageLoopDeps
  readonly #waiting = new Set<Peer>()
  readonly #accounts = new WeakMap<Peer, Account>()
  #scheduled = false
  /** true if a peer has connected since the last slice */
  #connected = false
  #stopped = false
  /** used time of the peer that was served last */
  #level = 0
  /** ms left for inbound peers until the next tick */
  #foreignMs: number = FOREIGN_MS_PER_TICK.otherwise

  constructor(deps: MessageLoopDeps) {
    this.#deps = deps
  }

  /** Records that a peer has connected; further connections may be waiting. */
  connected(): void {
    this.#connected = true
  }

  /** Schedules a peer that has messages or pending work. */
  wake(peer: Peer): void {
    if (this.#waiting.has(peer)) return
    const account = this.#accountFor(peer)
    account.used = Math.max(account.used, this.#level)
    this.#waiting.add(peer)
    this.#schedule()
  }

  /** Renews the time of inbound peers. Call about ten times a second. */
  tick(): void {
    // Time that a long message borrowed is deducted first.
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

  /** Returns the peer to serve next, or `undefined` if no waiting peer may use time before the next tick. */
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

  /** @param begun processor time so far @returns processor time after the step */
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
    // Re-added at the end: among peers with equal time, the peer that waited longest is next.
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
