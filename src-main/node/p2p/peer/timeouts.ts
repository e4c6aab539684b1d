import type { DisconnectReason } from '../disconnects.ts'
import { HANDSHAKE_MILLIS, SILENCE_MILLIS } from './limits.ts'
import type { Pings } from './pings.ts'
import type { Traffic } from './traffic.ts'

/**
 * Finds the time limit that a connection has exceeded (p2p.md §7). Returns `undefined` if there is none.
 * @param hasVersion the peer's version was accepted
 * @param now monotonic milliseconds
 */
export function findTimeout(
  { connected, lastSend, lastReceive }: Pick<Traffic, 'connected' | 'lastSend' | 'lastReceive'>,
  pings: Pick<Pings, 'overdue'>,
  hasVersion: boolean,
  now: number,
): DisconnectReason | undefined {
  if (!hasVersion && now - connected.millis > HANDSHAKE_MILLIS) return 'handshake timeout'
  if (now - lastSend.millis > SILENCE_MILLIS) return 'socket sending timeout'
  if (now - lastReceive.millis > SILENCE_MILLIS) return 'socket receive timeout'
  return pings.overdue() > SILENCE_MILLIS ? 'ping timeout' : undefined
}
