import { rmSync, statSync } from 'node:fs'
import { createServer, isIPv6, type Server, type Socket } from 'node:net'
import type { Logger } from '../core/index.ts'
import { Subscriber } from './subscriber.ts'
import { message } from './zmtp.ts'

/** Cannot be published where it was asked for; the message is for the person who starts the node. */
export class PublicationError extends Error {
  override readonly name = 'PublicationError'
}

/** Of one address. Bytes that wait are mostly the same ones for all of its subscribers. */
export const SOCKET_LIMITS = {
  subscribers: 64,
  /** memory of what waits for all subscribers together, in bytes; each has its share of it */
  waiting: 64 << 20,
  frame: 1024,
  subscriptions: 64,
  handshake: 5_000,
  patience: 60_000,
} as const

type Limits = { readonly [Name in keyof typeof SOCKET_LIMITS]: number }

export interface PubSocket {
  /** Sends to whoever asked for the first part; who has too much to read misses it. */
  publish(parts: readonly Uint8Array[]): void
  /** connections, those that still shake hands among them */
  subscribers(): number
  close(): Promise<void>
}

/**
 * Listens on `tcp://host:port` (`*`: on all addresses) or `ipc://path`.
 * @throws PublicationError
 */
export async function openPubSocket(
  address: string,
  logger: Logger,
  limits: Limits = SOCKET_LIMITS,
): Promise<PubSocket> {
  const subscribers = new Set<Subscriber>()
  const share = () => limits.waiting / Math.max(1, subscribers.size)

  function onConnection(socket: Socket): void {
    if (subscribers.size >= limits.subscribers) {
      socket.destroy()
      return
    }
    const end = () => subscribers.delete(subscriber)
    const subscriber: Subscriber = new Subscriber(socket, limits, { share, end })
    subscribers.add(subscriber)
  }

  const server = createServer(onConnection)
  await listen(server, address)
  server.on('error', (error) => logger.error('ZeroMQ has a problem', { address, error }))
  return {
    publish(parts) {
      const topic = parts[0] ?? new Uint8Array(0)
      const frames = message(parts)
      const length = frames.reduce((sum, frame) => sum + frame.length, 0)
      const most = share()
      for (const subscriber of subscribers) {
        if (!subscriber.wants(topic)) continue
        const waiting = subscriber.waiting()
        // The longest message goes to whoever has read all before it.
        if (waiting === 0 || waiting + length <= most) subscriber.send(frames)
      }
    },
    subscribers: () => subscribers.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const subscriber of subscribers) subscriber.end()
      await closed
    },
  }
}

async function listen(server: Server, address: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(placeOf(address), () => {
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

/** Addresses were checked with the options. */
function placeOf(address: string) {
  if (address.startsWith('ipc://')) {
    const path = address.slice('ipc://'.length)
    // Left by a node that was killed.
    if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path)
    return { path }
  }
  const [, v6, name, port] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:]+)):([0-9]+)$/.exec(address) ?? []
  const host = v6 ?? name ?? ''
  return { port: Number(port), ...(host !== '*' && { host, ipv6Only: isIPv6(host) }) }
}
