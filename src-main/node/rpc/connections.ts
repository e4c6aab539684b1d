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

/**
 * All connections of the RPC server. Those that never brought an accepted request give way first, oldest first, so that
 * a client that opens many silent connections shuts out nobody; then those that rest, longest at rest first; then those that are slow
 * to send a body. One whose call is being answered never does.
 */
export class Connections {
  readonly #max: number
  readonly #allowList: AllowList
  readonly #all = new Map<Socket, Connection>()
  readonly #strangers = new Set<Connection>()
  /** least recently used first */
  readonly #known = new Set<Connection>()

  constructor(max: number, allowList: AllowList) {
    this.#max = max
    this.#allowList = allowList
  }

  /** Takes a new one. If there are too many already, another one ends for it, or itself. */
  add(socket: Socket): void {
    if (this.#all.size >= this.#max) {
      const other = this.#leastNeeded()
      if (other === undefined) {
        socket.destroy()
        return
      }
      // Its 'close' event comes only later.
      this.#forget(other)
      other.socket.destroy()
    }
    this.#remember(socket)
  }

  of(socket: Socket): Connection {
    return this.#all.get(socket) ?? this.#remember(socket)
  }

  /** To be called for a connection that brought an accepted request. */
  used(connection: Connection): void {
    this.#strangers.delete(connection)
    this.#known.delete(connection)
    this.#known.add(connection)
  }

  /** Each has to show its password again with its next request. */
  forgetCallers(): void {
    for (const connection of this.#all.values()) connection.caller = undefined
  }

  #remember(socket: Socket): Connection {
    const allowed = this.#allowList.allows(socket.remoteAddress)
    const idle = { unread: 0, receiving: 0, busy: 0 }
    const connection = { socket, allowed, caller: undefined, ...idle }
    this.#all.set(socket, connection)
    this.#strangers.add(connection)
    socket.once('close', () => this.#forget(connection))
    return connection
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket)
    this.#strangers.delete(connection)
    this.#known.delete(connection)
  }

  /** Returns the connection that ends for a new one. */
  #leastNeeded(): Connection | undefined {
    for (const stranger of this.#strangers) if (stranger.busy === 0) return stranger
    const resting = [...this.#known].filter(({ busy }) => busy === 0)
    return resting.find(({ receiving }) => receiving === 0) ?? resting[0]
  }
}
