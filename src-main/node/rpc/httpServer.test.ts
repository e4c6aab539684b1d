import { createHmac } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { vectorLines } from '../testing/vectors.ts'
import { waitFor } from '../testing/waitFor.ts'
import { prepareCredentials } from './credentials.ts'
import { HttpServer, type HttpSettings } from './httpServer.ts'
import { RawClient, type RawReply, type RequestParts, recordingLogger, requestBytes } from './testSupport.ts'
import { Users } from './users.ts'

const COUNT = '{"jsonrpc":"1.0","id":"x","method":"getconnectioncount","params":[]}'
const SETTINGS: HttpSettings = {
  port: 0,
  bind: ['127.0.0.1'],
  allowIp: ['127.0.0.1'],
  allowHost: ['x'],
  threads: 1,
  workQueue: 1,
  timeoutSeconds: 30,
}

/** Usage text that the recordings return for a wrong number of parameters. A placeholder if there are no recordings. */
let usage = 'getconnectioncount\n'
const releases: (() => void)[] = []
let aborted = 0

/** Replaces the dispatcher: two methods of the recordings, and one that waits. */
function call(method: string, params: readonly JsonValue[], context: CallContext): string | Promise<string> {
  if (method === 'getconnectioncount') {
    if (params.length > 0) throw new RpcError(RPC_ERROR.MISC, usage)
    return '1'
  }
  if (method === 'ping') return 'null'
  if (method === 'wait') {
    context.signal.addEventListener('abort', () => {
      aborted++
    })
    return new Promise((done) => releases.push(() => done('"done"')))
  }
  throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
}

async function startServer(settings: Partial<HttpSettings> = {}): Promise<{ server: HttpServer; port: number }> {
  const credentials = await prepareCredentials(
    { user: 'user', password: 'pass', cookieFile: '', salted: [] },
    { bytes: (length) => new Uint8Array(length) },
  )
  const server = new HttpServer({
    dispatcher: { call },
    credentials,
    settings: { ...SETTINGS, ...settings },
    logger: recordingLogger().logger,
    failureDelay: 20,
  })
  const [address] = await server.start()
  return { server, port: address?.port ?? 0 }
}

