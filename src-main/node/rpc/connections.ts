import type { Socket } from 'node:net'
import type { AllowList } from './allowList.ts'
import type { RpcUser } from './users.ts'

/** Accepted `Authorization` header with its user. */
export interface Caller {
  readonly authorization: string
  /** Undefined for the owner and for other users with all rights. */
  readonly user: RpcUser | undefined
}

export interface Connection {
  readonly socket: Socket
  readonly allowed: boolean
  /**
   * The latest header that was accepted on this connection. Comparing with it reveals nothing new to its sender. Only
   * the check of a request's head may read this, because the next request may have another user.
   */
  caller: Caller | undefined
  /** Bytes of replies not yet read by the client. */
  unread: number
  /** Requests whose body has not arrived completely. */
  receiving: number
  /** Requests whose answer is being computed or sent. */
  busy: number
  /** Number of the latest accepted request among those of all connections, 0 before the first. */
  lastUse: number
}

/**
 * All connections of the RPC server. At the limit, connections without any accepted request are closed first, oldest
 * first, so that a client with many silent connections cannot lock out others. Next are idle connections, longest idle
 * first, then those that are slow to send a body. A connection whose call is being answered is never closed.
 */
export class Connections {
  readonly #max: number
  readonly #allowList: AllowList
  readonly #all = new Map<Socket, Connection>()
  #uses = 0

  constructor(max: number, allowList: AllowList) {
    this.#max = max
    this.#allowList = allowList
  }

  /** Adds a connection. At the limit it closes another connection, or this one if no other may be closed. */
  add(socket: Socket): void {
    if (this.#all.size >= this.#max) {
      const other = this.#leastNeeded()
      if (other === undefined) {
        socket.destroy()
        return
      }
      // The 'close' event is emitted only later.
      this.#all.delete(other.socket)
      other.socket.destroy()
    }
    this.#remember(socket)
  }

  of(socket: Socket): Connection {
    return this.#all.get(socket) ?? this.#remember(socket)
  }

  /** Must be called for a connection that sent an accepted request. */
  used(connection: Connection): void {
    connection.lastUse = ++this.#uses
  }

  /** Requires each connection to authenticate again with its next request. */
  forgetCallers(): void {
    for (const connection of this.#all.values()) connection.caller = undefined
  }

  #remember(socket: Socket): Connection {
    const allowed = this.#allowList.allows(socket.remoteAddress)
    const idle = { unread: 0, receiving: 0, busy: 0, lastUse: 0 }
    const connection = { socket, allowed, caller: undefined, ...idle }
    this.#all.set(socket, connection)
    socket.once('close', () => this.#all.delete(socket))
    return connection
  }

  /** Returns the connection to close for a new one, or undefined if none may be closed. */
  #leastNeeded(): Connection | undefined {
    // Among connections without an accepted request, the sort keeps the oldest first.
    const resting = [...this.#all.values()].filter(({ busy }) => busy === 0).sort((a, b) => a.lastUse - b.lastUse)
    return resting.find(({ lastUse, receiving }) => lastUse === 0 || receiving === 0) ?? resting[0]
  }
}
