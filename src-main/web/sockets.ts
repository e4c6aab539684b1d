import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { type ConfirmBy, MAX_CALL_BYTES, type ToBrowser } from '#shared/channel.ts'
import { RPC_ERROR, toWire } from '#shared/errors.ts'
import type { NodeEvent, Progress } from '#shared/events.ts'
import { WRITE_OVERHEAD } from '../node/index.ts'
import { createSocketAdmission, type SocketAdmissionDeps } from './admission.ts'
import { parseEnvelope } from './envelope.ts'
import type { PageNode, ServedWindow } from './pageNode.ts'

/** Maximum number of concurrent calls of a window. A normal window needs a dozen. */
const MAX_CALLS = 256
/** A window that does not read is closed when its queued messages take this much memory. */
const MAX_BUFFERED = 64 * 1024 * 1024
/** Overhead of a message, whose head and body are separate writes. */
const MESSAGE_OVERHEAD = 2 * WRITE_OVERHEAD

type ServingNode = Pick<PageNode, 'call' | 'onEvent' | 'answer' | 'confirmBy' | 'onConfirmBy' | 'choose' | 'close'>

/** Connects a window's WebSocket with the node. An invalid message closes the connection. */
function serveSocket(socket: WebSocket, nodeFor: SocketsDeps['nodeFor']): void {
  const running = new Map<number, AbortController>()
  let waiting = 0
  const sent = () => {
    waiting--
  }

  const send = (message: ToBrowser) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount + waiting * MESSAGE_OVERHEAD > MAX_BUFFERED) {
      socket.terminate()
      return
    }
    waiting++
    socket.send(JSON.stringify(message), sent)
  }
  const sendEvent = (event: NodeEvent) => send({ kind: 'event', event })
  const node = nodeFor({
    show: (question) => send({ kind: 'ask', question }),
    hide: (id) => send({ kind: 'asked', id }),
    close: () => socket.terminate(),
  })
  const sendConfirmBy = (problem: string | null) => send({ kind: 'confirmBy', confirmBy: node.confirmBy(), problem })
  const unsubscribe = [node.onEvent(sendEvent), node.onConfirmBy(() => sendConfirmBy(null))]

  const run = async (id: number, method: string, params: string) => {
    if (running.has(id) || running.size >= MAX_CALLS) {
      send({ kind: 'error', id, error: { code: RPC_ERROR.MISC, message: 'Too many calls at once' } })
      return
    }
    const controller = new AbortController()
    running.set(id, controller)
    const onProgress = (progress: Progress) => sendEvent({ type: 'progress', call: id, progress })
    try {
      const result = await node.call(method, params, { signal: controller.signal, onProgress })
      send({ kind: 'result', id, result })
    } catch (error) {
      send({ kind: 'error', id, error: toWire(error) })
    } finally {
      running.delete(id)
    }
  }

  const choose = async (confirmBy: ConfirmBy) => {
    try {
      await node.choose(confirmBy)
      sendConfirmBy(null)
    } catch (error) {
      sendConfirmBy(toWire(error).message)
    }
  }

  socket.on('message', (data) => {
    const message = parseEnvelope(data)
    if (message?.kind === 'cancel') running.get(message.id)?.abort()
    else if (message?.kind === 'call') void run(message.id, message.method, message.params)
    else if (message?.kind === 'answer') node.answer(message)
    else if (message?.kind === 'choose') void choose(message.confirmBy)
    else socket.close(1008, 'not an envelope')
  })
  socket.on('close', () => {
    for (const end of unsubscribe) end()
    node.close()
    for (const controller of running.values()) controller.abort()
  })
  send({ kind: 'welcome', confirmBy: node.confirmBy() })
}

export interface SocketsDeps extends Omit<SocketAdmissionDeps, 'serve'> {
  /** Returns the node that answers a window's calls, until the window closes it. */
  nodeFor(window: ServedWindow): ServingNode
}

export class Sockets {
  readonly #admit: ReturnType<typeof createSocketAdmission>
  #server: WebSocketServer | undefined
  #loading: Promise<WebSocketServer> | undefined

  constructor(deps: SocketsDeps) {
    this.#admit = createSocketAdmission({
      ...deps,
      serve: (connection) => serveSocket(connection, (window) => deps.nodeFor(window)),
    })
  }

  /** Loads the WebSocket library, which takes some time. */
  prepare(): void {
    void this.#loaded()
  }

  /** Upgrades a request whose Host and Origin were checked to a WebSocket. */
  async take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const server = await this.#loaded()
    server.handleUpgrade(request, socket, head, (connection) => this.#admit(connection, socket, head))
  }

  close(): void {
    for (const connection of this.#server?.clients ?? []) connection.terminate()
  }

  #loaded(): Promise<WebSocketServer> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    this.#server = new WebSocketServer({ noServer: true, maxPayload: MAX_CALL_BYTES, perMessageDeflate: false })
    return this.#server
  }
}
