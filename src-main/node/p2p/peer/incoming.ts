import { REJECT } from '../../consensus/index.ts'
import { DecodeError } from '../../util/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import {
  decodeMessage,
  type FrameEvent,
  type Incoming,
  LIMITS,
  type VersionMessage,
  type WireMessage,
} from '../wire/index.ts'
import { disconnect, spend } from './closing.ts'
import { OLD_VERSION_TEXT, versionProblem } from './handshake.ts'
import { MAX_READ_AHEAD } from './limits.ts'
import { reject, sendMessage, sendVersion } from './outgoing.ts'
import { hasWork, isCongested, type PeerState, stampOf } from './state.ts'
import type { MessageHandler, Peer } from './types.ts'

const FRAME_HEAD = 24
/** of one entry of an inv */
const INV_BYTES = 36
/** What lists of small things take as objects, in multiples of their bytes. */
const OBJECTS: Readonly<Record<string, number>> = { inv: 6, getdata: 6, addr: 6 }
/** Seconds: a clock that is further off is as wrong as one can be. */
const MOST_OFFSET = 2 ** 31 - 1

/** Keeps bytes that have arrived for the peer's turn: reading messages out of them is work that it has to wait for. */
export function receive(state: PeerState, chunk: Uint8Array): void {
  const { reader, inbox, deps, transport } = state
  state.lastReceive = stampOf(deps)
  if (reader.buffered + inbox.bytes + state.working === 0) state.movedAt = state.lastReceive.millis
  state.traffic.arrived(chunk.length)
  deps.traffic.received(chunk.length)
  inbox.push(chunk)
  if (inbox.bytes >= readAhead(state) && !state.paused) {
    state.paused = true
    transport.pause()
  }
  if (hasWork(state)) deps.events.wake(state.peer)
}

/** Bytes above which nothing more is read from the peer. */
function readAhead({ facts, settings }: PeerState): number {
  const trusted = !facts.inbound || facts.whitelisted
  return trusted ? settings.maxReceiveBuffer : Math.min(MAX_READ_AHEAD, settings.maxReceiveBuffer)
}

export function takeFrame(state: PeerState, event: FrameEvent): void {
  if (state.closed) return
  if (event.kind === 'fatal') disconnect(state, event.reason === 'magic' ? 'wrong network magic' : 'oversized message')
  else if (event.kind === 'dropped') {
    state.traffic.received(event.command, event.bytes, state.deps.now())
    spend(state, 'uselessMessage')
  } else handle(state, event)
}

/** Reads and handles one message, or goes on with the one before. Returns whether to call again soon. */
export function step(state: PeerState): boolean {
  if (state.closed || isCongested(state)) return false
  state.movedAt = state.deps.millis()
  state.delivered = false
  state.introduced = false
  const { work, inbox, reader } = state
  if (work !== undefined) {
    if (work() && state.work === work) state.work = undefined
  } else {
    inbox.read((chunk, offset) => reader.feedOne(chunk, offset))
    resume(state)
  }
  if (state.work === undefined) state.working = 0
  return hasWork(state)
}

/** Reading goes on when half of the room is free again, not at every byte. */
function resume(state: PeerState): void {
  if (!state.paused || state.closed || state.inbox.bytes > readAhead(state) / 2) return
  state.paused = false
  state.transport.resume()
}

function handle(state: PeerState, { command, payload }: WireMessage): void {
  state.traffic.received(command, payload.length + FRAME_HEAD, state.deps.now())
  state.working = payload.length * (OBJECTS[command] ?? 1)
  if (state.version === undefined && command !== 'version') {
    state.peer.misbehaving(MESSAGE_SCORES.beforeVersion.points, 'message before version handshake')
    return
  }
  // Before they are decoded, which is most of the work.
  if (command === 'inv') spend(state, 'announcement', countAnnouncements(payload))
  if (state.closed) return
  try {
    const message = decodeMessage(command, payload)
    state.work = handlerOf(state, message)(state.peer, message)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    reject(state, command, REJECT.MALFORMED, 'error parsing message')
    spend(state, 'uselessMessage')
  }
}

/** Entries of an inv. A list that is longer than the protocol allows is not decoded, and has a score instead. */
function countAnnouncements({ length }: Uint8Array): number {
  const count = Math.floor(length / INV_BYTES)
  return count > LIMITS.inv ? 0 : count
}

/** Returns the handler of a message: those of the connection itself stand here, all others in `p2p/handleMessage.ts`. */
function handlerOf(state: PeerState, message: Incoming): MessageHandler {
  switch (message.type) {
    case 'version':
      return () => void takeVersion(state, message)
    case 'ping':
      return () => takePing(state, message.nonce)
    case 'pong':
      return () => void (state.pings.answered(message.nonce) || spend(state, 'unmatchedPong'))
    case 'unknown':
      // Known elsewhere in the family, and out of place here (p2p.md §3).
      if (message.command !== 'events') return useless
      return () => void state.peer.misbehaving(MESSAGE_SCORES.otherLibrary.points, 'message of another chain type')
    default:
      return state.deps.handle
  }
}

function useless(peer: Peer): undefined {
  peer.spend('uselessMessage')
}

function takePing(state: PeerState, nonce: bigint): undefined {
  sendMessage(state, { type: 'pong', nonce })
  spend(state, 'ping')
}

function takeVersion(state: PeerState, message: VersionMessage): void {
  const { deps } = state
  if (state.version !== undefined) {
    reject(state, 'version', REJECT.DUPLICATE, 'Duplicate version message')
    state.peer.misbehaving(MESSAGE_SCORES.secondVersion.points, 'duplicate version')
    return
  }
  const problem = versionProblem(message, deps.isOwnNonce)
  if (problem === 'old') reject(state, 'version', REJECT.OBSOLETE, OLD_VERSION_TEXT)
  if (problem !== undefined) {
    disconnect(state, problem === 'old' ? 'obsolete version' : 'self connection')
    return
  }
  state.version = message
  state.introduced = true
  state.timeOffset = Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, Number(message.time) - deps.now()))
  if (!state.versionSent) sendVersion(state)
  sendMessage(state, { type: 'verack' })
  state.pings.tick()
  deps.events.ready(state.peer)
}
