import {
  type Message,
  MIN_PEER_VERSION,
  type NetAddress,
  PROTOCOL_VERSION,
  type VersionMessage,
} from '../wire/index.ts'
import type { LoopbackLink } from './pairNonces.ts'
import type { HandshakeDeps, PeerFacts, Self } from './types.ts'

const UNSPECIFIED = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0)
const NETWORK_ONLY = 1n

/** Maximum absolute clock difference in seconds. Larger differences are clamped to it. */
const MAX_OFFSET = 2 ** 31 - 1

export const OLD_VERSION_TEXT = `Version must be ${MIN_PEER_VERSION} or greater`

/** Disconnect reasons of a failed handshake. */
export const HANDSHAKE_FAILURES = {
  self: 'self connection',
  old: 'obsolete version',
  outsider: 'not admitted',
} as const

/** Version handshake of one connection (p2p.md §2). */
export class Handshake {
  readonly #link: LoopbackLink | undefined
  readonly #facts: PeerFacts
  readonly #deps: HandshakeDeps
  readonly #send: (message: Message) => void
  #nonce: bigint
  #version: VersionMessage | undefined
  #sent = false
  #timeOffset = 0

  /** @param link set if the peer is on this machine */
  constructor(facts: PeerFacts, deps: HandshakeDeps, send: (message: Message) => void, link: LoopbackLink | undefined) {
    this.#link = facts.proxied ? undefined : link
    this.#facts = facts
    this.#deps = deps
    this.#send = send
    const pair = facts.inbound ? undefined : deps.admission?.pair
    this.#nonce = (this.#link && pair?.dialledNonce(this.#link)) ?? deps.nonce()
  }

  /** nonce of our version message */
  get nonce(): bigint {
    return this.#nonce
  }

  /** the peer's version message, after it was accepted */
  get version(): VersionMessage | undefined {
    return this.#version
  }

  /** the peer's clock minus ours in seconds */
  get timeOffset(): number {
    return this.#timeOffset
  }

  sendVersion(): void {
    const { proxied, address } = this.#facts
    this.#sent = true
    const receiver = !proxied && this.#deps.isRoutable(address) ? address : undefined
    this.#send(versionMessage(this.#deps.self(this.#facts), receiver, this.#nonce))
  }

  /**
   * Accepts the peer's version and answers it. Returns the reason to disconnect, or `undefined` if the
   * connection may continue.
   */
  accept(message: VersionMessage): keyof typeof HANDSHAKE_FAILURES | undefined {
    const { nonce, version, time } = message
    if (nonce !== undefined && nonce !== 0n && this.#deps.isOwnNonce(nonce)) return 'self'
    if (version < MIN_PEER_VERSION) return 'old'
    if (!this.#admit(nonce)) return 'outsider'
    this.#version = message
    this.#timeOffset = Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, Number(time) - this.#deps.now()))
    if (!this.#sent) this.sendVersion()
    this.#send({ type: 'verack' })
    return undefined
  }

  /**
   * Recognises the node of the sandbox's other wallet by its nonce and answers with ours (PairNonces). Records all other
   * peers as outsiders. Returns false if the peer must be disconnected.
   */
  #admit(nonce: bigint | undefined): boolean {
    const { admission } = this.#deps
    if (admission === undefined) return true
    const { pair } = admission
    const link = this.#link
    if (pair === undefined || link === undefined) return admission.admitOutsider()
    if (!this.#facts.inbound) return nonce === pair.answerNonce(link, this.#nonce) || admission.admitOutsider()
    const dialled = { localPort: link.remotePort, remotePort: link.localPort }
    if (nonce !== pair.dialledNonce(dialled)) return admission.admitOutsider()
    this.#nonce = pair.answerNonce(dialled, nonce)
    return true
  }
}

/** Builds our version message. @param receiver the peer's address; undefined if it must not be revealed */
function versionMessage(self: Self, receiver: NetAddress | undefined, nonce: bigint): VersionMessage {
  const unspecified = { ip: UNSPECIFIED, port: 0 }
  return {
    type: 'version',
    version: PROTOCOL_VERSION,
    services: self.services,
    time: BigInt(self.time),
    receiver: { services: NETWORK_ONLY, ...(receiver ?? unspecified) },
    sender: { services: self.services, ...(self.address ?? { ...unspecified, port: self.listenPort }) },
    nonce,
    userAgent: self.userAgent,
    startHeight: self.height,
    relay: true,
  }
}
