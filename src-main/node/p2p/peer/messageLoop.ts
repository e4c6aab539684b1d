import {
  CONNECTING_SLICE_MS,
  CREDIT_MS,
  FOREIGN_MS_PER_TICK,
  FREE_MS,
  MAX_FOREIGN_DEBT_MS,
  MESSAGE_SLICE_MS,
  TRUSTED_WEIGHT,
} from './limits.ts'
import type { OwnedPeer } from './types.ts'

export interface MessageLoop {
  /** A peer has connected to this node: others may wait to be accepted. */
  connected(): void
  /** the peer has something to do */
  wake(peer: OwnedPeer): void
  /** about ten times a second */
  tick(): void
  stop(): void
}

export interface MessageLoopDeps {
  readonly millis: () => number
  /** ms of processor time that this thread has used: what a busy machine takes from it is no work of a peer's */
  readonly cpuMillis: () => number
  /** calls back after the events that wait */
  readonly soon: (callback: () => void) => void
  /** a fault of ours, met while handling a message of this peer */
  readonly failed: (peer: OwnedPeer, error: unknown) => void
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
export function createMessageLoop(deps: MessageLoopDeps): MessageLoop {
  const { millis, cpuMillis, soon, failed } = deps
  const waiting = new Set<OwnedPeer>()
  const accounts = new WeakMap<OwnedPeer, Account>()
  let scheduled = false
  /** a peer has connected since the last slice */
  let connected = false
  let stopped = false
  /** time used by the peer that was served last */
  let level = 0
  /** ms left until the next tick for peers that connected to this node */
  let foreignMs: number = FOREIGN_MS_PER_TICK.otherwise

  function accountFor(peer: OwnedPeer): Account {
    let account = accounts.get(peer)
    if (account === undefined) {
      account = { used: level, free: FREE_MS, deliveredAt: Number.NEGATIVE_INFINITY }
      accounts.set(peer, account)
    }
    return account
  }

  const isForeign = (peer: OwnedPeer, now: number) =>
    peer.inbound && !peer.whitelisted && peer.ready && now - accountFor(peer).deliveredAt > CREDIT_MS

  /** The peer to serve next; undefined if none waits, or none that may have time before the next tick. */
  function next(now: number): OwnedPeer | undefined {
    const closed = foreignMs <= 0
    let best: OwnedPeer | undefined
    let least = Number.POSITIVE_INFINITY
    for (const peer of waiting) {
      const { used } = accountFor(peer)
      if (used >= least || (closed && isForeign(peer, now))) continue
      best = peer
      least = used
    }
    return best
  }

  /** @param begun processor time so far; returns the same for the end of the step */
  function serve(peer: OwnedPeer, begun: number): number {
    const account = accountFor(peer)
    level = Math.max(level, account.used)
    waiting.delete(peer)
    let more = false
    try {
      more = peer.step()
    } catch (error) {
      failed(peer, error)
    }
    const ended = cpuMillis()
    if (peer.delivered) account.deliveredAt = millis()
    else if (!peer.introduced) charge(peer, account, ended - begun)
    // At the end: of peers that used the same time the one that waited longest is next.
    if (more) waiting.add(peer)
    return ended
  }

  function charge(peer: OwnedPeer, account: Account, spent: number): void {
    const trusted = !peer.inbound || peer.whitelisted
    account.free -= spent
    if (account.free < 0) {
      account.used -= trusted ? account.free / TRUSTED_WEIGHT : account.free
      account.free = 0
    }
    if (isForeign(peer, millis())) foreignMs = Math.max(-MAX_FOREIGN_DEBT_MS, foreignMs - spent)
  }

  function slice(): void {
    scheduled = false
    if (stopped) return
    const end = millis() + (connected ? CONNECTING_SLICE_MS : MESSAGE_SLICE_MS)
    connected = false
    let used = cpuMillis()
    do {
      const peer = next(millis())
      if (peer === undefined) return
      used = serve(peer, used)
    } while (millis() < end)
    if (waiting.size > 0) schedule()
  }

  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    soon(slice)
  }

  return {
    connected() {
      connected = true
    },
    wake(peer) {
      if (waiting.has(peer)) return
      const account = accountFor(peer)
      account.used = Math.max(account.used, level)
      waiting.add(peer)
      schedule()
    },
    tick() {
      // What a long message took beyond its time is paid back first.
      const limit = deps.isFetching() ? FOREIGN_MS_PER_TICK.fetching : FOREIGN_MS_PER_TICK.otherwise
      foreignMs = Math.min(limit, foreignMs + limit)
      if (waiting.size > 0) schedule()
    },
    stop() {
      stopped = true
      waiting.clear()
    },
  }
}
