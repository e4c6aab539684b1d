import { MIN_PEER_VERSION, type NetAddress, PROTOCOL_VERSION, type VersionMessage } from '../wire/index.ts'

const UNSPECIFIED = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0)
const NETWORK_ONLY = 1n

/** What we say of ourselves, the same to everybody. */
export interface Self {
  readonly services: bigint
  readonly userAgent: string
  /** where the others may reach us, 0 if we do not listen */
  readonly listenPort: number
  /** unix seconds */
  readonly time: number
  readonly height: number
  /** our own address, if it is known and of use to this peer */
  readonly address: NetAddress | undefined
}

/** Our version message (p2p.md §2). @param receiver the peer's address; undefined: not to be revealed */
export function versionMessage(self: Self, receiver: NetAddress | undefined, nonce: bigint): VersionMessage {
  const nobody = { ip: UNSPECIFIED, port: 0 }
  return {
    type: 'version',
    version: PROTOCOL_VERSION,
    services: self.services,
    time: BigInt(self.time),
    receiver: { services: NETWORK_ONLY, ...(receiver ?? nobody) },
    sender: { services: self.services, ...(self.address ?? { ...nobody, port: self.listenPort }) },
    nonce,
    userAgent: self.userAgent,
    startHeight: self.height,
    relay: true,
  }
}

/** What is wrong with a peer's version; undefined: nothing. */
export function versionProblem(
  message: VersionMessage,
  isOwnNonce: (nonce: bigint) => boolean,
): 'self' | 'old' | undefined {
  if (message.nonce !== undefined && message.nonce !== 0n && isOwnNonce(message.nonce)) return 'self'
  return message.version < MIN_PEER_VERSION ? 'old' : undefined
}

export const OLD_VERSION_TEXT = `Version must be ${MIN_PEER_VERSION} or greater`
