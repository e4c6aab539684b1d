import type { Peer } from '../peer/index.ts'
import type { BlockRequest } from './inFlight.ts'
import { HOLD_MS, MAX_EXCUSED_MS, MAX_HALVED, MOVING_BYTES, MOVING_MS } from './limits.ts'

/** Times are milliseconds. */
interface DeliveryRecord {
  /** when the peer last delivered what it was asked for */
  delivered: number
  /** how often another peer was asked instead since then */
  failures: number
  /** when another peer was last asked instead */
  failed: number
  /** bytes that the peer had sent at the last measurement, its time, and whether the peer was sending then */
  bytes: number
  measured: number
  moving: boolean
}

const FRESH: DeliveryRecord = { delivered: 0, failures: 0, failed: 0, bytes: 0, measured: 0, moving: false }

/**
 * Tracks which peers withhold blocks that they were asked for. Without this a crowd that announces each block first, or claims
 * the complete chain, could keep every block from us for as long as the time limits of all of them together.
 */
export class StallTracker {
  readonly #millis: () => number
  readonly #records = new Map<Peer, DeliveryRecord>()

  /** @param millis monotonic milliseconds */
  constructor(millis: () => number) {
    this.#millis = millis
  }

  /** Returns true if other peers need not wait for this one any longer. Our own slowness, and the line's, excuses it for a while. */
  isHeld({ peer, asked, owing }: BlockRequest<Peer>): boolean {
    const { delivered, failures, moving } = this.#read(peer)
    const excuse = peer.busy || moving ? MAX_EXCUSED_MS : 0
    const timeout = (HOLD_MS + excuse) / 2 ** (Math.min(failures, MAX_HALVED) + owing)
    return this.#millis() - Math.max(asked, delivered) > timeout
  }

  /** Notes that another peer is asked instead; of several requests made at a time only one counts against the peer. */
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

  /** Checks which peers are sending. Call it a few times a second, with all that owe a block. */
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

  /** Sorts by the fewest failures, then by those that delivered last. */
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
