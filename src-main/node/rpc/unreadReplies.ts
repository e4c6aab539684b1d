import type { Budget } from './budget.ts'
import type { Connection } from './connections.ts'

/** A client that has read nothing for so many milliseconds may lose its connection where memory is short. */
const STALLED_MS = 1000

/** What has been written to each connection and is not read yet. */
export interface UnreadReplies {
  /** Room for a long reply; false: there is none, and no connection that could end for it. */
  admit(bytes: number): boolean
  /** Counts bytes, admitted before, that a connection has to read. */
  hold(connection: Connection, bytes: number): void
  release(connection: Connection, bytes: number): void
}

/** @param unread of all connections together */
export function createUnreadReplies(unread: Budget): UnreadReplies {
  /** when each connection that has to read something last did, by performance.now() */
  const lastRead = new Map<Connection, number>()

  /** Ends the connection that holds most and reads nothing. False: there is none. */
  function endStalled(): boolean {
    const before = performance.now() - STALLED_MS
    let worst: Connection | undefined
    for (const [connection, since] of lastRead) {
      if (since < before && connection.unread > (worst?.unread ?? 0)) worst = connection
    }
    if (worst === undefined) return false
    lastRead.delete(worst)
    unread.give(worst.unread)
    worst.socket.destroy()
    return true
  }

  return {
    admit(bytes) {
      while (!unread.take(bytes)) {
        if (unread.held() === 0) {
          // The only one may be as long as it is.
          unread.force(bytes)
          return true
        }
        if (!endStalled()) return false
      }
      return true
    },
    hold(connection, bytes) {
      connection.unread += bytes
      lastRead.set(connection, performance.now())
    },
    release(connection, bytes) {
      // Of a connection that was ended for others everything has been given back.
      if (!lastRead.has(connection)) return
      unread.give(bytes)
      connection.unread -= bytes
      lastRead.set(connection, performance.now())
      if (connection.unread === 0) lastRead.delete(connection)
    },
  }
}
