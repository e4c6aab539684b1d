import { HANDSHAKE_MILLIS, SILENCE_MILLIS } from './limits.ts'
import type { PeerState } from './state.ts'

/** The connection is gone, whoever ended it. */
export function closed(state: PeerState, reason: string): void {
  const { reader, inbox, deps, peer } = state
  state.closed = true
  state.work = undefined
  reader.drop()
  inbox.clear()
  deps.events.closed(peer, reason)
}

/** @param at `soon`: what was written may still go out */
export function disconnect(state: PeerState, reason: string, at: 'once' | 'soon' = 'soon'): void {
  if (state.closed) return
  if (at === 'once') state.transport.destroy()
  else state.transport.close()
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
  disconnect(state, `it misbehaved: ${reason}`)
}

/** Pings, and the time limits of a connection. */
export function tick(state: PeerState): void {
  if (state.closed) return
  const reason = overdue(state)
  if (reason !== undefined) disconnect(state, reason)
  else if (state.version !== undefined) state.pings.tick()
}

function overdue({ version, connected, lastSend, lastReceive, pings, deps }: PeerState): string | undefined {
  const time = deps.millis()
  if (version === undefined && time - connected.millis > HANDSHAKE_MILLIS) return 'it did not say who it is'
  if (time - lastSend.millis > SILENCE_MILLIS) return 'nothing could be sent for too long'
  if (time - lastReceive.millis > SILENCE_MILLIS) return 'nothing came for too long'
  return pings.overdue() > SILENCE_MILLIS ? 'it did not answer a ping' : undefined
}
