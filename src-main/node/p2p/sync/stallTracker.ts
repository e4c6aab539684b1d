import type { Peer } from '../peer/index.ts'
import type { Request } from './inFlight.ts'
import { HOLD_MILLIS, MAX_EXCUSED_MILLIS, MAX_HALVED, MOVING_BYTES, MOVING_MILLIS } from './limits.ts'

/** Times are milliseconds. */
interface Standing {
  /** when it last delivered what it was asked for */
  delivered: number
  /** how often another was asked in its place since then */
  failures: number
  /** the last time */
  failed: number
  /** bytes that it had sent at the last check, and whether it was sending then */
  bytes: number
  looked: number
  moving: boolean
}

const FRESH: Standing = { delivered: 0, failures: 0, failed: 0, bytes: 0, looked: 0, moving: false }

export type StallTracker = ReturnType<typeof createStallTracker>

/**
 * Who keeps blocks to itself that it was asked for. Without this a crowd that announces each block first, or claims the whole
 * chain, could keep every block from us for as long as the time limits of all of them together.
 */
export function createStallTracker(millis: () => number) {
  const standings = new Map<Peer, Standing>()
  const standing = (peer: Peer): Readonly<Standing> => standings.get(peer) ?? FRESH

  function own(peer: Peer): Standing {
    const found = standings.get(peer) ?? { ...FRESH }
    standings.set(peer, found)
    return found
  }

  return {
    /** Others need not wait for it any longer. Our own slowness, and the line's, excuses it for a while. */
    isHeld({ peer, asked, owing }: Request<Peer>): boolean {
      const { delivered, failures, moving } = standing(peer)
      const excuse = peer.busy || moving ? MAX_EXCUSED_MILLIS : 0
      const patience = (HOLD_MILLIS + excuse) / 2 ** (Math.min(failures, MAX_HALVED) + owing)
      return millis() - Math.max(asked, delivered) > patience
    },
    /** Somebody else is asked; of several requests made at a time only one counts against the peer. */
    taken(request: Request<Peer> | undefined): void {
      if (request === undefined) return
      const found = own(request.peer)
      if (request.asked < found.failed) return
      found.failures++
      found.failed = millis()
    },
    delivered(peer: Peer): void {
      const found = own(peer)
      found.delivered = millis()
      found.failures = 0
      found.failed = 0
    },
    /** a few times a second, with all that owe a block */
    look(peers: Iterable<Peer>): void {
      const now = millis()
      for (const peer of peers) {
        const found = own(peer)
        if (now - found.looked < MOVING_MILLIS) continue
        const { receivedBytes } = peer.stats.traffic
        found.moving = found.looked > 0 && receivedBytes - found.bytes >= MOVING_BYTES
        found.bytes = receivedBytes
        found.looked = now
      }
    },
    /** The fewest failures first, then those that delivered last. */
    ranked(peers: readonly Peer[]): Peer[] {
      return [...peers].sort(
        (a, b) => standing(a).failures - standing(b).failures || standing(b).delivered - standing(a).delivered,
      )
    },
    left: (peer: Peer) => void standings.delete(peer),
  }
}