describe('HttpServer', () => {
  let server: HttpServer
  let port = 0
  beforeAll(async () => {
    ;({ server, port } = await startServer())
  })
  afterAll(() => server.stop())

  async function ask(parts: RequestParts): Promise<RawReply | undefined> {
    const client = await RawClient.connect(port)
    client.send(requestBytes(parts))
    const reply = await client.reply()
    client.destroy()
    return reply
  }

  const getStatus = async (parts: RequestParts) => (await ask(parts))?.status

  it('answers a call with its result and id', async () => {
    const reply = await ask({ body: COUNT })
    expect(reply).toMatchObject({ status: 200, body: '{"result":1,"error":null,"id":"x"}\n' })
    expect(reply?.headers.get('content-type')).toBe('application/json')
  })

  it('requests a password with komodod’s challenge', async () => {
    for (const Authorization of ['', 'Basic dXNlcjp4', 'basic dXNlcjpwYXNz']) {
      const reply = await ask({ body: COUNT, headers: { Authorization } })
      expect(reply).toMatchObject({ status: 401, body: '' })
      expect(reply?.headers.get('www-authenticate')).toBe('Basic realm="jsonrpc"')
    }
  })

  it('delays the reply to a wrong password', async () => {
    const slow = await startServer()
    const client = await RawClient.connect(slow.port)
    const started = performance.now()
    client.send(requestBytes({ body: COUNT, headers: { Authorization: 'Basic dXNlcjp4' } }))
    await client.reply()
    expect(performance.now() - started).toBeGreaterThanOrEqual(19)
    client.destroy()
    await slow.server.stop()
  })

  it('checks the password before the body', async () => {
    expect(await getStatus({ body: '{', headers: { Authorization: '' } })).toBe(401)
    expect(await getStatus({ body: '{' })).toBe(500)
  })

  it('rejects browsers and foreign host names', async () => {
    expect(await getStatus({ body: COUNT, headers: { Origin: 'http://127.0.0.1' } })).toBe(403)
    expect(await getStatus({ body: COUNT, headers: { Origin: 'null' } })).toBe(403)
    expect(await getStatus({ body: COUNT, headers: { 'Sec-Fetch-Site': 'same-site' } })).toBe(403)
    expect(await getStatus({ body: COUNT, headers: { Host: 'rebound.example' } })).toBe(403)
    expect(await getStatus({ body: COUNT, headers: { Host: `localhost:${port}` } })).toBe(200)
  })

  it('answers a notification with 204 and keeps the connection', async () => {
    const client = await RawClient.connect(port)
    client.send(requestBytes({ body: '{"jsonrpc":"2.0","method":"ping"}' }))
    const reply = await client.reply()
    expect(reply).toMatchObject({ status: 204, body: '' })
    expect(reply?.headers.has('content-length')).toBe(false)
    client.send(requestBytes({ body: COUNT }))
    expect((await client.reply())?.status).toBe(200)
    client.destroy()
  })

  it('keeps a connection open or closes it as the client requests', async () => {
    for (const headers of [{}, { Connection: 'keep-alive' }]) {
      const client = await RawClient.connect(port)
      for (let round = 0; round < 2; round++) {
        client.send(requestBytes({ body: COUNT, headers }))
        expect((await client.reply())?.body).toContain('"error":null')
      }
      client.send(requestBytes({ body: COUNT, headers: { Connection: 'close' } }))
      expect((await client.reply())?.status).toBe(200)
      await client.closed()
    }
    const old = await RawClient.connect(port)
    old.send(requestBytes({ body: COUNT, version: '1.0' }))
    expect((await old.reply())?.status).toBe(200)
    await old.closed()
  })

  it('answers pipelined requests in order', async () => {
    const client = await RawClient.connect(port)
    const bodies = [1, 2, 3].map((id) => `{"id":${id},"method":"getconnectioncount"}`)
    client.send(Buffer.concat(bodies.map((body) => requestBytes({ body }))))
    for (const id of [1, 2, 3]) expect((await client.reply())?.body).toContain(`"id":${id}}`)
    client.destroy()
  })

  it('joins a body that arrives in pieces', async () => {
    const client = await RawClient.connect(port)
    const bytes = requestBytes({ body: `{"id":"é€","method":"ping"}` })
    for (let at = 0; at < bytes.length; at += 7) {
      client.send(bytes.subarray(at, at + 7))
      await new Promise(setImmediate)
    }
    expect((await client.reply())?.body).toBe('{"result":null,"error":null,"id":"é€"}\n')
    client.destroy()
  })

  it('rejects bodies above 32 MiB by their announced and by their actual length', async () => {
    expect(await getStatus({ headers: { 'Content-Length': '33554433' } })).toBe(413)
    const client = await RawClient.connect(port)
    client.send(requestBytes({ headers: { 'Content-Length': '', 'Transfer-Encoding': 'chunked' } }))
    const piece = `${(1 << 20).toString(16)}\r\n${' '.repeat(1 << 20)}\r\n`
    for (let sent = 0; sent < 33; sent++) client.send(piece)
    expect((await client.reply())?.status).toBe(413)
    client.destroy()
  })

  it('rejects calls beyond its work queue, and accepts later ones', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => RawClient.connect(port)))
    const [first, second, third] = clients
    const waiting = requestBytes({ body: '{"id":1,"method":"wait"}' })
    first?.send(waiting)
    second?.send(waiting)
    while (releases.length < 2) await new Promise(setImmediate)
    third?.send(requestBytes({ body: COUNT }))
    expect(await third?.reply()).toMatchObject({ status: 500, body: 'Work queue depth exceeded' })
    for (const release of releases.splice(0)) release()
    expect((await first?.reply())?.body).toBe('{"result":"done","error":null,"id":1}\n')
    expect((await second?.reply())?.status).toBe(200)
    third?.send(requestBytes({ body: COUNT }))
    expect((await third?.reply())?.status).toBe(200)
    for (const client of clients) client.destroy()
  })

  it('aborts the signal of a handler when its client disconnects', async () => {
    const client = await RawClient.connect(port)
    client.send(requestBytes({ body: '{"id":1,"method":"wait"}' }))
    while (releases.length === 0) await new Promise(setImmediate)
    const before = aborted
    client.destroy()
    while (aborted === before) await new Promise(setImmediate)
    for (const release of releases.splice(0)) release()
  })

  it('answers asynchronous and synchronous calls of a batch in order', async () => {
    const client = await RawClient.connect(port)
    client.send(requestBytes({ body: '[{"id":1,"method":"wait"},{"id":2,"method":"ping"},{"id":3}]' }))
    while (releases.length === 0) await new Promise(setImmediate)
    for (const release of releases.splice(0)) release()
    expect((await client.reply())?.body).toBe(
      '[{"result":"done","error":null,"id":1},{"result":null,"error":null,"id":2},' +
        '{"result":null,"error":{"code":-32600,"message":"Missing method"},"id":3}]\n',
    )
    client.destroy()
  })

  it('lets a running call finish when it stops, and answers other requests with 503', async () => {
    const other = await startServer()
    const [busy, idle] = await Promise.all([RawClient.connect(other.port), RawClient.connect(other.port)])
    busy.send(requestBytes({ body: '{"id":1,"method":"wait"}' }))
    idle.send(requestBytes({ body: COUNT }).subarray(0, 20))
    while (releases.length === 0) await new Promise(setImmediate)
    const stopped = other.server.stop()
    idle.send(requestBytes({ body: COUNT }).subarray(20))
    expect((await idle.reply())?.status ?? 503).toBe(503)
    for (const release of releases.splice(0)) release()
    expect((await busy.reply())?.body).toContain('"done"')
    await busy.closed()
    await stopped
    await expect(RawClient.connect(other.port)).rejects.toThrow()
  })

  it('closes idle connections after the timeout', async () => {
    const short = await startServer({ timeoutSeconds: 0.1 })
    const silent = await RawClient.connect(short.port)
    const used = await RawClient.connect(short.port)
    used.send(requestBytes({ body: COUNT }))
    expect((await used.reply())?.status).toBe(200)
    await Promise.all([silent.closed(), used.closed()])
    await short.server.stop()
  })

  it('accepts long headers, as komodod does', async () => {
    expect(await getStatus({ body: COUNT, headers: { 'X-Pad': 'a'.repeat(300_000) } })).toBe(200)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address

  it.skipIf(outside === undefined)('rejects clients that are not in its allow list', async () => {
    const open = await startServer({ bind: ['0.0.0.0'] })
    const client = await RawClient.connect(open.port, outside)
    client.send(requestBytes({ body: COUNT }))
    expect(await client.reply()).toMatchObject({ status: 403, body: '' })
    client.destroy()
    await open.server.stop()
  })

  it('fails to start with an invalid allow list or a port in use', async () => {
    await expect(startServer({ allowIp: ['x'] })).rejects.toThrow('Invalid -rpcallowip subnet specification: x.')
    await expect(startServer({ port })).rejects.toThrow(`port ${port} is in use`)
  })

  it('listens on both loopback addresses with the same port by default', async () => {
    const { server: plain, port: chosen } = await startServer({ bind: ['203.0.113.7'], allowIp: [] })
    const client = await RawClient.connect(chosen)
    client.send(requestBytes({ body: COUNT }))
    expect((await client.reply())?.status).toBe(200)
    client.destroy()
    await plain.stop()
  })
})

