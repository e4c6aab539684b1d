import { REJECT } from '../../consensus/index.ts'
import { DecodeError } from '../../util/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import { FloodAllowance } from '../floodAllowance.ts'
import type { FloodKind } from '../floods.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import {
  decodeMessage,
  encodeFrame,
  encodeMessage,
  FRAME_HEAD,
  type FrameEvent,
  type Incoming,
  type Message,
  type NetAddress,
  type VersionMessage,
  type WireMessage,
} from '../wire/index.ts'
import { HANDSHAKE_ENDS, Handshake, OLD_VERSION_TEXT } from './handshake.ts'
import { Inbox } from './inbox.ts'
import { MAX_REJECT_REASON } from './limits.ts'
import { countAnnouncements, estimateMemory } from './messageCosts.ts'
import { Pings } from './pings.ts'
import { findTimeout } from './timeouts.ts'
import { Traffic } from './traffic.ts'
import type { PeerTransport } from './transport.ts'
import type { MessageHandler, PeerDeps, PeerFacts, PeerKind, PeerSettings, PeerStats, Work } from './types.ts'

/** One connection from its first byte to its last (p2p.md §1, §2, §6, §7). Begins at once. */
export class Peer implements PeerFacts {
  readonly id: number
  readonly kind: PeerKind
  readonly inbound: boolean
  readonly whitelisted: boolean
  readonly address: NetAddress
  readonly name: string
  readonly proxied: boolean
  /** nonce of the version message of a connection that we opened, to recognise ourselves by */
  readonly nonce: bigint
  readonly #settings: PeerSettings
  readonly #transport: PeerTransport
  readonly #deps: PeerDeps<Peer>
  readonly #inbox: Inbox
  readonly #handshake: Handshake
  readonly #pings: Pings
  readonly #traffic: Traffic
  readonly #allowance: FloodAllowance
  #closed = false
  #score = 0
  /** the work that a message began and that is not finished */
  #work: Work | undefined
  /** bytes of memory that this message takes */
  #working = 0
  #delivered = false
  #introduced = false
  /** milliseconds: when a message of the peer was last handled, or nothing of it was held */
  #movedAt: number

  constructor(settings: PeerSettings, facts: PeerFacts, transport: PeerTransport, deps: PeerDeps<Peer>) {
    this.id = facts.id
    this.kind = facts.kind
    this.inbound = facts.inbound
    this.whitelisted = facts.whitelisted
    this.address = facts.address
    this.name = facts.name
    this.proxied = facts.proxied
    this.#settings = settings
    this.#transport = transport
    this.#deps = deps
    this.#traffic = new Traffic(deps)
    this.#movedAt = this.#traffic.connected.millis
    this.#inbox = new Inbox(settings, facts, transport)
    this.#handshake = new Handshake(facts, deps, (message) => this.send(message), transport.loopback)
    this.nonce = this.#handshake.nonce
    const { nonce, millis } = deps
    this.#pings = new Pings({ nonce, millis, send: (ping) => this.send({ type: 'ping', nonce: ping }) })
    this.#allowance = new FloodAllowance(millis)
    transport.attach({
      data: (chunk) => this.#receive(chunk),
      drained: () => this.#wake(),
      closed: (error) => this.#close('closed by peer', error),
    })
    if (!this.inbound) this.#handshake.sendVersion()
  }

  /** the peer's version message, once it has come */
  get version(): VersionMessage | undefined {
    return this.#handshake.version
  }

  /** the handshake is complete */
  get ready(): boolean {
    return this.version !== undefined && !this.#closed
  }

  get closed(): boolean {
    return this.#closed
  }

  /** the send buffer is full: nothing more should be made for the peer */
  get congested(): boolean {
    return this.#transport.pending >= this.#settings.maxSendBuffer
  }

  /** messages of the peer wait for their turn */
  get busy(): boolean {
    return !this.#closed && (this.#work !== undefined || this.#inbox.bytes > 0)
  }

  /** `credit` was called in the last step */
  get delivered(): boolean {
    return this.#delivered
  }

  /** the last step was the peer's part of the handshake, which every connection has once */
  get introduced(): boolean {
    return this.#introduced
  }

