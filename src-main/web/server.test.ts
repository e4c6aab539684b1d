import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectBytes } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { ConfirmBy, WindowQuestion } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { WindowFiles } from '../app/windowFiles.ts'
import { waitFor } from '../node/testing/waitFor.ts'
import type { ServedWindow } from './pageNode.ts'
import { startWebServer, type WebServer } from './server.ts'
import type { SocketsDeps } from './sockets.ts'

const files: WindowFiles = {
  find: (pathname) =>
    pathname === '/' || pathname === '/tokens'
      ? { body: Buffer.from('<!doctype html>'), contentType: 'text/html; charset=utf-8', immutable: false }
      : undefined,
}

/** Creates a fake node of a window, which echoes, fails, or waits until it is cancelled. */
function fakeNode() {
  const listeners = new Set<(event: NodeEvent) => void>()
  const cancelled: string[] = []
  const calls: string[] = []
  const answers: unknown[] = []
  const windows: ServedWindow[] = []
  const choosers = new Set<() => void>()
  let confirmBy: ConfirmBy = 'code'
  let closed = 0
  const node: ReturnType<SocketsDeps['nodeFor']> = {
    async call(method, params, { signal, onProgress } = {}) {
      calls.push(method)
      if (method === 'fail') throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'no such thing')
      if (method === 'wait') {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        cancelled.push(params)
        throw new RpcError(RPC_ERROR.MISC, 'Cancelled')
      }
      if (method === 'long') onProgress?.({ done: 1, total: 3, unit: 'rows' })
      return JSON.stringify({ method, params })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer: ({ id, secret, change }) => void answers.push([id, secret, ...(change ? ['change'] : [])]),
    confirmBy: () => confirmBy,
    onConfirmBy(listener) {
      choosers.add(listener)
      return () => choosers.delete(listener)
    },
    async choose(next) {
      if (next === confirmBy) throw new RpcError(RPC_ERROR.MISC, 'too soon')
      confirmBy = next
      for (const listener of choosers) listener()
    },
    close: () => {
      closed += 1
    },
  }
  const nodeFor = (window: ServedWindow) => {
    windows.push(window)
    return node
  }
  return { nodeFor, listeners, cancelled, calls, answers, windows, choosers, closed: () => closed }
}