interface Recorded {
  readonly note: string
  readonly method: string | null
  readonly http_status: number | null
  readonly response_raw: string
  readonly http_method?: string
  readonly path?: string
  readonly auth?: [string, string] | null
  readonly request_headers?: Record<string, string>
  readonly request_raw: string | null
}

describe('users with limited rights', () => {
  let server: HttpServer
  let client: RawClient
  let port = 0
  const salted = [{ user: 'ann', salt: '1f', hash: createHmac('sha256', '1f').update('secret').digest('hex') }]
  const ANN = `Basic ${Buffer.from('ann:secret').toString('base64')}`
  beforeAll(async () => {
    const random = { bytes: (length: number) => new Uint8Array(length) }
    const users = {
      whitelists: [{ user: 'ann', methods: ['getconnectioncount', 'wait'] }],
      whitelistDefault: false,
      readOnly: [],
      localOnly: [],
      limits: [{ user: 'ann', calls: 3, work: undefined }],
    }
    const limited = new Users(users, { now: () => 0, maxWaiting: 4 })
    server = new HttpServer({
      dispatcher: { call },
      credentials: await prepareCredentials({ user: 'user', password: 'pass', cookieFile: '', salted }, random),
      userCalled: (name) => limited.find(name),
      settings: { ...SETTINGS, threads: 4 },
      logger: recordingLogger().logger,
    })
    port = (await server.start())[0]?.port ?? 0
    client = await RawClient.connect(port)
  })
  afterAll(async () => {
    client.destroy()
    await server.stop()
  })

  const ask = async (body: string, headers: Record<string, string> = { Authorization: ANN }) => {
    client.send(requestBytes({ body, headers }))
    return client.reply()
  }

  it('get 403 for any other call, single or in a batch', async () => {
    expect(await ask('{"method":"ping"}')).toMatchObject({ status: 403, body: '' })
    expect(await ask(`[${COUNT},{"method":"ping"}]`)).toMatchObject({ status: 403, body: '' })
    expect(await ask('{"method":"ping"}', {})).toMatchObject({ status: 200 })
  })

  it('wait in a part of the queue, and get 429 beyond their calls per second', async () => {
    const other = await RawClient.connect(port)
    other.send(requestBytes({ body: '{"method":"wait"}', headers: { Authorization: ANN } }))
    await waitFor(() => expect(releases.length).toBe(1))
    expect(await ask(COUNT)).toMatchObject({ status: 500, body: 'Work queue depth exceeded' })
    releases.shift()?.()
    expect(await other.reply()).toMatchObject({ status: 200 })
    other.destroy()
    // Its slot is free only after the reply has been sent.
    await waitFor(async () => expect(await ask(COUNT)).toMatchObject({ status: 200 }))
    expect(await ask(`[${COUNT},${COUNT}]`)).toMatchObject({ status: 200 })
    const late = await ask(COUNT)
    expect(late).toMatchObject({ status: 429, body: 'Too many requests' })
    expect(late?.headers.get('retry-after')).toBe('1')
    expect(await ask(COUNT, {})).toMatchObject({ status: 200 })
  })
})