  /** memory of the connection, in both directions, and when that last moved (milliseconds) */
  get held(): { readonly bytes: number; readonly movedAt: number } {
    return { bytes: this.#inbox.held + this.#working + this.#transport.pending, movedAt: this.#movedAt }
  }

  /** shortest ping in seconds */
  get minPing(): number | undefined {
    return this.#pings.times().minPing
  }

  get stats(): PeerStats {
    return {
      ...this.#pings.times(),
      traffic: this.#traffic.counts(),
      lastSend: this.#traffic.lastSend.time,
      lastReceive: this.#traffic.lastReceive.time,
      connectedAt: this.#traffic.connected.time,
      score: this.#score,
      timeOffset: this.#handshake.timeOffset,
      inboxBytes: this.#inbox.bytes,
      pendingBytes: this.#transport.pending,
    }
  }

  send(message: Message): void {
    if (this.#closed) return
    const { command, payload } = encodeMessage(message)
    const bytes = encodeFrame(this.#settings.magic, command, payload)
    this.#traffic.countSent(command, bytes.length)
    this.#transport.write(bytes)
  }

  /** Sends a reject message. */
  reject(command: string, code: number, reason: string, hash?: Uint8Array): void {
    this.send({ type: 'reject', command, code, reason: reason.slice(0, MAX_REJECT_REASON), hash })
  }

  /** Sends a ping at the next tick. */
  ping(): void {
    this.#pings.request()
  }

  /** Adds to the ban score; at the threshold the peer is banned and disconnected (p2p.md §6). */
  misbehaving(points: number, reason: string): void {
    if (points <= 0 || this.#closed) return
    const { banScore } = this.#settings
    this.#score += points
    if (this.#score - points >= banScore || this.#score < banScore || this.whitelisted) return
    this.#deps.events.banned(this, reason)
    this.disconnect('misbehaving', reason)
  }

  /** Charges messages or entries that bring nothing (floods.ts). A peer without allowance left is disconnected. */
  spend(kind: FloodKind, count = 1): void {
    if (this.#closed || this.whitelisted || this.#allowance.spend(kind, count)) return
    this.disconnect('message flood', kind)
  }

  /** Notes that the message being handled brings what the peer was asked for: its time is not charged to the peer. */
  credit(): void {
    this.#delivered = true
  }

  /** Ends the connection. What was written may still go out. */
  disconnect(reason: DisconnectReason, detail?: string): void {
    if (this.#closed) return
    this.#transport.close()
    this.#close(reason, detail)
  }

  /** Ends the connection at once. */
  destroy(reason: DisconnectReason): void {
    if (this.#closed) return
    this.#transport.destroy()
    this.#close(reason)
  }

  /** Sends pings and applies the time limits. Call it a few times a second. */
  tick(): void {
    if (this.#closed) return
    const reason = findTimeout(this.#traffic, this.#pings, this.version !== undefined, this.#deps.millis())
    if (reason !== undefined) this.disconnect(reason)
    else if (this.version !== undefined) this.#pings.tick()
  }

  /**
   * Handles one waiting message, or continues the one before. Returns true if it should be called again soon.
   * @param handle gets messages that are not of the connection itself
   */
  step(handle: MessageHandler): boolean {
    if (this.#closed || this.congested) return false
    this.#movedAt = this.#deps.millis()
    this.#delivered = false
    this.#introduced = false
    const work = this.#work
    if (work === undefined) this.#inbox.readOne((event) => this.#takeFrame(event, handle))
    else if (work() && this.#work === work) this.#work = undefined
    if (this.#work === undefined) this.#working = 0
    return this.busy
  }

  #receive(chunk: Uint8Array): void {
    this.#traffic.countArrived(chunk.length)
    if (this.#inbox.held + this.#working === 0) this.#movedAt = this.#traffic.lastReceive.millis
    this.#inbox.push(chunk)
    this.#wake()
  }

  #wake(): void {
    if (this.busy) this.#deps.events.wake(this)
  }

  #takeFrame(event: FrameEvent, handle: MessageHandler): void {
    if (this.#closed) return
    if (event.kind === 'message') this.#takeMessage(event, handle)
    else if (event.kind === 'dropped') {
      this.#traffic.countReceived(event.command, event.bytes)
      this.spend('uselessMessage')
    } else this.disconnect(event.reason === 'magic' ? 'wrong network magic' : 'oversized message')
  }

  #takeMessage({ command, payload }: WireMessage, handle: MessageHandler): void {
    this.#traffic.countReceived(command, payload.length + FRAME_HEAD)
    this.#working = estimateMemory(command, payload)
    if (this.version === undefined && command !== 'version') {
      this.misbehaving(MESSAGE_SCORES.beforeVersion.points, 'message before version handshake')
      return
    }
    // Before they are decoded, which is most of the work.
    if (command === 'inv') this.spend('announcement', countAnnouncements(payload))
    if (this.#closed) return
    try {
      this.#work = this.#handle(decodeMessage(command, payload), handle)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.reject(command, REJECT.MALFORMED, 'error parsing message')
      this.spend('uselessMessage')
    }
  }

  /** Handles the messages of the connection itself. All others are for `handle`. */
  #handle(message: Incoming, handle: MessageHandler): Work | undefined {
    switch (message.type) {
      case 'version':
        return this.#takeVersion(message)
      case 'ping':
        this.send({ type: 'pong', nonce: message.nonce })
        return void this.spend('ping')
      case 'pong':
        return void (this.#pings.answered(message.nonce) || this.spend('unmatchedPong'))
      case 'unknown':
        if (message.command !== 'events') return void this.spend('uselessMessage')
        // Known on other chains of the family, and out of place here (p2p.md §3).
        return void this.misbehaving(MESSAGE_SCORES.otherLibrary.points, 'message of another chain type')
      default:
        return handle(message)
    }
  }

  #takeVersion(message: VersionMessage): undefined {
    if (this.version !== undefined) {
      this.reject('version', REJECT.DUPLICATE, 'Duplicate version message')
      return void this.misbehaving(MESSAGE_SCORES.secondVersion.points, 'duplicate version')
    }
    const problem = this.#handshake.accept(message)
    if (problem === 'old') this.reject('version', REJECT.OBSOLETE, OLD_VERSION_TEXT)
    if (problem !== undefined) return void this.disconnect(HANDSHAKE_ENDS[problem])
    this.#introduced = true
    this.#pings.tick()
    this.#deps.events.ready(this)
  }

  #close(reason: DisconnectReason, detail?: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#work = undefined
    this.#inbox.clear()
    this.#deps.events.closed(this, reason, detail)
  }
}
