import type { Peer } from '../peer/index.ts'
import type { BlockRequest } from './inFlight.ts'
import { HOLD_MS, MAX_EXCUSED_MS, MAX_HALVED, MOVING_BYTES, MOVING_MS } from './limits.ts'

/** Delivery history of a peer. Times are in ms. */
interface DeliveryRecord {
  /** time at which the peer last delivered a requested block */
  delivered: number
  /** number of times that another peer was asked instead since then */
  failures: number
  /** time at which another peer was last asked instead */
  failed: number
  /** bytes received from the peer at the last measurement, its time, and whether the peer was sending then */
  bytes: number
  measured: number
  moving: boolean
}

const FRESH: DeliveryRecord = { delivered: 0, failures: 0, failed: 0, bytes: 0, measured: 0, moving: false }

/**
 * Detects peers that do not deliver requested blocks (stalling), so that a re-request goes to another peer. Without it,
 * many peers that announce each block first, or claim the whole chain, could withhold every block for the sum of their
 * timeouts.
 */
export class StallTracker {
  readonly #millis: () => number
  readonly #records = new Map<Peer, DeliveryRecord>()

  /** @param millis monotonic clock in ms */
  constructor(millis: () => number) {
    this.#millis = millis
  }

  /**
   * Returns true if other peers need not wait for this one any longer. Messages queued on this node, or a slow
   * connection, extend the time.
   */
  isHeld({ peer, asked, owing }: BlockRequest<Peer>): boolean {
    const { delivered, failures, moving } = this.#read(peer)
    const excuse = peer.busy || moving ? MAX_EXCUSED_MS : 0
    const timeout = (HOLD_MS + excuse) / 2 ** (Math.min(failures, MAX_HALVED) + owing)
    return this.#millis() - Math.max(asked, delivered) > timeout
  }

  /** Records that another peer is asked instead. Among requests made at the same time, only one counts as a failure. */
  reassigned(request: BlockRequest<Peer> | undefined): void {
    if (request === undefined) return
    const record = this.#write(request.peer)
    if (request.asked < record.failed) return
    record.failures++
    record.failed = this.#millis()
  }

  delivered(peer: Peer): void {
    const record = this.#write(peer)
    record.delivered = this.#millis()
    record.failures = 0
    record.failed = 0
  }

  /** Measures which peers are sending. Call a few times a second, with all peers that owe a block. */
  measure(peers: Iterable<Peer>): void {
    const now = this.#millis()
    for (const peer of peers) {
      const record = this.#write(peer)
      if (now - record.measured < MOVING_MS) continue
      const { receivedBytes } = peer.stats.traffic
      record.moving = record.measured > 0 && receivedBytes - record.bytes >= MOVING_BYTES
      record.bytes = receivedBytes
      record.measured = now
    }
  }

  /** Sorts by the fewest failures, then by the latest delivery. */
  ranked(peers: readonly Peer[]): Peer[] {
    return [...peers].sort(
      (a, b) => this.#read(a).failures - this.#read(b).failures || this.#read(b).delivered - this.#read(a).delivered,
    )
  }

  left(peer: Peer): void {
    this.#records.delete(peer)
  }

  #read(peer: Peer): Readonly<DeliveryRecord> {
    return this.#records.get(peer) ?? FRESH
  }

  #write(peer: Peer): DeliveryRecord {
    const found = this.#records.get(peer) ?? { ...FRESH }
    this.#records.set(peer, found)
    return found
  }
}
