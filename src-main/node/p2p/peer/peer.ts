import { FrameReader } from '../wire/index.ts'
import { addBanScore, closed, destroy, disconnect, spend, tick } from './closing.ts'
import { receive, step, takeFrame } from './incoming.ts'
import { reject, sendMessage, sendVersion } from './outgoing.ts'
import { createState, hasWork, isCongested, type PeerState } from './state.ts'
import type { PeerTransport } from './transport.ts'
import type { OwnedPeer, PeerDeps, PeerFacts, PeerSettings, PeerStats } from './types.ts'

/** One connection from its first byte to its last (p2p.md §1, §2, §6, §7). Begins at once. */
export function createPeer(
  settings: PeerSettings,
  facts: PeerFacts,
  transport: PeerTransport,
  deps: PeerDeps,
): OwnedPeer {
  const state = createState({ settings, facts, transport, deps }, (nonce) =>
    sendMessage(state, { type: 'ping', nonce }),
  ) as PeerState
  state.reader = new FrameReader({ magic: settings.magic }, (event) => takeFrame(state, event))
  state.peer = createFace(state)
  transport.attach({
    data: (chunk) => receive(state, chunk),
    drained() {
      if (hasWork(state)) deps.events.wake(state.peer)
    },
    closed(error) {
      if (!state.closed) closed(state, 'closed by peer', error)
    },
  })
  if (!facts.inbound) sendVersion(state)
  return state.peer
}

/** The connection as others see it. */
function createFace(state: PeerState): OwnedPeer {
  const { facts, nonce, inbox, pings, transport } = state
  return {
    ...facts,
    nonce,
    get version() {
      return state.version
    },
    get ready() {
      return state.version !== undefined && !state.closed
    },
    get closed() {
      return state.closed
    },
    get congested() {
      return isCongested(state)
    },
    get busy() {
      return hasWork(state)
    },
    get delivered() {
      return state.delivered
    },
    get introduced() {
      return state.introduced
    },
    get held() {
      const bytes = state.reader.buffered + inbox.bytes + state.working + transport.pending
      return { bytes, movedAt: state.movedAt }
    },
    get minPing() {
      return pings.times().minPing
    },
    get stats() {
      return statsOf(state)
    },
    send: (message) => sendMessage(state, message),
    misbehaving: (points, reason) => addBanScore(state, points, reason),
    spend: (kind, count) => spend(state, kind, count),
    credit() {
      state.delivered = true
    },
    reject: (command, code, reason, hash) => reject(state, command, code, reason, hash),
    disconnect: (reason) => disconnect(state, reason),
    destroy: (reason) => destroy(state, reason),
    ping: () => pings.request(),
    step: () => step(state),
    tick: () => tick(state),
  }
}

function statsOf(state: PeerState): PeerStats {
  const { pings, traffic, lastSend, lastReceive, connected, score } = state
  return {
    ...pings.times(),
    traffic: traffic.view(),
    lastSend: lastSend.time,
    lastReceive: lastReceive.time,
    connectedAt: connected.time,
    score,
    timeOffset: state.timeOffset,
    inboxBytes: state.inbox.bytes,
    pendingBytes: state.transport.pending,
  }
}
