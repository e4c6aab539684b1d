import type { DisconnectReason } from '../disconnects.ts'
import type { FloodKind } from '../floods.ts'
import { HANDSHAKE_MILLIS, SILENCE_MILLIS } from './limits.ts'
import type { PeerState } from './state.ts'

/** The connection has ended, by us or by the other side. */
export function closed(state: PeerState, reason: DisconnectReason, detail?: string): void {
  const { reader, inbox, deps, peer } = state
  state.closed = true
  state.work = undefined
  reader.drop()
  inbox.clear()
  deps.events.closed(peer, reason, detail)
}

/** What was written may still go out. */
export function disconnect(state: PeerState, reason: DisconnectReason, detail?: string): void {
  if (state.closed) return
  state.transport.close()
  closed(state, reason, detail)
}

/** Ends the connection at once. */
export function destroy(state: PeerState, reason: DisconnectReason): void {
  if (state.closed) return
  state.transport.destroy()
  closed(state, reason)
}

/** Adds to the ban score; at the threshold the peer is banned and disconnected. */
export function addBanScore(state: PeerState, points: number, reason: string): void {
  if (points <= 0 || state.closed) return
  const { facts, settings, deps, peer } = state
  const before = state.score
  state.score += points
  if (before >= settings.banScore || state.score < settings.banScore || facts.whitelisted) return
  deps.events.banned(peer, reason)
  disconnect(state, 'misbehaving', reason)
}

/** Charges messages that bring nothing, and disconnects the peer when its allowance is used up. */
export function spend(state: PeerState, kind: FloodKind, count = 1): void {
  if (state.closed || state.facts.whitelisted || state.allowance.spend(kind, count)) return
  disconnect(state, 'message flood', kind)
}

/** Pings, and the time limits of a connection. */
export function tick(state: PeerState): void {
  if (state.closed) return
  const reason = overdue(state)
  if (reason !== undefined) disconnect(state, reason)
  else if (state.version !== undefined) state.pings.tick()
}

function overdue({ version, connected, lastSend, lastReceive, pings, deps }: PeerState): DisconnectReason | undefined {
  const time = deps.millis()
  if (version === undefined && time - connected.millis > HANDSHAKE_MILLIS) return 'handshake timeout'
  if (time - lastSend.millis > SILENCE_MILLIS) return 'socket sending timeout'
  if (time - lastReceive.millis > SILENCE_MILLIS) return 'socket receive timeout'
  return pings.overdue() > SILENCE_MILLIS ? 'ping timeout' : undefined
}