/** Requests of JSON-RPC 2.0 and with named parameters, which komodod ignores or rejects; see jsonRpc2.test.ts. */
const DIFFERENT = new Set(['[http] jsonrpc 2.0', '[http] params object', '[http] params object non-empty'])

const ACCEPTED = '"result":1,"error":null'

describe('HttpServer against recorded replies of komodod', () => {
  const cases = vectorLines<Recorded>('tst1/transcript.jsonl')
    // Requests of more than 3000 bytes are not recorded completely. Other tests cover the limits.
    .filter(
      (entry) =>
        entry.method === null &&
        entry.http_status !== null &&
        !DIFFERENT.has(entry.note) &&
        !/ 1 MiB body|exactly 33554432|headers > 8192|header of/.test(entry.note),
    )
  let server: HttpServer
  let port = 0
  beforeAll(async () => {
    const batch = cases.find((entry) => entry.note.endsWith('batch with errors'))
    const replies = JSON.parse(batch?.response_raw ?? '[]') as { error: { message: string } | null }[]
    usage = replies[1]?.error?.message ?? usage
    ;({ server, port } = await startServer())
  })
  afterAll(() => server.stop())

  function buildRequest(entry: Recorded): Buffer {
    if (entry.note.includes('raw socket')) return Buffer.from(entry.request_raw ?? '', 'latin1')
    const headers: Record<string, string> = { ...entry.request_headers }
    if (entry.auth === null && headers['Authorization'] === undefined) headers['Authorization'] = ''
    else if (entry.auth) headers['Authorization'] = `Basic ${Buffer.from(entry.auth.join(':')).toString('base64')}`
    const text = entry.request_raw ?? ''
    return requestBytes({
      method: entry.http_method ?? 'POST',
      path: entry.path ?? '/',
      headers,
      body: Buffer.from(text, entry.note.includes('invalid utf8') ? 'latin1' : 'utf8'),
    })
  }

  it.each(cases.map((entry) => [entry.note, entry] as const))('answers as recorded: %s', async (note, entry) => {
    const client = await RawClient.connect(port)
    client.send(buildRequest(entry))
    const reply = await client.reply()
    expect(reply?.status).toBe(entry.http_status)
    const body = note.includes('raw socket') ? (entry.response_raw.split('\r\n\r\n')[1] ?? '') : entry.response_raw
    // komodod rejects the object of parameters by name in the last call of a batch.
    const named = body.replace(/"result":null,"error":\{"code":-32600,"message":"Params must be an array"\}/, ACCEPTED)
    expect(reply?.body).toBe(named.replace('<<still open>>', ''))
    if (entry.response_raw.endsWith('<<still open>>')) {
      client.send(requestBytes({ body: COUNT }))
      expect((await client.reply())?.status).toBe(200)
    } else if (note.includes('raw socket') && /Connection: close|^HTTP\/1\.0/.test(entry.response_raw)) {
      await client.closed()
    }
    client.destroy()
  })

  it('covers more than 65 recordings', () => {
    expect(cases.length).toBeGreaterThan(65)
  })
})
