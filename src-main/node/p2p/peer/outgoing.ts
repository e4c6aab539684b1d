import { encodeFrame, encodeMessage, type Message } from '../wire/index.ts'
import { versionMessage } from './handshake.ts'
import { type PeerState, stampOf } from './state.ts'

/** Longest reason of a reject message that others accept. */
const MAX_REASON = 111

export function sendMessage(state: PeerState, message: Message): void {
  if (state.closed) return
  const { settings, traffic, deps, transport } = state
  const { command, payload } = encodeMessage(message)
  const bytes = encodeFrame(settings.magic, command, payload)
  state.lastSend = stampOf(deps)
  traffic.sent(command, bytes.length, state.lastSend.time)
  deps.traffic.sent(bytes.length)
  transport.write(bytes)
}

export function reject(state: PeerState, command: string, code: number, reason: string, hash?: Uint8Array): void {
  sendMessage(state, { type: 'reject', command, code, reason: reason.slice(0, MAX_REASON), hash })
}

export function sendVersion(state: PeerState): void {
  const { facts, deps, nonce } = state
  state.versionSent = true
  const receiver = !facts.proxied && deps.isRoutable(facts.address) ? facts.address : undefined
  sendMessage(state, versionMessage(deps.self(facts), receiver, nonce))
}
