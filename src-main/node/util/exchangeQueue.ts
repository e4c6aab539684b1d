import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Maximum queued requests of one connection before its socket is no longer read. */
const MAX_READ_AHEAD = 256

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
  /** requests queued behind the one in progress, by connection; a connection without an entry is idle */
  readonly #waiting = new Map<Duplex, (() => void)[]>()
  #count = 0

  /** @param maxWaiting maximum queued requests of all connections together, each about 3 KB */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** Must be called for each connection, before its first request. */
  add(socket: Duplex): void {
    // Reading a body resumes the socket.
    socket.on('resume', () => this.#pauseIfFull(socket))
    socket.once('close', () => this.#forget(socket))
  }

  /** Returns true if a request of the connection is being answered. */
  isBusy(socket: Duplex): boolean {
    return this.#waiting.has(socket)
  }

  /**
   * Calls `begin` immediately or when the request reaches the front of the queue, and never if the connection ends
   * before.
   */
  take(socket: Duplex, response: ServerResponse, begin: () => void): void {
    if (!socket.writable) return
    const waiting = this.#waiting.get(socket)
    if (waiting === undefined) {
      this.#waiting.set(socket, [])
      this.#begin(socket, response, begin)
      return
    }
    waiting.push(() => this.#begin(socket, response, begin))
    this.#count++
    this.#pauseIfFull(socket)
    if (this.#count > this.#maxWaiting) this.#closeLongest()
  }

  #begin(socket: Duplex, response: ServerResponse, begin: () => void): void {
    response.once('close', () => this.#goOn(socket))
    begin()
  }

  #goOn(socket: Duplex): void {
    const waiting = this.#waiting.get(socket)
    // The last reply may have ended the connection.
    const next = socket.writable ? waiting?.shift() : undefined
    if (next === undefined) {
      this.#forget(socket)
      return
    }
    this.#count--
    if (waiting?.length === MAX_READ_AHEAD - 1) socket.resume()
    next()
  }

  #pauseIfFull(socket: Duplex): void {
    if ((this.#waiting.get(socket)?.length ?? 0) >= MAX_READ_AHEAD) socket.pause()
  }

  #closeLongest(): void {
    let longest: Duplex | undefined
    let max = 0
    for (const [socket, { length }] of this.#waiting) {
      if (length <= max) continue
      longest = socket
      max = length
    }
    if (longest === undefined) return
    this.#forget(longest)
    longest.destroy()
  }

  #forget(socket: Duplex): void {
    this.#count -= this.#waiting.get(socket)?.length ?? 0
    this.#waiting.delete(socket)
  }
}
