import type { Budget } from './budget.ts'
import type { Connection } from './connections.ts'

/** A connection that has read nothing for this many milliseconds may be closed when memory is short. */
const STALLED_MS = 1000

/** Counts the bytes written to each connection and not yet read. */
export class UnreadReplies {
  readonly #unread: Budget
  /** Time of the last read of each connection with unread bytes, from performance.now(). */
  readonly #lastRead = new Map<Connection, number>()

  /** @param unread budget of all connections together */
  constructor(unread: Budget) {
    this.#unread = unread
  }

  /**
   * Reserves bytes for a long reply, and closes stalled connections if necessary. Returns false if the budget is still
   * exceeded.
   */
  admit(bytes: number): boolean {
    while (!this.#unread.take(bytes)) {
      if (this.#unread.held() === 0) {
        // A single reply may exceed the budget.
        this.#unread.force(bytes)
        return true
      }
      if (!this.#endStalled()) return false
    }
    return true
  }

  /** Counts admitted bytes that a connection has to read. */
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

  /** Closes the stalled connection with the most unread bytes. Returns false if no connection is stalled. */
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
