import { createFloodAllowance, type FloodAllowance } from '../floods.ts'
import type { FrameReader, VersionMessage } from '../wire/index.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createPings, type Pings } from './pings.ts'
import { createTraffic, type TrafficCounter } from './traffic.ts'
import type { PeerTransport } from './transport.ts'
import type { OwnedPeer, PeerDeps, PeerFacts, PeerSettings, Work } from './types.ts'

/** unix seconds, and the milliseconds of the clock that never goes back */
interface Stamp {
  readonly time: number
  readonly millis: number
}

/** Everything about one connection; what happens to it is in the other files of this folder. */
export interface PeerState {
  readonly settings: PeerSettings
  readonly facts: PeerFacts
  readonly transport: PeerTransport
  readonly deps: PeerDeps
  readonly traffic: TrafficCounter
  readonly inbox: Inbox
  readonly pings: Pings
  readonly allowance: FloodAllowance
  readonly connected: Stamp
  /** of our version message */
  readonly nonce: bigint
  /** as the rest of p2p sees it */
  peer: OwnedPeer
  reader: FrameReader
  version: VersionMessage | undefined
  versionSent: boolean
  closed: boolean
  /** nothing more is read until there is room again */
  paused: boolean
  score: number
  /** its clock minus ours, seconds */
  timeOffset: number
  /** what the message began that is being worked off */
  work: Work | undefined
  /** the last step brought what the peer was asked for */
  delivered: boolean
  /** the last step took its version */
  introduced: boolean
  /** bytes of memory that this message takes */
  working: number
  /** milliseconds: when it was last got on with what it sent, or nothing of it was held */
  movedAt: number
  lastSend: Stamp
  lastReceive: Stamp
}

export const stampOf = ({ now, millis }: Pick<PeerDeps, 'now' | 'millis'>): Stamp => ({ time: now(), millis: millis() })

/** What is still to be set: the reader, and the peer's public face. */
type Later = Pick<PeerState, 'peer' | 'reader'>

export function createState(
  own: Pick<PeerState, 'settings' | 'facts' | 'transport' | 'deps'>,
  sendPing: (nonce: bigint) => void,
): Omit<PeerState, keyof Later> & Partial<Later> {
  const { deps } = own
  const connected = stampOf(deps)
  return {
    ...own,
    traffic: createTraffic(),
    inbox: createInbox(),
    pings: createPings({ nonce: deps.nonce, millis: deps.millis, send: sendPing }),
    allowance: createFloodAllowance(deps.millis),
    connected,
    nonce: deps.nonce(),
    version: undefined,
    versionSent: false,
    closed: false,
    paused: false,
    score: 0,
    timeOffset: 0,
    work: undefined,
    delivered: false,
    introduced: false,
    working: 0,
    movedAt: connected.millis,
    lastSend: { time: 0, millis: connected.millis },
    lastReceive: { time: 0, millis: connected.millis },
  }
}

export function hasWork({ closed, work, inbox }: PeerState): boolean {
  return !closed && (work !== undefined || inbox.bytes > 0)
}

/** So much waits to be sent that nothing more should be made for the peer. */
export function isCongested({ transport, settings }: PeerState): boolean {
  return transport.pending >= settings.maxSendBuffer
}
