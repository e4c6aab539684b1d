import { REJECT } from '../../consensus/index.ts'
import { DecodeError } from '../../util/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import {
  createFrameReader,
  decodeMessage,
  encodeFrame,
  encodeMessage,
  type FrameEvent,
  type Incoming,
  type Message,
  type NetAddress,
  type VersionMessage,
  type WireMessage,
} from '../wire/index.ts'
import { OLD_VERSION_TEXT, type Self, versionMessage, versionProblem } from './handshake.ts'
import { createInbox } from './inbox.ts'
import { HANDSHAKE_MILLIS, SILENCE_MILLIS } from './limits.ts'
import { createPings } from './pings.ts'
import { createTraffic } from './traffic.ts'
import type { Transport } from './transport.ts'
import type { Peer, PeerEvents, PeerFacts, PeerStats, Work } from './types.ts'

/** What every connection shares. */
export interface PeerSettings {
  readonly magic: Uint8Array
  /** `-banscore` */
  readonly banScore: number
  /** bytes; above it nothing more is handled for a peer that does not take what it asked for */
  readonly maxSendBuffer: number
  /** bytes; above it nothing more is read from it */
  readonly maxReceiveBuffer: number
}

export interface PeerDeps {
  readonly events: PeerEvents
  /** unix seconds */
  readonly now: () => number
  /** never goes back and is never mocked */
  readonly millis: () => number
  readonly self: (peer: PeerFacts) => Self
  readonly isRoutable: (address: NetAddress) => boolean
  readonly nonce: () => bigint
  readonly isOwnNonce: (nonce: bigint) => boolean
  readonly traffic: { received(bytes: number): void; sent(bytes: number): void }
}

/** A connection as its owner sees it. */
export interface OwnedPeer extends Peer {
  /** nonce of our version message, to recognise ourselves by */
  readonly nonce: bigint
  /** Handles one waiting message, or goes on with the one before. Returns whether to call again soon. */
  step(): boolean
  /** Memory that it takes up just now, in both directions, and when that last moved (milliseconds). */
  readonly held: { readonly bytes: number; readonly movedAt: number }
  /** pings and time limits; call it a few times a second */
  tick(): void
  /** ends at once, without a word */
  destroy(reason: string): void
}

const FRAME_HEAD = 24
/** What lists of small things take as objects, in multiples of their bytes. */
const OBJECTS: Readonly<Record<string, number>> = { inv: 6, getdata: 6, addr: 6 }
/** Seconds: a clock that is further off is as wrong as one can be. */
const MOST_OFFSET = 2 ** 31 - 1

