import type { Socket } from 'node:net'
import { SendBacklog } from '../util/sendBacklog.ts'
import { command, createReader, greeting, ready, socketTypeOf, ZmtpError, type ZmtpIncoming } from './zmtp.ts'

/** What one connection may take. */
export interface SubscriberLimits {
  /** bytes of a frame that it sends: topics are short */
  readonly frame: number
  /** topics */
  readonly subscriptions: number
  /** milliseconds for its part of the handshake */
  readonly handshake: number
  /** milliseconds in which it may read nothing of what waits for it */
  readonly patience: number
}

export interface SubscriberEvents {
  /** memory that messages and answers waiting for this subscriber may take now, in bytes */
  share(): number
  end(): void
}

export interface Subscriber {
  /** whether it asked for a topic */
  wants(topic: Uint8Array): boolean
  /** memory of what waits to be read, in bytes */
  waiting(): number
  send(parts: readonly Uint8Array[]): void
  end(): void
}

const startsWith = (topic: Uint8Array, prefix: Buffer) =>
  prefix.length <= topic.length && prefix.equals(topic.subarray(0, prefix.length))

/** One connection of a PUB socket: shakes hands, keeps what it subscribed to, and ends it where it does not keep to the protocol. */
export function createSubscriber(socket: Socket, limits: SubscriberLimits, events: SubscriberEvents): Subscriber {
  const topics: Buffer[] = []
  const backlog = new SendBacklog(socket)
  let shaken = false
  let inMessage = false
  const handshake = setTimeout(() => socket.destroy(), limits.handshake)
  handshake.unref()
  let stalled: NodeJS.Timeout | undefined

  function subscribe(topic: Buffer): void {
    if (topics.length >= limits.subscriptions) throw new ZmtpError('too many subscriptions')
    topics.push(Buffer.from(topic))
  }

  /** One of several equal ones ends. */
  function cancel(topic: Buffer): void {
    const at = topics.findIndex((known) => known.equals(topic))
    if (at >= 0) topics.splice(at, 1)
  }

  function takeCommand(name: string, data: Buffer): void {
    if (!shaken) {
      if (name !== 'READY' || !/^X?SUB$/.test(socketTypeOf(data))) throw new ZmtpError('no subscriber')
      shaken = true
      clearTimeout(handshake)
    } else if (name === 'SUBSCRIBE') subscribe(data)
    else if (name === 'CANCEL') cancel(data)
    // After a time to live of two bytes comes what is to be repeated.
    else if (name === 'PING') answerPing(data.subarray(2))
  }

  /** Messages are left out for a subscriber that does not read; an answer cannot be, so the connection ends. */
  function answerPing(context: Buffer): void {
    const pong = command('PONG', context)
    if (backlog.bytes + pong.length > events.share()) throw new ZmtpError('answers to PING are not read')
    backlog.write(pong)
  }

  function take(incoming: ZmtpIncoming): void {
    if (incoming.kind === 'command') {
      takeCommand(incoming.name, incoming.data)
      return
    }
    if (!shaken) throw new ZmtpError('a message before the handshake')
    const { body, more } = incoming
    // ZMTP 3.0 subscribes by messages of one part; what else a subscriber says nobody listens to.
    if (!inMessage && !more && body[0] === 1) subscribe(body.subarray(1))
    else if (!inMessage && !more && body[0] === 0) cancel(body.subarray(1))
    inMessage = more
  }

  const read = createReader(limits.frame, take)
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes)
    } catch (error) {
      if (!(error instanceof ZmtpError)) throw error
      socket.destroy()
    }
    // Somebody who only makes us answer.
    if (socket.writableLength > 0) watch()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearTimeout(handshake)
    clearTimeout(stalled)
    events.end()
  })

  /** What waits must become less now and then. */
  function watch(): void {
    if (stalled !== undefined) return
    const before = socket.bytesWritten - socket.writableLength
    stalled = setTimeout(() => {
      stalled = undefined
      if (socket.writableLength === 0) return
      if (socket.bytesWritten - socket.writableLength === before) socket.destroy()
      else watch()
    }, limits.patience)
    stalled.unref()
  }

  socket.setNoDelay(true)
  socket.write(Buffer.concat([greeting(), ready('PUB')]))
  return {
    wants: (topic) => shaken && topics.some((prefix) => startsWith(topic, prefix)),
    waiting: () => backlog.bytes,
    send(parts) {
      socket.cork()
      for (const part of parts) backlog.write(part)
      socket.uncork()
      if (socket.writableLength > 0) watch()
    },
    end: () => socket.destroy(),
  }
}
