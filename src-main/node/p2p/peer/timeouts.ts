import type { DisconnectReason } from '../disconnects.ts'
import { HANDSHAKE_MS, SILENCE_MS } from './limits.ts'
import type { Pings } from './pings.ts'
import type { Traffic } from './traffic.ts'

/**
 * Finds the timeout that a connection has exceeded (p2p.md §7). Returns `undefined` if no timeout is exceeded.
 * @param hasVersion true if the peer's version was accepted
 * @param now monotonic clock in ms
 */
export function findTimeout(
  { connected, lastSend, lastReceive }: Pick<Traffic, 'connected' | 'lastSend' | 'lastReceive'>,
  pings: Pick<Pings, 'overdue'>,
  hasVersion: boolean,
  now: number,
): DisconnectReason | undefined {
  if (!hasVersion && now - connected.millis > HANDSHAKE_MS) return 'handshake timeout'
  if (now - lastSend.millis > SILENCE_MS) return 'socket sending timeout'
  if (now - lastReceive.millis > SILENCE_MS) return 'socket receive timeout'
  return pings.overdue() > SILENCE_MS ? 'ping timeout' : undefined
}