/** One connection from its first byte to its last (p2p.md §1, §2, §6, §7). Begins at once. */
export function createPeer(settings: PeerSettings, facts: PeerFacts, transport: Transport, deps: PeerDeps): OwnedPeer {
  const { events, now, millis } = deps
  const traffic = createTraffic()
  const inbox = createInbox(settings.maxReceiveBuffer)
  const connectedAt = now()
  const since = millis()
  const nonce = deps.nonce()
  let version: VersionMessage | undefined
  let versionSent = false
  let closed = false
  let paused = false
  let score = 0
  let timeOffset = 0
  let work: Work | undefined
  /** bytes of memory that the message takes which is being worked off */
  let working = 0
  /** when it was last got on with what it sent, or nothing of it was held */
  let movedAt = since
  let lastSend = { time: 0, millis: since }
  let lastReceive = { time: 0, millis: since }

  const stamp = () => ({ time: now(), millis: millis() })
  const pings = createPings({ nonce: deps.nonce, millis, send: (value) => send({ type: 'ping', nonce: value }) })
  const reader = createFrameReader({ magic: settings.magic }, frame)

  function send(message: Message): void {
    if (closed) return
    const { command, payload } = encodeMessage(message)
    const bytes = encodeFrame(settings.magic, command, payload)
    lastSend = stamp()
    traffic.sent(command, bytes.length, lastSend.time)
    deps.traffic.sent(bytes.length)
    transport.write(bytes)
  }

  function frame(event: FrameEvent): void {
    if (closed) return
    if (event.kind === 'fatal') end(event.reason === 'magic' ? 'it speaks to another network' : 'a message is too long')
    else if (event.kind === 'dropped') traffic.received(event.command, event.bytes, now())
    else inbox.push(event)
  }

  function read(chunk: Uint8Array): void {
    lastReceive = stamp()
    if (reader.buffered + inbox.bytes + working === 0) movedAt = lastReceive.millis
    traffic.arrived(chunk.length)
    deps.traffic.received(chunk.length)
    reader.feed(chunk)
    if (closed) return
    if (inbox.full && !paused) {
      paused = true
      transport.pause()
    }
    if (peer.busy) events.wake(peer)
  }

  function gone(reason: string): void {
    closed = true
    work = undefined
    reader.drop()
    inbox.clear()
    events.closed(peer, reason)
  }

  function end(reason: string, at: 'once' | 'soon' = 'soon'): void {
    if (closed) return
    if (at === 'once') transport.destroy()
    else transport.close()
    gone(reason)
  }

  function misbehaving(points: number, reason: string): void {
    if (points <= 0 || closed) return
    const before = score
    score += points
    if (before >= settings.banScore || score < settings.banScore || facts.whitelisted) return
    events.banned(peer, reason)
    end(`it misbehaved: ${reason}`)
  }

  function reject(command: string, code: number, reason: string, hash?: Uint8Array): void {
    send({ type: 'reject', command, code, reason: reason.slice(0, 111), hash })
  }

  function sendVersion(): void {
    versionSent = true
    const receiver = !facts.proxied && deps.isRoutable(facts.address) ? facts.address : undefined
    send(versionMessage(deps.self(facts), receiver, nonce))
  }

  function takeVersion(message: VersionMessage): void {
    if (version !== undefined) {
      reject('version', REJECT.DUPLICATE, 'Duplicate version message')
      misbehaving(MESSAGE_SCORES.secondVersion.points, 'a second version message')
      return
    }
    const problem = versionProblem(message, deps.isOwnNonce)
    if (problem === 'old') reject('version', REJECT.OBSOLETE, OLD_VERSION_TEXT)
    if (problem !== undefined) {
      end(problem === 'old' ? 'its version is too old' : 'it is this node itself')
      return
    }
    version = message
    timeOffset = Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, Number(message.time) - now()))
    if (!versionSent) sendVersion()
    send({ type: 'verack' })
    pings.tick()
    events.ready(peer)
  }

  function take(message: Incoming): void {
    if (message.type === 'version') takeVersion(message)
    else if (message.type === 'ping') send({ type: 'pong', nonce: message.nonce })
    else if (message.type === 'pong') pings.answered(message.nonce)
    else if (message.type === 'unknown') {
      // Known elsewhere in the family, and out of place here (p2p.md §3).
      if (message.command === 'events')
        misbehaving(MESSAGE_SCORES.otherLibrary.points, 'a message of another kind of chain')
    } else if (message.type !== 'verack') work = events.message(peer, message)
  }

  function handle({ command, payload }: WireMessage): void {
    traffic.received(command, payload.length + FRAME_HEAD, now())
    working = payload.length * (OBJECTS[command] ?? 1)
    try {
      if (version !== undefined || command === 'version') take(decodeMessage(command, payload))
      else misbehaving(MESSAGE_SCORES.beforeVersion.points, 'a message before its version')
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      reject(command, REJECT.MALFORMED, 'error parsing message')
    }
  }

  /** Reading goes on when half of the room is free again, not at every byte. */
  function resume(): void {
    if (!paused || inbox.bytes > settings.maxReceiveBuffer / 2) return
    paused = false
    transport.resume()
  }

  const peer: OwnedPeer = {
    ...facts,
    nonce,
    get version() {
      return version
    },
    get ready() {
      return version !== undefined && !closed
    },
    get closed() {
      return closed
    },
    get congested() {
      return transport.pending >= settings.maxSendBuffer
    },
    get busy() {
      return !closed && (work !== undefined || inbox.size > 0)
    },
    get held() {
      return { bytes: reader.buffered + inbox.bytes + working + transport.pending, movedAt }
    },
    get minPing() {
      return pings.times().minPing
    },
    get stats(): PeerStats {
      return {
        ...pings.times(),
        traffic: traffic.view(),
        lastSend: lastSend.time,
        lastReceive: lastReceive.time,
        connectedAt,
        score,
        timeOffset,
        inboxBytes: inbox.bytes,
        pendingBytes: transport.pending,
      }
    },
    send,
    misbehaving,
    reject,
    disconnect: (reason) => end(reason),
    destroy: (reason) => end(reason, 'once'),
    ping: () => pings.request(),
    step() {
      if (closed || peer.congested) return false
      movedAt = millis()
      if (work !== undefined) {
        const current = work
        if (current() && work === current) work = undefined
      } else {
        const message = inbox.shift()
        if (message !== undefined) handle(message)
        resume()
      }
      if (work === undefined) working = 0
      return peer.busy
    },
    tick() {
      if (closed) return
      const reason = timeLimit()
      if (reason !== undefined) end(reason)
      else if (version !== undefined) pings.tick()
    },
  }

  function timeLimit(): string | undefined {
    const time = millis()
    if (version === undefined && time - since > HANDSHAKE_MILLIS) return 'it did not say who it is'
    if (time - lastSend.millis > SILENCE_MILLIS) return 'nothing could be sent for too long'
    if (time - lastReceive.millis > SILENCE_MILLIS) return 'nothing came for too long'
    return pings.overdue() > SILENCE_MILLIS ? 'it did not answer a ping' : undefined
  }

  transport.attach({
    data: read,
    drained() {
      if (peer.busy) events.wake(peer)
    },
    closed: (reason) => {
      if (!closed) gone(reason)
    },
  })
  if (!facts.inbound) sendVersion()
  return peer
}
