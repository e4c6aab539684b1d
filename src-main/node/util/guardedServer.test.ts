import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Server, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RawClient, type RawReply, requestBytes } from '../rpc/testSupport.ts'
import { waitFor } from '../testing/waitFor.ts'
import { ExchangeQueue } from './exchangeQueue.ts'
import { createGuardedServer, endWithReply } from './guardedServer.ts'

const GET = { method: 'GET', headers: { Authorization: '', 'Content-Length': '' } }
const get = (headers: Readonly<Record<string, string>> = {}) =>
  requestBytes({ ...GET, headers: { ...GET.headers, ...headers } })

/**
 * Short timeouts for requests that do not end. They also close a connection whose replies take longer while it is not
 * read.
 */
const SHORT_TIMEOUTS = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 }

let server: Server
let impatient: Server
let handled: string[] = []
let held: ServerResponse[] = []

async function listen(options: ServerOptions): Promise<Server> {
  const listening = createGuardedServer(options, {
    request(request, response) {
      handled.push(request.url ?? '')
      if (request.url === '/held') held.push(response)
      else response.writeHead(200, ['Content-Length', '2', 'Content-Type', 'text/plain']).end('ok')
    },
    upgrade: (_request, socket) => endWithReply(socket, { status: 426 }),
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return listening
}

const connect = (to: Server) => RawClient.connect((to.address() as AddressInfo).port)

beforeAll(async () => {
  server = await listen({})
  impatient = await listen(SHORT_TIMEOUTS)
})
afterAll(() => {
  for (const each of [server, impatient]) {
    each.closeAllConnections()
    each.close()
  }
})
beforeEach(() => {
  handled = []
  held = []
})

async function ask(bytes: Buffer | string, to = server): Promise<RawReply | undefined> {
  const client = await connect(to)
  client.send(bytes)
  const reply = await client.reply()
  client.destroy()
  return reply
}

describe('createGuardedServer', () => {
  it.each(['cross-site', 'same-site', 'none, cross-site', 'x', ''])(
    'rejects a request with Sec-Fetch-Site "%s" before its handler',
    async (site) => {
      const line = `GET / HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: ${site}\r\n\r\n`
      expect(await ask(line)).toMatchObject({ status: 403, body: expect.stringContaining('Another web site') })
      expect(await ask(line.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))).toMatchObject({ status: 403 })
      const upgrade = line.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      expect(await ask(upgrade)).toMatchObject({ status: 403 })
      expect(handled).toEqual([])
    },
  )

  it('answers addresses opened by the user, its own pages, and programs other than browsers', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'none' }, { 'Sec-Fetch-Site': 'same-origin' }, {}])
      expect(await ask(get(headers))).toMatchObject({ status: 200, body: 'ok' })
    expect(await ask(get({ Connection: 'Upgrade', Upgrade: 'websocket' }))).toMatchObject({ status: 426 })
  })

  it.each([
    ['a good request', 200, get()],
    ['a request of a foreign page', 403, get({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a request without Host', 200, get({ Host: '' })],
    ['an unknown expectation', 417, get({ Expect: 'x' })],
    ['an upgrade', 426, get({ Connection: 'Upgrade', Upgrade: 'x' })],
    ['bytes that are no request', 400, 'GET\r\n\r\n'],
    ['too long headers', 431, get({ 'X-Long': 'x'.repeat(20_000) })],
    ['a request that does not end', 408, 'GET / HT'],
  ])('marks the reply to %s as readable by its own origin only', async (_name, status, bytes) => {
    const reply = await ask(bytes, status === 408 ? impatient : server)
    expect(reply?.status).toBe(status)
    expect(reply?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply?.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(reply?.headers.get('x-frame-options')).toBe('DENY')
  })

  it('starts a request after the previous one on the connection has been answered', async () => {
    const client = await connect(server)
    client.send(
      Buffer.concat([requestBytes({ ...GET, path: '/held' }), get(), requestBytes({ ...GET, path: '/held' })]),
    )
    await waitFor(() => expect(handled).toEqual(['/held']))
    expect((await ask(get()))?.status).toBe(200)
    expect(handled).toEqual(['/held', '/'])
    held[0]?.end('first')
    expect(await client.reply()).toMatchObject({ body: 'first' })
    expect(await client.reply()).toMatchObject({ body: 'ok' })
    await waitFor(() => expect(handled).toEqual(['/held', '/', '/', '/held']))
    client.destroy()
  })

  it('pauses reading a connection while many of its requests are queued', async () => {
    const arriving = once(server, 'connection')
    const client = await connect(server)
    const [socket] = (await arriving) as [Socket]
    const request = requestBytes({ ...GET, path: '/held' })
    client.send(Buffer.concat(Array<Buffer>(10_000).fill(request)))
    await waitFor(() => expect(socket.isPaused()).toBe(true))
    // The operating system delivers one or two chunks of this size.
    expect(socket.bytesRead).toBeLessThan(200_000)
    const before = socket.bytesRead
    for (let answered = 0; answered < 200; answered++) {
      await waitFor(() => expect(held).toHaveLength(answered + 1))
      held[answered]?.writeHead(200, { 'Content-Length': 0 }).end()
      await client.reply()
    }
    expect(socket.bytesRead).toBe(before)
    client.destroy()
  })

  it('starts no further request on a connection that has ended', async () => {
    const client = await connect(server)
    client.send(Buffer.concat([requestBytes({ ...GET, path: '/held' }), get()]))
    await waitFor(() => expect(held).toHaveLength(1))
    client.destroy()
    await waitFor(() => expect(held[0]?.destroyed).toBe(true))
    held[0]?.end()
    expect((await ask(get()))?.status).toBe(200)
    expect(handled).toEqual(['/held', '/'])
  })

  it('creates all HTTP servers of the product', () => {
    const root = join(import.meta.dirname, '../../..')
    const files = ['src-main', 'src-shared'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const makers = files
      .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/testing\//.test(name))
      .filter((name) => /createServer[^;]*node:http/s.test(readFileSync(join(root, name), 'utf8')))
    expect(makers).toEqual(['src-main/node/util/guardedServer.ts'])
  })
})

describe('ExchangeQueue', () => {
  it('closes the connection with the most queued requests if all together exceed the limit', async () => {
    const queue = new ExchangeQueue(20)
    const [many, few] = [new FakeSocket(), new FakeSocket()]
    const takeRequest = (socket: FakeSocket) =>
      queue.take(socket as never, { on: () => undefined } as never, () => undefined)
    for (const socket of [many, few]) queue.add(socket as never)
    for (let taken = 0; taken < 16; taken++) takeRequest(many)
    for (let taken = 0; taken < 6; taken++) takeRequest(few)
    expect([many.writable, few.writable]).toEqual([true, true])
    takeRequest(few)
    expect([many.writable, few.writable]).toEqual([false, true])
    // A closed connection no longer counts.
    for (let taken = 0; taken < 14; taken++) takeRequest(few)
    expect(few.writable).toBe(true)
    takeRequest(few)
    expect(few.writable).toBe(false)
  })
})

class FakeSocket {
  writable = true
  on(): void {}
  once(): void {}
  pause(): void {}
  destroy(): void {
    this.writable = false
  }
}
