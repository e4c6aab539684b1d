import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { PublicationError, PubSocket, SOCKET_LIMITS } from './pubSocket.ts'
import {
  commandFrame,
  connectSubscriber,
  messageFrame,
  readyFrame,
  subscribed,
  subscription,
} from './testing/subscriberClient.ts'
import { greeting } from './zmtp.ts'

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const parts = (topic: string, body: string | Uint8Array = 'body') => [Buffer.from(topic), Buffer.from(body as string)]

describe('PubSocket', () => {
  let port = 0
  let socket: PubSocket
  const open = async (limits: Partial<typeof SOCKET_LIMITS> = {}) => {
    port = await unusedPort()
    socket = await PubSocket.open(`tcp://127.0.0.1:${port}`, silentLogger, { ...SOCKET_LIMITS, ...limits })
  }
  beforeEach(() => open())
  afterEach(() => socket.close())

  it('sends messages whose first part starts with a subscribed topic', async () => {
    const client = await subscribed(port, 'hash', 'raw')
    socket.publish(parts('hashtx'))
    socket.publish(parts('other'))
    const long = Buffer.alloc(70_000, 7)
    socket.publish(parts('rawblock', long))
    expect(await client.next()).toEqual(parts('hashtx'))
    expect(await client.next()).toEqual([Buffer.from('rawblock'), long])
    client.socket.destroy()
  })

  it('accepts cancellations and subscriptions, as messages and as commands of later versions', async () => {
    const client = await subscribed(port, 'a', 'a')
    const cancel = messageFrame(Buffer.from('\x00a', 'latin1'))
    client.socket.write(Buffer.concat([commandFrame('SUBSCRIBE', Buffer.from('b')), cancel, cancel, cancel]))
    client.socket.write(commandFrame('PING', Buffer.from('\x00\x00now')))
    expect((await client.next())[0]?.toString('latin1')).toBe('\x04PONGnow')
    socket.publish(parts('a'))
    socket.publish(parts('b'))
    expect(await client.next()).toEqual(parts('b'))
    client.socket.write(Buffer.concat([commandFrame('CANCEL', Buffer.from('b')), subscription('c')]))
    client.socket.write(commandFrame('PING', Buffer.from('\x00\x00now')))
    await client.next()
    socket.publish(parts('b'))
    socket.publish(parts('c'))
    expect(await client.next()).toEqual(parts('c'))
    client.socket.destroy()
  })

  it.each<readonly [string, Buffer]>([
    ['an HTTP request', Buffer.from(`GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(20)}`)],
    ['a later mechanism', Buffer.concat([greeting().fill('CURVE', 12, 17)])],
    ['version 2', greeting().fill(2, 10, 11)],
    ['another kind of socket', Buffer.concat([greeting(), readyFrame('PUSH')])],
    ['a command before READY', Buffer.concat([greeting(), commandFrame('PING', Buffer.alloc(2))])],
    ['a message before READY', Buffer.concat([greeting(), subscription('a')])],
    ['READY without a type', Buffer.concat([greeting(), commandFrame('READY')])],
    [
      'a broken property',
      Buffer.concat([greeting(), commandFrame('READY', Buffer.from('\x0bSocket-Type\xff\xff\xff\xff', 'latin1'))]),
    ],
    ['a frame of 4 GB', Buffer.concat([greeting(), Buffer.from('06000000010000000000', 'hex')])],
    ['a command without a name', Buffer.concat([greeting(), Buffer.of(4, 0)])],
    ['unknown flags', Buffer.concat([greeting(), Buffer.of(0x80, 0)])],
    [
      'a long topic',
      Buffer.concat([greeting(), readyFrame('SUB'), Buffer.from('020000000000000401', 'hex'), Buffer.alloc(1025, 1)]),
    ],
    [
      'many topics',
      Buffer.concat([greeting(), readyFrame('SUB'), ...Array.from({ length: 65 }, () => subscription('a'))]),
    ],
  ])('disconnects a client after %s', async (_what, bytes) => {
    const client = await connectSubscriber(port)
    client.socket.write(bytes)
    client.socket.resume()
    await client.ended
    const other = await subscribed(port, 'a')
    socket.publish(parts('a'))
    expect(await other.next()).toEqual(parts('a'))
    other.socket.destroy()
  })

  it('parses bytes split at any position', async () => {
    const client = await connectSubscriber(port)
    for (const byte of Buffer.concat([
      greeting(),
      readyFrame('XSUB'),
      subscription('a'),
      commandFrame('PING', Buffer.from('\x00\x00x')),
    ])) {
      client.socket.write(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    await client.next()
    expect((await client.next())[0]?.toString('latin1')).toBe('\x04PONGx')
    socket.publish(parts('a'))
    expect(await client.next()).toEqual(parts('a'))
    client.socket.destroy()
  })

  it('disconnects clients without a handshake, and limits their number', async () => {
    await socket.close()
    await open({ handshake: 30 } as object)
    const silent = await connectSubscriber(port)
    silent.socket.resume()
    await silent.ended
    await socket.close()
    await open({ subscribers: 2 } as object)
    const two = [await subscribed(port, 'a'), await subscribed(port, 'a')]
    const third = connect(port, '127.0.0.1').on('error', () => undefined)
    const first = await Promise.race(['data', 'close'].map((event) => once(third, event).then(() => event)))
    expect(first).toBe('close')
    for (const one of two) one.socket.destroy()
  })

  it('drops messages for a subscriber that does not read, and delivers all to the others', async () => {
    await socket.close()
    await open({ waiting: 8 << 20 } as object)
    const slow = await subscribed(port, 'a')
    slow.socket.pause()
    const quick = await subscribed(port, 'a')
    const body = (n: number) => Buffer.alloc(1 << 20, n)
    for (let n = 0; n < 64; n++) {
      socket.publish(parts('a', body(n)))
      expect((await quick.next())[1]?.[0]).toBe(n)
    }
    slow.socket.resume()
    // The slow subscriber gets its half of the limit and the system's buffers, without a gap, and then only the last
    // message.
    const last = parts('a', 'last')
    let read = 0
    const ending = setInterval(() => socket.publish(last), 20)
    for (let next = await slow.next(); next[1]?.length === 1 << 20; next = await slow.next()) {
      expect(next[1][0]).toBe(read)
      read++
    }
    clearInterval(ending)
    expect(read).toBeLessThan(40)
    for (const client of [slow, quick]) client.socket.destroy()
  })

  it('disconnects a subscriber that reads none of its queued messages', async () => {
    await socket.close()
    await open({ patience: 100 } as object)
    const slow = await subscribed(port, 'a')
    slow.socket.pause()
    for (let n = 0; n < 16; n++) socket.publish(parts('a', Buffer.alloc(1 << 20)))
    const other = await subscribed(port, 'b')
    await waitFor(() => expect(socket.subscribers()).toBe(1))
    for (const client of [slow, other]) client.socket.destroy()
  })

  it('disconnects a subscriber with too many unread replies, and serves the others', async () => {
    await socket.close()
    await open({ waiting: 1 << 20 })
    const other = await subscribed(port, 'a')
    const flooding = await subscribed(port, 'b')
    flooding.socket.pause()
    const pings = Buffer.concat(Array.from({ length: 5000 }, () => commandFrame('PING', Buffer.alloc(18))))
    const flood = setInterval(() => flooding.socket.write(pings), 1)
    await waitFor(() => expect(socket.subscribers()).toBe(1))
    clearInterval(flood)
    socket.publish(parts('a'))
    expect(await other.next()).toEqual(parts('a'))
    for (const client of [flooding, other]) client.socket.destroy()
  })

  it('reports the address if the port is in use', async () => {
    const problem = await PubSocket.open(`tcp://127.0.0.1:${port}`, silentLogger).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(PublicationError)
    expect(String(problem)).toContain(`Cannot publish by ZeroMQ on tcp://127.0.0.1:${port}: the address is in use`)
  })

  it('replaces the socket file of a killed node, and no other file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zmq-'))
    const path = join(folder, 'file')
    writeFileSync(path, 'theirs')
    await expect(PubSocket.open(`ipc://${path}`, silentLogger)).rejects.toThrow(PublicationError)
    const first = await PubSocket.open(`ipc://${path}.sock`, silentLogger)
    const second = await PubSocket.open(`ipc://${path}.sock`, silentLogger)
    await second.close()
    await first.close()
    rmSync(folder, { recursive: true })
  })
})
