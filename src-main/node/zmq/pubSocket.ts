import { rmSync, statSync } from 'node:fs'
import { createServer, isIPv6, type Server, type Socket } from 'node:net'
import type { Logger } from '../core/index.ts'
import { Subscriber } from './subscriber.ts'
import { message } from './zmtp.ts'

/** The socket cannot listen on its address; the message is for the user who starts the node. */
export class PublicationError extends Error {
  override readonly name = 'PublicationError'
}

/** Limits of one address. Its subscribers mostly share the queued bytes. */
export const SOCKET_LIMITS = {
  subscribers: 64,
  /** memory of the messages queued for all subscribers together, in bytes, divided equally among them */
  waiting: 64 << 20,
  frame: 1024,
  subscriptions: 64,
  handshake: 5_000,
  patience: 60_000,
} as const

type PubSocketLimits = { readonly [Name in keyof typeof SOCKET_LIMITS]: number }

/** PUB socket: sends messages to the subscribers of their topics. */
export class PubSocket {
  readonly #limits: PubSocketLimits
  readonly #server: Server
  readonly #subscribers = new Set<Subscriber>()

  private constructor(limits: PubSocketLimits) {
    this.#limits = limits
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /**
   * Listens on `tcp://host:port` (`*` for all addresses) or `ipc://path`.
   * @throws PublicationError if it cannot listen
   */
  static async open(address: string, logger: Logger, limits: PubSocketLimits = SOCKET_LIMITS): Promise<PubSocket> {
    const socket = new PubSocket(limits)
    await listen(socket.#server, address)
    socket.#server.on('error', (error) => logger.error('ZeroMQ server error', { address, error }))
    return socket
  }

  /** Sends to the subscribers of the first part. A subscriber with too many unread bytes misses the message. */
  publish(parts: readonly Uint8Array[]): void {
    const topic = parts[0] ?? new Uint8Array(0)
    const frames = message(parts)
    const length = frames.reduce((sum, frame) => sum + frame.length, 0)
    const share = this.#share()
    for (const subscriber of this.#subscribers) {
      if (!subscriber.wants(topic)) continue
      const waiting = subscriber.waiting()
      // A subscriber without unread bytes gets even the longest message.
      if (waiting === 0 || waiting + length <= share) subscriber.send(frames)
    }
  }

  /** Returns the number of connections, including those in their handshake. */
  subscribers(): number {
    return this.#subscribers.size
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const subscriber of this.#subscribers) subscriber.end()
    await closed
  }

  #accept(socket: Socket): void {
    if (this.#subscribers.size >= this.#limits.subscribers) {
      socket.destroy()
      return
    }
    const subscriber: Subscriber = new Subscriber(socket, this.#limits, {
      share: () => this.#share(),
      end: () => this.#subscribers.delete(subscriber),
    })
    this.#subscribers.add(subscriber)
  }

  /** Returns the number of bytes that may be queued for one subscriber. */
  #share(): number {
    return this.#limits.waiting / Math.max(1, this.#subscribers.size)
  }
}

async function listen(server: Server, address: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(parseEndpoint(address), () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the address is in use' : code
    throw new PublicationError(`Cannot publish by ZeroMQ on ${address}: ${reason}`, { cause: error })
  }
}

/** Parses an address that was validated with the options. */
function parseEndpoint(address: string) {
  if (address.startsWith('ipc://')) {
    const path = address.slice('ipc://'.length)
    // Remove the socket file left by a killed node.
    if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
    return { path }
  }
  const [, v6, name, port] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:]+)):([0-9]+)$/.exec(address) ?? []
  const host = v6 ?? name ?? ''
  return { port: Number(port), ...(host !== '*' && { host, ipv6Only: isIPv6(host) }) }
}
