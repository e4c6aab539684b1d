import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectBytes } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { NodeClient } from '../host/nodeClient.ts'
import type { WindowFiles } from '../host/windowFiles.ts'
import { startWebServer, type WebServer } from './server.ts'

const files: WindowFiles = {
  find: (pathname) =>
    pathname === '/' || pathname === '/tokens'
      ? { body: Buffer.from('<!doctype html>'), contentType: 'text/html; charset=utf-8', immutable: false }
      : undefined,
}

/** A node that echoes, fails, or waits until it is cancelled. */
function fakeNode() {
  const listeners = new Set<(event: NodeEvent) => void>()
  const cancelled: string[] = []
  const node: NodeClient = {
    started: Promise.resolve(),
    ended: new Promise(() => {}),
    async call(method, params, { signal, onProgress } = {}) {
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
    setPower: () => {},
    stop: async () => {},
  }
  return { node, listeners, cancelled }
}

describe('web server', () => {
  let server: WebServer
  let fake: ReturnType<typeof fakeNode>
  const origin = () => `http://127.0.0.1:${server.port}`

  beforeEach(async () => {
    fake = fakeNode()
    server = await startWebServer({ port: 0, now: Date.now }, { node: fake.node, files })
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
    return { reply, cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const connect = (headers: Record<string, string>) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { headers })
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })
  const nextMessage = (socket: WebSocket) =>
    new Promise<unknown>((resolve) => socket.once('message', (data) => resolve(JSON.parse(data.toString()))))

  it('serves the window with a policy that allows nothing but itself', async () => {
    const { status, headers } = await ask({})
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })

  it('refuses a foreign Host, which is how a rebound name would come in', async () => {
    expect((await ask({ headers: { host: `evil.example:${server.port}` } })).status).toBe(403)
  })

  it('refuses a foreign Origin, and a POST without one', async () => {
    const post = { method: 'POST', path: '/session', body: '{}' }
    expect((await ask({ ...post, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await ask(post)).status).toBe(403)
  })

  it('answers 404 for files that are not on the list and 405 for other verbs', async () => {
    expect((await ask({ path: '/../package.json' })).status).toBe(404)
    expect((await ask({ path: '/secret.js' })).status).toBe(404)
    expect((await ask({ method: 'DELETE' })).status).toBe(405)
  })

  it('exchanges the token of its address for a strict, script-proof cookie, once', async () => {
    const { reply, cookie } = await signIn()
    expect(reply.status).toBe(204)
    expect(reply.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Strict/)
    expect((await ask({ path: '/session', headers: { cookie } })).status).toBe(204)
    expect((await ask({ path: '/session' })).status).toBe(401)
  })

  it.each(['', 'not json', '[]', '{"token":5}', '{"token":"guess"}', 'x'.repeat(5000)])(
    'refuses the session body %j',
    async (body) => {
      const headers = { origin: origin() }
      expect((await ask({ method: 'POST', path: '/session', headers, body })).status).toBe(401)
    },
  )

  it('refuses a WebSocket without a session, or from a foreign page that has one', async () => {
    const { cookie } = await signIn()
    await expect(connect({ origin: origin() })).rejects.toThrow('401')
    await expect(connect({ origin: 'https://evil.example', cookie })).rejects.toThrow('403')
    await expect(connect({ cookie })).rejects.toThrow('403')
  })

  it('carries calls, errors and events over the socket', async () => {
    const { cookie } = await signIn()
    const socket = await connect({ origin: origin(), cookie })
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

  it('tells how far a call is, and nobody but the window that made it', async () => {
    const { cookie } = await signIn()
    const [asking, other] = [await connect({ origin: origin(), cookie }), await connect({ origin: origin(), cookie })]
    const heard: unknown[] = []
    asking.on('message', (data) => heard.push(JSON.parse(data.toString())))
    const first = nextMessage(other)
    asking.send(JSON.stringify({ kind: 'call', id: 7, method: 'long', params: '[]' }))
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard).toMatchObject([
      { kind: 'event', event: { type: 'progress', call: 7, progress: { done: 1, total: 3, unit: 'rows' } } },
      { kind: 'result', id: 7 },
    ])
    for (const listener of fake.listeners) listener({ type: 'wallet' })
    expect(await first).toEqual({ kind: 'event', event: { type: 'wallet' } })
    asking.close()
    other.close()
  })

  it('cancels a call when it is asked to, and all calls when the window goes away', async () => {
    const { cookie } = await signIn()
    const socket = await connect({ origin: origin(), cookie })
    socket.send(JSON.stringify({ kind: 'call', id: 1, method: 'wait', params: '["first"]' }))
    socket.send(JSON.stringify({ kind: 'call', id: 2, method: 'wait', params: '["second"]' }))
    socket.send(JSON.stringify({ kind: 'cancel', id: 1 }))
    expect(await nextMessage(socket)).toMatchObject({ kind: 'error', id: 1 })
    expect(fake.cancelled).toEqual(['["first"]'])
    socket.close()
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (fake.cancelled.length < 2) return
        clearInterval(poll)
        resolve()
      }, 5)
    })
    expect(fake.cancelled).toEqual(['["first"]', '["second"]'])
  })

  it('outlives those that hang up while they are refused a socket', async () => {
    const upgrade = (path: string, more: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`
    for (let attempt = 0; attempt < 20; attempt++) {
      const socket = connectBytes(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(upgrade('/ws', 'Origin: https://evil.example\r\n'))
      socket.resetAndDestroy()
    }
    // What is written to them fails a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await ask({})).status).toBe(200)
  })

  it('refuses what is no path, as a page and as a socket', async () => {
    const { cookie } = await signIn()
    expect((await ask({ path: '//[' })).status).toBe(404)
    const headers = { origin: origin(), cookie }
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

  it('closes a connection that sends no envelope', async () => {
    const { cookie } = await signIn()
    const socket = await connect({ origin: origin(), cookie })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send('{"kind":"call","id":-1}')
    expect(await closed).toBe(1008)
  })
})
