import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Maximum queued requests of one connection before its socket is no longer read. */
const MAX_READ_AHEAD = 256

/** Requests of a connection. */
interface Line {
  /** True while a request is being answered. */
  busy: boolean
  /** Starts of the requests behind it. */
  readonly queued: (() => void)[]
}

/**
 * Passes the requests of each connection to their handler one at a time. The next one starts when the reply to the
 * previous one has been passed to the operating system. For a client that sends requests but reads no replies, the
 * server therefore only stores request headers.
 *
 * Invariants: the socket is not read while MAX_READ_AHEAD requests are queued (a chunk read before may add more). If
 * all connections together exceed `maxWaiting`, the one with the most queued requests is closed.
 */
export class ExchangeQueue {
  readonly #maxWaiting: number
  readonly #lines = new Map<Duplex, Line>()
  #count = 0

  /** @param maxWaiting maximum queued requests of all connections together, each about 3 KB */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** Must be called for each connection, before its first request. */
  add(socket: Duplex): void {
    this.#lines.set(socket, { busy: false, queued: [] })
    // Reading a body resumes the socket.
    socket.on('resume', () => this.#pauseIfFull(socket))
    socket.once('close', () => this.#forget(socket))
  }

  /** Returns true if a request of the connection is being answered. */
  isBusy(socket: Duplex): boolean {
    return this.#lines.get(socket)?.busy === true
  }

  /**
   * Calls `begin` immediately or when the request reaches the front of the queue, and never if the connection ends
   * before.
   */
  take(socket: Duplex, response: ServerResponse, begin: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined || !socket.writable) return
    const start = () => {
      line.busy = true
      response.on('close', () => this.#goOn(socket, line))
      begin()
    }
    if (!line.busy) {
      start()
      return
    }
    line.queued.push(start)
    this.#count++
    this.#pauseIfFull(socket)
    if (this.#count > this.#maxWaiting) this.#closeLongest()
  }

  #goOn(socket: Duplex, line: Line): void {
    line.busy = false
    if (line.queued.length === 0) return
    if (!socket.writable) {
      // The last reply has ended the connection.
      this.#forget(socket)
      return
    }
    this.#count--
    if (line.queued.length === MAX_READ_AHEAD) socket.resume()
    line.queued.shift()?.()
  }

  #pauseIfFull(socket: Duplex): void {
    if ((this.#lines.get(socket)?.queued.length ?? 0) >= MAX_READ_AHEAD) socket.pause()
  }

  #closeLongest(): void {
    let longest: Duplex | undefined
    let max = 0
    for (const [socket, { queued }] of this.#lines) {
      if (queued.length <= max) continue
      longest = socket
      max = queued.length
    }
    if (longest === undefined) return
    this.#forget(longest)
    longest.destroy()
  }

  #forget(socket: Duplex): void {
    this.#count -= this.#lines.get(socket)?.queued.length ?? 0
    this.#lines.delete(socket)
  }
}
