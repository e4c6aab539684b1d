import { type FromBrowser, type ToBrowser, type ToNode, UNKNOWN_SESSION } from '#shared/channel.ts'
import type { NodeEvent } from '#shared/events.ts'
import { t } from '../i18n/texts.ts'
import { createBrowserMode } from './browserMode.ts'
import { type ConnectedBridge, ConnectionError, type ConnectionState } from './connection.ts'
import type { Session } from './session.ts'

/** Used subset of WebSocket. */
export interface Socket {
  send(text: string): void
}

export interface SocketEvents {
  opened(): void
  received(data: unknown): void
  /** Called with the code of the closing frame, also if the socket could not be opened. */
  closed(code: number): void
}

export interface WebSocketBridgeDeps {
  connect(events: SocketEvents): Socket
  /** Opened before each connection attempt; its secret is removed if the server rejects it. */
  readonly session: Session
  /** Milliseconds. */
  now(): number
  /** From 0 to 1. */
  random(): number
  after(milliseconds: number, run: () => void): () => void
}

/** Time that a call waits for the connection before it is rejected, in ms. */
const TIMEOUT_MS = 5000
const MIN_RETRY_DELAY_MS = 250
const MAX_RETRY_DELAY_MS = 10_000

interface PendingCall {
  readonly envelope: ToNode
  resolve(result: string): void
  reject(error: Error): void
}

/** Tracks calls in flight on one connection, and calls queued until it is accepted. */
function createCalls(deps: Pick<WebSocketBridgeDeps, 'after'>, post: (envelope: FromBrowser) => void) {
  const sent = new Map<number, PendingCall>()
  const queued = new Map<number, PendingCall>()
  const send = (call: PendingCall) => {
    sent.set(call.envelope.id, call)
    post(call.envelope)
  }
  return {
    send,
    enqueue(call: PendingCall) {
      const { id } = call.envelope
      queued.set(id, call)
      deps.after(TIMEOUT_MS, () => {
        if (queued.delete(id)) call.reject(failed(t('frame:connection.unreachable')))
      })
    },
    sendQueued() {
      const calls = [...queued.values()]
      queued.clear()
      for (const call of calls) send(call)
    },
    answered(message: Extract<ToBrowser, { kind: 'result' | 'error' }>) {
      const call = sent.get(message.id)
      if (!call) return
      sent.delete(message.id)
      if (message.kind === 'result') call.resolve(message.result)
      else call.reject(new Error(JSON.stringify(message.error)))
    },
    cancel(id: number) {
      if (queued.delete(id)) return
      if (sent.has(id)) post({ kind: 'cancel', id })
    },
    rejectQueued: () => rejectAll(queued, t('frame:connection.signedOut')),
    rejectSent: () => rejectAll(sent, t('frame:connection.unanswered')),
  }
}

const failed = (reason: string) => new ConnectionError(reason)

function rejectAll(calls: Map<number, PendingCall>, reason: string): void {
  for (const call of calls.values()) call.reject(failed(reason))
  calls.clear()
}

function createListeners<Args extends readonly unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
    add(listener: (...args: Args) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/**
 * Connects the window to the node in a browser: one WebSocket that reconnects automatically. A call in flight when the
 * connection breaks is rejected, never sent twice, because the node may have executed it.
 */
export function createWebSocketBridge(deps: WebSocketBridgeDeps): ConnectedBridge {
  const events = createListeners<[NodeEvent]>()
  const changes = createListeners<[]>()
  let state: ConnectionState = { state: 'connecting' }
  let socket: Socket | undefined
  let attempts = 0
  let cancelTimer: (() => void) | undefined
  const post = (envelope: FromBrowser) => socket?.send(JSON.stringify(envelope))
  const calls = createCalls(deps, post)
  const browser = createBrowserMode(post)

  const setState = (next: ConnectionState) => {
    state = next
    changes.notify()
  }
  const received = (data: unknown) => {
    if (typeof data !== 'string') return
    const message = JSON.parse(data) as ToBrowser
    if (message.kind === 'event') return events.notify(message.event)
    if (message.kind === 'result' || message.kind === 'error') return calls.answered(message)
    browser.received(message)
    if (message.kind !== 'welcome') return
    attempts = 0
    setState({ state: 'live' })
    calls.sendQueued()
  }
  const lock = () => {
    calls.rejectQueued()
    setState({ state: 'locked' })
  }
  const closed = (code: number) => {
    socket = undefined
    calls.rejectSent()
    browser.closed()
    if (code !== UNKNOWN_SESSION) return retry()
    deps.session.forget()
    lock()
  }
  const retry = () => {
    const delay = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** attempts) * (0.75 + deps.random() / 2)
    attempts += 1
    const since = state.state === 'lost' ? state.since : deps.now()
    setState({ state: 'lost', since, nextTry: deps.now() + delay })
    cancelTimer = deps.after(delay, () => void attempt())
  }
  const attempt = async () => {
    cancelTimer = undefined
    const session = await deps.session.open()
    if (session === 'unreachable') return retry()
    const { secret } = session
    if (secret === undefined) return lock()
    // The connection counts as open only after the server has accepted the secret.
    socket = deps.connect({ opened: () => post({ kind: 'session', secret }), received, closed })
  }
  void attempt()

  return {
    call: (id, method, params) =>
      new Promise((resolve, reject) => {
        const call: PendingCall = { envelope: { kind: 'call', id, method, params }, resolve, reject }
        if (state.state === 'live') calls.send(call)
        else if (state.state === 'locked') reject(failed(t('frame:connection.notSignedIn')))
        else calls.enqueue(call)
      }),
    async cancel(id) {
      calls.cancel(id)
    },
    onEvent: events.add,
    connection: () => state,
    onConnection: changes.add,
    reconnect() {
      if (state.state !== 'lost' || !cancelTimer) return
      cancelTimer()
      void attempt()
    },
    browser: browser.mode,
  }
}