describe('web server', () => {
  let server: WebServer
  let fake: ReturnType<typeof fakeNode>
  let timers: { readonly milliseconds: number; run(): void }[]
  const origin = () => `http://127.0.0.1:${server.port}`

  beforeEach(async () => {
    fake = fakeNode()
    timers = []
    const after = (milliseconds: number, run: () => void) => {
      const timer = { milliseconds, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    }
    server = await startWebServer({ port: 0, now: Date.now, after }, { nodeFor: fake.nodeFor, files })
  })
  afterEach(() => server.close())

  interface Ask {
    readonly method?: string
    readonly path?: string
    readonly headers?: Record<string, string>
    readonly body?: string
  }
  const ask = ({ method = 'GET', path = '/', headers = {}, body = '' }: Ask) =>
    new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
      (resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      },
    )
  const signIn = async () => {
    const token = new URL(server.freshAddress()).hash.replace('#token=', '')
    const reply = await ask({
      method: 'POST',
      path: '/session',
      headers: { origin: origin() },
      body: JSON.stringify({ token }),
    })
    return { reply, secret: reply.status === 200 ? String(JSON.parse(reply.body).secret) : '' }
  }
  /** Opens a socket that has not sent a message. */
  const stranger = (headers: Record<string, string> = { origin: origin() }) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { headers })
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })
  const nextMessage = (socket: WebSocket) =>
    new Promise<unknown>((resolve) => socket.once('message', (data) => resolve(JSON.parse(data.toString()))))
  const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))
  const show = (socket: WebSocket, secret: string) => socket.send(JSON.stringify({ kind: 'session', secret }))
  const connect = async (secret: string) => {
    const socket = await stranger()
    const welcome = nextMessage(socket)
    show(socket, secret)
    expect(await welcome).toEqual({ kind: 'welcome', confirmBy: 'code' })
    return socket
  }

  it('serves the window with a policy that allows only its own resources', async () => {
    const { status, headers } = await ask({})
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })

  it('rejects every Host except its own address, including localhost and rebound names', async () => {
    for (const host of ['evil.example', 'localhost', '[::1]']) {
      expect((await ask({ headers: { host: `${host}:${server.port}` } })).status).toBe(403)
    }
  })

  it('rejects a foreign Origin, and a POST without one', async () => {
    const post = { method: 'POST', path: '/session', body: '{}' }
    expect((await ask({ ...post, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await ask(post)).status).toBe(403)
  })

  it('rejects requests that another site loads or links to, and answers an address that the user opened', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await ask({ headers: { 'sec-fetch-site': site } })).status).toBe(403)
    expect((await ask({ headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
  })

  it('returns 404 for files that are not listed and 405 for other methods', async () => {
    expect((await ask({ path: '/../package.json' })).status).toBe(404)
    expect((await ask({ path: '/secret.js' })).status).toBe(404)
    expect((await ask({ method: 'DELETE' })).status).toBe(405)
  })

  it('exchanges a token once for a secret that is not cached, and sets no cookie', async () => {
    const token = new URL(server.freshAddress()).hash.replace('#token=', '')
    const post = { method: 'POST', path: '/session', headers: { origin: origin() }, body: JSON.stringify({ token }) }
    const reply = await ask(post)
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(reply.body)).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await ask(post)).status).toBe(401)
    expect((await ask({ path: '/session' })).status).toBe(404)
  })

  it.each(['', 'not json', '[]', '{"token":5}', '{"token":"guess"}', 'x'.repeat(5000)])(
    'rejects the session body %j',
    async (body) => {
      const headers = { origin: origin() }
      expect((await ask({ method: 'POST', path: '/session', headers, body })).status).toBe(401)
    },
  )

  it('rejects a WebSocket from a foreign page', async () => {
    await expect(stranger({ origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(stranger({})).rejects.toThrow('403')
  })

  it('sends nothing to an unauthenticated socket, and closes it after five seconds', async () => {
    const socket = await stranger()
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(data))
    expect(fake.listeners.size).toBe(0)
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([5000])
    const end = closed(socket)
    timers[0]?.run()
    expect(await end).toBe(1006)
    expect(heard).toEqual([])
    await waitFor(() => expect(timers).toEqual([]))
  })

  it.each([
    ['a call', '{"kind":"call","id":1,"method":"echo","params":"[]"}', 1008],
    ['no envelope', 'x', 1008],
    ['an empty secret', '{"kind":"session","secret":""}', 4401],
    ['an invented secret', '{"kind":"session","secret":"guess"}', 4401],
  ])('closes a socket whose first message is %s', async (_, message, code) => {
    await signIn()
    const socket = await stranger()
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(data))
    const end = closed(socket)
    socket.send(message)
    expect(await end).toBe(code)
    expect(heard).toEqual([])
    expect(fake.calls).toEqual([])
    await waitFor(() => expect(timers).toEqual([]))
  })

  it('limits the bytes of an unauthenticated socket, in one message and in many', async () => {
    const { secret } = await signIn()
    const one = await stranger()
    const end = closed(one)
    one.send(JSON.stringify({ kind: 'session', secret, more: 'x'.repeat(100_000) }))
    expect(await end).toBe(1006)
    const many = await stranger()
    const ended = closed(many)
    for (let sent = 0; sent < 10_000; sent += 100) many.ping('x'.repeat(100))
    expect(await ended).toBe(1006)
  })

  it('closes the oldest of too many unauthenticated sockets, and still admits a window', async () => {
    const { secret } = await signIn()
    const first = await stranger()
    const end = closed(first)
    const others: WebSocket[] = []
    for (let count = 0; count < 16; count += 1) others.push(await stranger())
    expect(await end).toBe(1006)
    const socket = await connect(secret)
    expect(fake.listeners.size).toBe(1)
    for (const each of [socket, ...others]) each.terminate()
  })

  it('admits a window again after its connection broke, and accepts its secret once per connection', async () => {
    const { secret } = await signIn()
    const first = await connect(secret)
    first.terminate()
    const socket = await connect(secret)
    const end = closed(socket)
    show(socket, secret)
    expect(await end).toBe(1008)
  })

  it('transfers calls, errors and events over the socket', async () => {
    const { secret } = await signIn()
    const socket = await connect(secret)
    socket.send(JSON.stringify({ kind: 'call', id: 1, method: 'echo', params: '[1.00000000]' }))
    const result = JSON.stringify({ method: 'echo', params: '[1.00000000]' })
    expect(await nextMessage(socket)).toEqual({ kind: 'result', id: 1, result })
    socket.send(JSON.stringify({ kind: 'call', id: 2, method: 'fail', params: '[]' }))
    expect(await nextMessage(socket)).toEqual({ kind: 'error', id: 2, error: { code: -8, message: 'no such thing' } })
    const event: NodeEvent = { type: 'wallet' }
    for (const listener of fake.listeners) listener(event)
    expect(await nextMessage(socket)).toEqual({ kind: 'event', event })
    socket.close()
  })

  it('reports progress of a call only to the calling window', async () => {
    const { secret } = await signIn()
    const [asking, other] = [await connect(secret), await connect(secret)]
    const heard: unknown[] = []
    asking.on('message', (data) => heard.push(JSON.parse(data.toString())))
    const first = nextMessage(other)
    asking.send(JSON.stringify({ kind: 'call', id: 7, method: 'long', params: '[]' }))
    await waitFor(() => expect(heard).toHaveLength(2))
    expect(heard).toMatchObject([
      { kind: 'event', event: { type: 'progress', call: 7, progress: { done: 1, total: 3, unit: 'rows' } } },
      { kind: 'result', id: 7 },
    ])
    for (const listener of fake.listeners) listener({ type: 'wallet' })
    expect(await first).toEqual({ kind: 'event', event: { type: 'wallet' } })
    asking.close()
    other.close()
  })

  it('cancels a call on request, and all calls when the window disconnects', async () => {
    const { secret } = await signIn()
    const socket = await connect(secret)
    socket.send(JSON.stringify({ kind: 'call', id: 1, method: 'wait', params: '["first"]' }))
    socket.send(JSON.stringify({ kind: 'call', id: 2, method: 'wait', params: '["second"]' }))
    socket.send(JSON.stringify({ kind: 'cancel', id: 1 }))
    expect(await nextMessage(socket)).toMatchObject({ kind: 'error', id: 1 })
    expect(fake.cancelled).toEqual(['["first"]'])
    socket.close()
    await waitFor(() => expect(fake.cancelled).toEqual(['["first"]', '["second"]']))
  })

  it.each([
    ['pings', (socket: WebSocket) => socket.ping(Buffer.alloc(125))],
    ['choices', (socket: WebSocket) => socket.send('{"kind":"choose","confirmBy":"code"}')],
  ])('closes a window that has tens of thousands of replies to %s to read, and reads none', async (_kind, say) => {
    const { secret } = await signIn()
    const socket = await connect(secret)
    socket.on('error', () => undefined)
    socket.pause()
    for (let said = 0; said < 160_000; said++) say(socket)
    await waitFor(() => expect(fake.closed()).toBe(1))
    socket.terminate()
    expect((await ask({})).status).toBe(200)
  })

  it('survives clients that disconnect while their socket is rejected', async () => {
    const upgrade = (path: string, more: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`
    for (let attempt = 0; attempt < 20; attempt++) {
      const socket = connectBytes(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(upgrade('/ws', 'Origin: https://evil.example\r\n'))
      socket.resetAndDestroy()
    }
    // Writes to these sockets fail before later connections are answered.
    for (let later = 0; later < 20; later++) expect((await ask({})).status).toBe(200)
  })

  it('rejects an invalid path for pages and sockets', async () => {
    expect((await ask({ path: '//[' })).status).toBe(404)
    const headers = { origin: origin() }
    await expect(
      new Promise((resolve, reject) => {
        const outgoing = request({
          ...{ host: '127.0.0.1', port: server.port, path: '//[' },
          headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
        })
        outgoing.on('response', ({ statusCode }) => resolve(statusCode))
        outgoing.on('error', reject)
        outgoing.end()
      }),
    ).resolves.toBe(403)
    expect((await ask({})).status).toBe(200)
  })

  it('shows a question only to its window, and returns the answer', async () => {
    const { secret } = await signIn()
    const [asked, other] = [await connect(secret), await connect(secret)]
    const first = nextMessage(other)
    const question: WindowQuestion = {
      ...{ id: 4, chain: 'DEMO', title: 'Send 5.00000000 DEMO?', consequence: '', facts: [], lists: [], warnings: [] },
      ...{ agree: 'Send', danger: true, confirmBy: 'code', triesLeft: null },
    }
    const shown = nextMessage(asked)
    fake.windows[0]?.show(question)
    expect(await shown).toEqual({ kind: 'ask', question })
    const change = { secret: null, change: true }
    for (const given of [{ secret: '482913' }, { secret: null }, change]) {
      asked.send(JSON.stringify({ kind: 'answer', id: 4, ...given }))
    }
    await waitFor(() =>
      expect(fake.answers).toEqual([
        [4, '482913'],
        [4, null],
        [4, null, 'change'],
      ]),
    )
    const taken = nextMessage(asked)
    fake.windows[0]?.hide(4)
    expect(await taken).toEqual({ kind: 'asked', id: 4 })
    for (const listener of fake.listeners) listener({ type: 'wallet' })
    expect(await first).toMatchObject({ kind: 'event' })
    const end = closed(asked)
    fake.windows[0]?.close()
    await end
    await waitFor(() => expect(fake.closed()).toBe(1))
    expect(fake.choosers.size).toBe(1)
    other.terminate()
  })

  it('answers a changed confirmation method, and notifies other windows', async () => {
    const { secret } = await signIn()
    const [choosing, other] = [await connect(secret), await connect(secret)]
    const received = nextMessage(other)
    choosing.send('{"kind":"choose","confirmBy":"passphrase"}')
    expect(await received).toEqual({ kind: 'confirmBy', confirmBy: 'passphrase', problem: null })
    const heard: unknown[] = []
    choosing.on('message', (data) => heard.push(JSON.parse(data.toString())))
    choosing.send('{"kind":"choose","confirmBy":"passphrase"}')
    await waitFor(() =>
      expect(heard).toContainEqual({ kind: 'confirmBy', confirmBy: 'passphrase', problem: 'too soon' }),
    )
    for (const socket of [choosing, other]) socket.terminate()
  })

  it.each([
    '{"kind":"call","id":-1}',
    '{"kind":"answer","id":1}',
    '{"kind":"answer","id":1,"secret":5}',
    '{"kind":"choose","confirmBy":"nothing"}',
  ])('closes a connection that sends the invalid envelope %s', async (message) => {
    const { secret } = await signIn()
    const socket = await connect(secret)
    const end = closed(socket)
    socket.send(message)
    expect(await end).toBe(1008)
  })
})
