import type { Socket } from 'node:net'
import { SendBacklog } from '../util/sendBacklog.ts'
import { command, greeting, parseSocketType, ready, ZmtpError } from './zmtp.ts'
import { type ZmtpIncoming, ZmtpReader } from './zmtpReader.ts'

export interface SubscriberLimits {
  /** maximum length in bytes of a received frame; topics are short */
  readonly frame: number
  /** maximum number of topics */
  readonly subscriptions: number
  /** timeout of the handshake in ms */
  readonly handshake: number
  /** maximum time in ms without reading any queued message */
  readonly patience: number
}

export interface SubscriberEvents {
  /** returns the memory in bytes that queued messages and replies of this subscriber may take now */
  share(): number
  end(): void
}

const startsWith = (topic: Uint8Array, prefix: Buffer) =>
  prefix.length <= topic.length && prefix.equals(topic.subarray(0, prefix.length))

/** Connection of a PUB socket: does the handshake, keeps the subscriptions, and disconnects on protocol errors. */
export class Subscriber {
  readonly #socket: Socket
  readonly #limits: SubscriberLimits
  readonly #events: SubscriberEvents
  readonly #backlog: SendBacklog
  readonly #topics: Buffer[] = []
  readonly #handshake: NodeJS.Timeout
  #shaken = false
  #inMessage = false
  #stalled: NodeJS.Timeout | undefined

  constructor(socket: Socket, limits: SubscriberLimits, events: SubscriberEvents) {
    this.#socket = socket
    this.#limits = limits
    this.#events = events
    this.#backlog = new SendBacklog(socket)
    this.#handshake = setTimeout(() => socket.destroy(), limits.handshake)
    this.#handshake.unref()
    const reader = new ZmtpReader(limits.frame, (incoming) => this.#receive(incoming))
    socket.on('data', (bytes: Buffer) => {
      try {
        reader.read(bytes)
      } catch (error) {
        if (!(error instanceof ZmtpError)) throw error
        socket.destroy()
      }
      // Also limit clients that send commands but never read the replies.
      if (socket.writableLength > 0) this.#watch()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(this.#handshake)
      clearTimeout(this.#stalled)
      events.end()
    })
    socket.setNoDelay(true)
    socket.write(Buffer.concat([greeting(), ready('PUB')]))
  }

  /** Returns true if the client has subscribed to the topic. */
  wants(topic: Uint8Array): boolean {
    return this.#shaken && this.#topics.some((prefix) => startsWith(topic, prefix))
  }

  /** Returns the memory in bytes of the unread messages. */
  waiting(): number {
    return this.#backlog.bytes
  }

  send(parts: readonly Uint8Array[]): void {
    const socket = this.#socket
    socket.cork()
    for (const part of parts) this.#backlog.write(part)
    socket.uncork()
    if (socket.writableLength > 0) this.#watch()
  }

  end(): void {
    this.#socket.destroy()
  }

  #subscribe(topic: Buffer): void {
    if (this.#topics.length >= this.#limits.subscriptions) throw new ZmtpError('too many subscriptions')
    this.#topics.push(Buffer.from(topic))
  }

  /** Removes one of several equal subscriptions. */
  #cancel(topic: Buffer): void {
    const index = this.#topics.findIndex((known) => known.equals(topic))
    if (index >= 0) this.#topics.splice(index, 1)
  }

  #receiveCommand(name: string, data: Buffer): void {
    if (!this.#shaken) {
      if (name !== 'READY' || !/^X?SUB$/.test(parseSocketType(data))) throw new ZmtpError('not a subscriber')
      this.#shaken = true
      clearTimeout(this.#handshake)
    } else if (name === 'SUBSCRIBE') this.#subscribe(data)
    else if (name === 'CANCEL') this.#cancel(data)
    // The data starts with a time to live of two bytes, followed by the context to return.
    else if (name === 'PING') this.#answerPing(data.subarray(2))
  }

  /** Messages can be dropped for a subscriber that does not read, but a reply cannot, so the connection ends. */
  #answerPing(context: Buffer): void {
    const pong = command('PONG', context)
    if (this.#backlog.bytes + pong.length > this.#events.share()) throw new ZmtpError('answers to PING are not read')
    this.#backlog.write(pong)
  }

  #receive(incoming: ZmtpIncoming): void {
    if (incoming.kind === 'command') {
      this.#receiveCommand(incoming.name, incoming.data)
      return
    }
    if (!this.#shaken) throw new ZmtpError('message before the handshake')
    const { body, more } = incoming
    // ZMTP 3.0 subscriptions are single-part messages; ignore everything else.
    if (!this.#inMessage && !more && body[0] === 1) this.#subscribe(body.subarray(1))
    else if (!this.#inMessage && !more && body[0] === 0) this.#cancel(body.subarray(1))
    this.#inMessage = more
  }

  /** Disconnects the subscriber unless it reads some unread bytes within the limit. */
  #watch(): void {
    if (this.#stalled !== undefined) return
    const socket = this.#socket
    const before = socket.bytesWritten - socket.writableLength
    this.#stalled = setTimeout(() => {
      this.#stalled = undefined
      if (socket.writableLength === 0) return
      if (socket.bytesWritten - socket.writableLength === before) socket.destroy()
      else this.#watch()
    }, this.#limits.patience)
    this.#stalled.unref()
  }
}
