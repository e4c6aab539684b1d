import type { Socket } from 'node:net'
import type { AllowList } from './allowList.ts'
import type { RpcUser } from './users.ts'

/** An `Authorization` header that was accepted, and its user. */
export interface Caller {
  readonly authorization: string
  /** undefined: the owner, or another user with all rights */
  readonly user: RpcUser | undefined
}

/** What is remembered of a connection. */
export interface Connection {
  readonly socket: Socket
  readonly allowed: boolean
  /**
   * The latest header that was accepted on this very connection: comparing with it reveals nothing new to its sender. Only
   * the check of a request's head may read this, because the next request may have another user.
   */
  caller: Caller | undefined
  /** bytes of its replies that wait to be read */
  unread: number
  /** requests whose body is still on its way */
  receiving: number
  /** requests whose answer is being made or sent */
  busy: number
}

export interface Connections {
  /** A new one. Where there are too many already, another one ends for it, or itself. */
  add(socket: Socket): void
  of(socket: Socket): Connection
  /** A request came on it that was accepted. */
  used(connection: Connection): void
  /** Each has to show its password again with its next request. */
  forgetCallers(): void
}

/**
 * All connections of the RPC server. Those that never brought an accepted request give way first, oldest first, so that
 * a client that opens many silent connections shuts out nobody; then those that rest, longest at rest first; then those that are slow
 * to send a body. One whose call is being answered never does.
 */
export function createConnections(most: number, allowList: AllowList): Connections {
  const all = new Map<Socket, Connection>()
  const strangers = new Set<Connection>()
  /** least recently used first */
  const known = new Set<Connection>()

  function remember(socket: Socket): Connection {
    const allowed = allowList.allows(socket.remoteAddress)
    const idle = { unread: 0, receiving: 0, busy: 0 }
    const connection = { socket, allowed, caller: undefined, ...idle }
    all.set(socket, connection)
    strangers.add(connection)
    socket.once('close', () => forget(connection))
    return connection
  }

  function forget(connection: Connection): void {
    all.delete(connection.socket)
    strangers.delete(connection)
    known.delete(connection)
  }

  /** Which one ends for a new one. */
  function leastNeeded(): Connection | undefined {
    for (const stranger of strangers) if (stranger.busy === 0) return stranger
    const resting = [...known].filter(({ busy }) => busy === 0)
    return resting.find(({ receiving }) => receiving === 0) ?? resting[0]
  }

  return {
    add(socket) {
      if (all.size >= most) {
        const other = leastNeeded()
        if (other === undefined) {
          socket.destroy()
          return
        }
        // Its 'close' event comes only later.
        forget(other)
        other.socket.destroy()
      }
      remember(socket)
    },
    of: (socket) => all.get(socket) ?? remember(socket),
    forgetCallers() {
      for (const connection of all.values()) connection.caller = undefined
    },
    used(connection) {
      strangers.delete(connection)
      known.delete(connection)
      known.add(connection)
    },
  }
}
