import type { Budget } from './budget.ts'
import type { Connection } from './connections.ts'

/** A client that has read nothing for so many milliseconds may lose its connection where memory is short. */
const STALLED_MS = 1000

/** Counts what has been written to each connection and is not read yet. */
export class UnreadReplies {
  readonly #unread: Budget
  /** when each connection that has to read something last did, by performance.now() */
  readonly #lastRead = new Map<Connection, number>()

  /** @param unread of all connections together */
  constructor(unread: Budget) {
    this.#unread = unread
  }

  /** Makes room for a long reply. Returns false if there is none, and no connection that could end for it. */
  admit(bytes: number): boolean {
    while (!this.#unread.take(bytes)) {
      if (this.#unread.held() === 0) {
        // The only one may be as long as it is.
        this.#unread.force(bytes)
        return true
      }
      if (!this.#endStalled()) return false
    }
    return true
  }

  /** Counts bytes, admitted before, that a connection has to read. */
  hold(connection: Connection, bytes: number): void {
    connection.unread += bytes
    this.#lastRead.set(connection, performance.now())
  }

  release(connection: Connection, bytes: number): void {
    // A connection closed to free memory has already released its bytes.
    if (!this.#lastRead.has(connection)) return
    this.#unread.give(bytes)
    connection.unread -= bytes
    this.#lastRead.set(connection, performance.now())
    if (connection.unread === 0) this.#lastRead.delete(connection)
  }

  /** Ends the connection that holds most and reads nothing. Returns false if there is none. */
  #endStalled(): boolean {
    const before = performance.now() - STALLED_MS
    let worst: Connection | undefined
    for (const [connection, since] of this.#lastRead) {
      if (since < before && connection.unread > (worst?.unread ?? 0)) worst = connection
    }
    if (worst === undefined) return false
    this.#lastRead.delete(worst)
    this.#unread.give(worst.unread)
    worst.socket.destroy()
    return true
  }
}
