import type { Socket } from 'node:net'
import { SendBacklog } from '../../util/sendBacklog.ts'
import type { LoopbackLink } from './pairNonces.ts'

export interface TransportSink {
  /** The chunk is kept until its messages are handled: it must not be reused. */
  data(chunk: Uint8Array): void
  /** everything that was written is with the system */
  drained(): void
  /** the last event; not after `close` */
  closed(error?: string): void
}

/** A stream of bytes both ways: a TCP connection, or two ends in memory. */
export interface PeerTransport {
  /** memory of what was written and the system has not taken yet, in bytes */
  readonly pending: number
  /** its ports, if the other end is known to be on this machine */
  readonly loopback?: LoopbackLink | undefined
  attach(sink: TransportSink): void
  write(bytes: Uint8Array): void
  /** Takes no more bytes from the other side until `resume`: the system's buffers fill, and it has to wait. */
  pause(): void
  resume(): void
  /** Ends the connection; what was written still goes out if the other side takes it soon. */
  close(): void
  /** Ends it at once. */
  destroy(): void
}

/** Time for the last message, usually the reason, to reach the other side. */
const LINGER_MS = 1_000

const LOOPBACK = '127.0.0.1'

function loopbackLink({ localAddress, localPort, remoteAddress, remotePort }: Socket): LoopbackLink | undefined {
  if (localAddress !== LOOPBACK || remoteAddress !== LOOPBACK) return undefined
  return localPort === undefined || remotePort === undefined ? undefined : { localPort, remotePort }
}

/** A connected socket as a transport. */
export class SocketTransport implements PeerTransport {
  readonly #socket: Socket
  readonly #backlog: SendBacklog
  readonly loopback: LoopbackLink | undefined
  #sink: TransportSink | undefined
  #failure: string | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    this.loopback = loopbackLink(socket)
    // Few small messages wait below the mark at which the socket itself says that they have been taken.
    this.#backlog = new SendBacklog(socket, () => this.#sink?.drained())
    socket.setNoDelay(true)
    socket.on('error', (error) => {
      this.#failure = error.message
    })
    // Data may be there before a sink is attached.
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
