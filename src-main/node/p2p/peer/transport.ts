import type { Socket } from 'node:net'
import { SendBacklog } from '../../util/sendBacklog.ts'
import type { LoopbackLink } from './pairNonces.ts'

export interface TransportSink {
  /** The chunk is kept until its messages are handled, so it must not be reused. */
  data(chunk: Uint8Array): void
  /** all written data was passed to the system */
  drained(): void
  /** the last event; not emitted after `close` */
  closed(error?: string): void
}

/** Bidirectional byte stream: a TCP connection, or an in-memory pair. */
export interface PeerTransport {
  /** memory in bytes of written data that the system has not accepted yet */
  readonly pending: number
  /** ports, if the other end is known to be on this machine */
  readonly loopback?: LoopbackLink | undefined
  attach(sink: TransportSink): void
  write(bytes: Uint8Array): void
  /** Stops reading until `resume`: the system's buffers fill, and the sender must wait. */
  pause(): void
  resume(): void
  /** Ends the connection; written data is still sent if the peer accepts it soon. */
  close(): void
  /** Ends the connection at once. */
  destroy(): void
}

/** Time for the last message, usually the reject reason, to reach the peer. */
const LINGER_MS = 1_000

const LOOPBACK = '127.0.0.1'

function loopbackLink({ localAddress, localPort, remoteAddress, remotePort }: Socket): LoopbackLink | undefined {
  if (localAddress !== LOOPBACK || remoteAddress !== LOOPBACK) return undefined
  return localPort === undefined || remotePort === undefined ? undefined : { localPort, remotePort }
}

/** Transport over a connected socket. */
export class SocketTransport implements PeerTransport {
  readonly #socket: Socket
  readonly #backlog: SendBacklog
  readonly loopback: LoopbackLink | undefined
  #sink: TransportSink | undefined
  #failure: string | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    this.loopback = loopbackLink(socket)
    // The socket's own drain event is not enough: it only fires above the high-water mark, which a few small messages
    // do not reach.
    this.#backlog = new SendBacklog(socket, () => this.#sink?.drained())
    socket.setNoDelay(true)
    socket.on('error', (error) => {
      this.#failure = error.message
    })
    // Data may arrive before a sink is attached.
    socket.pause()
  }

  get pending(): number {
    return this.#backlog.bytes
  }

  attach(sink: TransportSink): void {
    const socket = this.#socket
    this.#sink = sink
    socket.on('data', (chunk) => this.#sink?.data(chunk))
    socket.on('drain', () => this.#sink?.drained())
    socket.on('end', () => socket.destroySoon())
    socket.on('close', () => {
      const last = this.#sink
      this.#sink = undefined
      last?.closed(this.#failure)
    })
    socket.resume()
  }

  write(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#backlog.write(bytes)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#sink = undefined
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref()
  }

  destroy(): void {
    this.#sink = undefined
    this.#socket.destroy()
  }
}
