import type { Socket } from 'node:net'
import { SendBacklog } from '../../util/sendBacklog.ts'

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

/** A connected socket as a transport. */
export function socketTransport(socket: Socket): PeerTransport {
  let sink: TransportSink | undefined
  let failure: string | undefined
  // Few small messages wait below the mark at which the socket itself says that they have been taken.
  const backlog = new SendBacklog(socket, () => sink?.drained())
  socket.setNoDelay(true)
  socket.on('error', (error) => {
    failure = error.message
  })
  // Data may be there before anybody listens.
  socket.pause()
  const release = () => {
    sink = undefined
  }
  return {
    get pending() {
      return backlog.bytes
    },
    attach(given) {
      sink = given
      socket.on('data', (chunk) => sink?.data(chunk))
      socket.on('drain', () => sink?.drained())
      socket.on('end', () => socket.destroySoon())
      socket.on('close', () => {
        const last = sink
        release()
        last?.closed(failure)
      })
      socket.resume()
    },
    write(bytes) {
      if (socket.writable) backlog.write(bytes)
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close() {
      release()
      socket.destroySoon()
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    },
    destroy() {
      release()
      socket.destroy()
    },
  }
}
