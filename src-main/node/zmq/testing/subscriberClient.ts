/** For tests: a subscriber that sends and receives single bytes and frames. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { greeting } from '../zmtp.ts'

export interface SubscriberClient {
  readonly socket: Socket
  /** Returns the parts of the next message, or the next command as one part. */
  next(): Promise<readonly Buffer[]>
  /** resolves when the other side has ended the connection */
  readonly ended: Promise<void>
}

const short = (flags: number, body: Uint8Array) => Buffer.concat([Buffer.of(flags, body.length), body])

/** Builds a command frame, or a single-part message. */
export const commandFrame = (name: string, data: Uint8Array = Buffer.alloc(0)) =>
  short(4, Buffer.concat([Buffer.of(name.length), Buffer.from(name), data]))
export const messageFrame = (body: Uint8Array) => short(0, body)
export const subscription = (topic: string) => messageFrame(Buffer.from(`\x01${topic}`, 'latin1'))

/** Builds READY of a socket of this type. */
export const readyFrame = (type: string) => {
  const property = Buffer.from('\x0bSocket-Type', 'latin1')
  return commandFrame('READY', Buffer.concat([property, Buffer.of(0, 0, 0, type.length), Buffer.from(type)]))
}

/** Connects and reads the greeting; sends only what the test writes. */
export async function connectSubscriber(port: number): Promise<SubscriberClient> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  let held = Buffer.alloc(0)
  const bytes = async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      held = Buffer.concat([held, chunk])
    }
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
  const first = await bytes(64)
  if (first[10] !== 3) throw new Error('no greeting')
  return {
    socket,
    ended,
    async next() {
      const parts: Buffer[] = []
      for (;;) {
        const flags = (await bytes(1))[0] ?? 0
        const length = flags & 2 ? Number((await bytes(8)).readBigUInt64BE()) : ((await bytes(1))[0] ?? 0)
        parts.push(await bytes(length))
        if ((flags & 1) === 0) return parts
      }
    },
  }
}

/** Connects, does the handshake and subscribes. A PING shows that the subscriptions have arrived. */
export async function subscribed(port: number, ...topics: readonly string[]): Promise<SubscriberClient> {
  const client = await connectSubscriber(port)
  client.socket.write(Buffer.concat([greeting(), readyFrame('SUB'), ...topics.map(subscription)]))
  client.socket.write(commandFrame('PING', Buffer.from('\x00\x00here')))
  for (let last = ''; last !== '\x04PONGhere'; ) last = (await client.next())[0]?.toString('latin1') ?? ''
  return client
}
