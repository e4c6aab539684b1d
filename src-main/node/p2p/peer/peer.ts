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
import { HANDSHAKE_FAILURES, Handshake, OLD_VERSION_TEXT } from './handshake.ts'
import { Inbox } from './inbox.ts'
import { MAX_REJECT_REASON } from './limits.ts'
import { countAnnouncements, estimateMemory } from './messageCosts.ts'
import { Pings } from './pings.ts'
import { findTimeout } from './timeouts.ts'
import { Traffic } from './traffic.ts'
import type { PeerTransport } from './transport.ts'
import type { MessageHandler, PeerDeps, PeerFacts, PeerKind, PeerSettings, PeerStats, Work } from './types.ts'

/** A connection from its first byte to its last (p2p.md §1, §2, §6, §7). Starts in the constructor. */
export class Peer implements PeerFacts {
  readonly id: number
  readonly kind: PeerKind
  readonly inbound: boolean
  readonly whitelisted: boolean
  readonly address: NetAddress
  readonly name: string
  readonly proxied: boolean
  /** nonce of our version message on an outbound connection, to recognise connections to ourselves */
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
  /** unfinished work of the last message */
  #work: Work | undefined
  /** memory of this message in bytes */
  #working = 0
  #delivered = false
  #introduced = false
  /** time in ms at which a message of the peer was last handled, or the connection last held nothing */
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

  /** the peer's version message, once received */
  get version(): VersionMessage | undefined {
    return this.#handshake.version
  }

  /** true if the handshake is complete */
  get ready(): boolean {
    return this.version !== undefined && !this.#closed
  }

  get closed(): boolean {
    return this.#closed
  }

  /** true if the send buffer is full; nothing more should be produced for the peer */
  get congested(): boolean {
    return this.#transport.pending >= this.#settings.maxSendBuffer
  }

  /** true if messages of the peer are waiting */
  get busy(): boolean {
    return !this.#closed && (this.#work !== undefined || this.#inbox.bytes > 0)
  }

  /** true if `credit` was called in the last step */
  get delivered(): boolean {
    return this.#delivered
  }

  /** true if the last step was the peer's part of the handshake, which happens once per connection */
  get introduced(): boolean {
    return this.#introduced
  }

  /** memory of the connection in both directions, and the time of its last progress in ms */
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

  reject(command: string, code: number, reason: string, hash?: Uint8Array): void {
    this.send({ type: 'reject', command, code, reason: reason.slice(0, MAX_REJECT_REASON), hash })
  }

  /** Sends a ping at the next tick. */
  ping(): void {
    this.#pings.request()
  }

  /** Adds to the ban score. A peer that reaches the threshold is banned and disconnected (p2p.md §6). */
  misbehaving(points: number, reason: string): void {
    if (points <= 0 || this.#closed) return
    const { banScore } = this.#settings
    this.#score += points
    if (this.#score - points >= banScore || this.#score < banScore || this.whitelisted) return
    this.#deps.events.banned(this, reason)
    this.disconnect('misbehaving', reason)
  }

  /** Charges useless messages or entries (floods.ts). A peer that exceeds its allowance is disconnected. */
  spend(kind: FloodKind, count = 1): void {
    if (this.#closed || this.whitelisted || this.#allowance.spend(kind, count)) return
    this.disconnect('message flood', kind)
  }

  /** Marks the current message as delivering requested data, so that its time is not charged to the peer. */
  credit(): void {
    this.#delivered = true
  }

  /** Disconnects; written data may still be sent. */
  disconnect(reason: DisconnectReason, detail?: string): void {
    if (this.#closed) return
    this.#transport.close()
    this.#close(reason, detail)
  }

  /** Disconnects at once. */
  destroy(reason: DisconnectReason): void {
    if (this.#closed) return
    this.#transport.destroy()
    this.#close(reason)
  }

  /** Sends pings and applies the timeouts. Call a few times a second. */
  tick(): void {
    if (this.#closed) return
    const reason = findTimeout(this.#traffic, this.#pings, this.version !== undefined, this.#deps.millis())
    if (reason !== undefined) this.disconnect(reason)
    else if (this.version !== undefined) this.#pings.tick()
  }

  /**
   * Handles one waiting message, or continues the previous one. Returns true if it should be called again soon.
   * @param handle handles messages other than those of the connection itself
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
    // Charge before decoding, which is most of the work.
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

  /** Handles the messages of the connection itself, and passes all others to `handle`. */
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
        // A message of other chains of the family, not allowed here (p2p.md §3).
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
    if (problem !== undefined) return void this.disconnect(HANDSHAKE_FAILURES[problem])
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
