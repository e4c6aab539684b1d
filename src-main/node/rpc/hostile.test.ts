/** Tests of hostile and badly written clients that httpServer.test.ts does not cover. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { turnsDuring } from '../testing/index.ts'
import { createBodyReader } from './body.ts'
import { Budget } from './budget.ts'
import { HttpServer } from './httpServer.ts'
import type { Reply } from './replyWriter.ts'
import { RequestAnswer } from './requestAnswer.ts'
import { BASIC, RawClient, recordingLogger, requestBytes } from './testSupport.ts'

const PING = '{"id":1,"method":"ping"}'

const joinPieces = (pieces: Reply['pieces']) => ('close' in pieces ? '' : pieces.join(''))

describe('HttpServer with a hostile client', () => {
  const log = recordingLogger()
  let server: HttpServer
  let port = 0
  beforeAll(async () => {
    server = new HttpServer({
      dispatcher: { call: () => 'null' },
      credentials: { userOf: (header) => (header === BASIC ? 'user' : undefined) },
      settings: {
        ...{ port: 0, bind: ['127.0.0.1'], allowIp: ['127.0.0.1'], allowHost: [] },
        ...{ threads: 1, workQueue: 1, timeoutSeconds: 30 },
      },
      logger: log.logger,
      failureDelay: 5,
    })
    port = (await server.start())[0]?.port ?? 0
  })
  afterAll(() => server.stop())

  async function withClient<T>(work: (client: RawClient) => Promise<T>): Promise<T> {
    const client = await RawClient.connect(port)
    try {
      return await work(client)
    } finally {
      client.destroy()
    }
  }
  const getStatus = (bytes: Buffer) =>
    withClient(async (client) => {
      client.send(bytes)
      return (await client.reply())?.status
    })
  const padding = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`X-${index}`, '1']))

  it('logs repeated wrong passwords once', async () => {
    const guess = requestBytes({ body: PING, headers: { Authorization: 'Basic eDp5' } })
    for (let tries = 0; tries < 5; tries++) expect(await getStatus(guess)).toBe(401)
    const said = log.lines.filter(({ message }) => message.startsWith('wrong RPC'))
    expect(said).toEqual([{ level: 'warn', message: 'wrong RPC user or password', fields: { from: '127.0.0.1' } }])
  })

  it('finds a header behind thousands of others', async () => {
    expect(await getStatus(requestBytes({ body: PING, headers: { ...padding, Origin: 'http://a.example' } }))).toBe(403)
    const last = requestBytes({ body: PING, headers: { Authorization: '', ...padding, authorization: BASIC } })
    expect(await getStatus(last)).toBe(200)
  })

  it('rejects CONNECT, and survives a client that disconnects before the reply', async () => {
    const connect = 'CONNECT a.example:80 HTTP/1.1\r\nHost: a.example:80\r\n\r\n'
    expect(await getStatus(Buffer.from(connect))).toBe(501)
    await withClient(async (client) => client.send(connect))
    expect(await getStatus(requestBytes({ body: PING }))).toBe(200)
  })

  it('sends 100 Continue only if it would accept the body', async () => {
    const head = (headers: Record<string, string>, length = PING.length) =>
      requestBytes({ headers: { Expect: '100-continue', 'Content-Length': String(length), ...headers } })
    await withClient(async (client) => {
      client.send(head({}))
      expect((await client.reply())?.status).toBe(100)
      client.send(PING)
      expect((await client.reply())?.body).toBe('{"result":null,"error":null,"id":1}\n')
    })
    for (const [bytes, status] of [
      [head({ Authorization: 'Basic eDp5' }), 401],
      [head({ Authorization: '' }), 401],
      [head({ Origin: 'http://a.example' }), 403],
      [head({}, 100_000_000), 413],
    ] as const) {
      await withClient(async (client) => {
        client.send(bytes)
        expect((await client.reply())?.status).toBe(status)
        await client.closed()
      })
    }
  })
})

describe('createBodyReader', () => {
  const MAX_BYTES = 300_000
  let server: Server
  let port = 0
  beforeAll(async () => {
    const read = createBodyReader(MAX_BYTES)
    server = createServer((request, response) =>
      read(request, {
        whole(pieces, done) {
          response.end(String(Buffer.concat(pieces).length))
          done()
        },
        refused: ({ status, body }) =>
          response.writeHead(status, { Connection: 'close', 'Content-Length': body.length }).end(body),
      }),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const body = 'x'.repeat(200_000)
  const sent = async (client: RawClient) => {
    client.send(requestBytes({ body }))
    return (await client.reply())?.status
  }

  it('limits the bytes of all bodies together, and releases completed and aborted ones', async () => {
    const [slow, quick] = [await RawClient.connect(port), await RawClient.connect(port)]
    for (let round = 0; round < 3; round++) expect(await sent(quick)).toBe(200)
    const bytes = requestBytes({ body })
    slow.send(bytes.subarray(0, 100_000))
    slow.send(bytes.subarray(100_000, 180_000))
    // Only received bytes count, and the test cannot control when they are received.
    const other = async () => {
      const client = await RawClient.connect(port)
      client.send(requestBytes({ body }))
      const reply = await client.reply()
      client.destroy()
      return reply
    }
    let reply = await other()
    for (let tries = 0; reply?.status === 200 && tries < 100; tries++) reply = await other()
    expect(reply).toMatchObject({ status: 500, body: 'Too much is being sent at once' })
    slow.destroy()
    for (let tries = 0; reply?.status !== 200 && tries < 100; tries++) reply = await other()
    expect(reply?.status).toBe(200)
    quick.destroy()
  })
})

describe('RequestAnswer with a long batch', () => {
  const call = (context: Partial<CallContext> = {}): CallContext => ({
    transport: 'http',
    signal: new AbortController().signal,
    ...context,
  })
  const createAnswer = (method: () => string) => {
    const answers = new RequestAnswer({ call: method }, { mostWaiting: 64, unread: new Budget(64 << 20) })
    return (body: Buffer, context: CallContext) => answers.answer([body], context)
  }

  const batch = (length: number) => Buffer.from(`[${Array(length).fill(PING).join(',')}]`)

  it('calls no more methods after the results exceed the limit', async () => {
    const long = `"${'x'.repeat(1 << 20)}"`
    let calls = 0
    const answer = createAnswer(() => {
      calls++
      return long
    })
    const { status, pieces } = await answer(batch(200), call())
    const replies = JSON.parse(joinPieces(pieces)) as { error: { code: number; message: string } | null; id: number }[]
    expect([status, replies.length]).toEqual([200, 200])
    expect(calls).toBeLessThan(70)
    expect(replies.filter(({ error }) => error === null)).toHaveLength(calls)
    expect(replies.at(-1)).toEqual({
      result: null,
      error: { code: -7, message: 'Not called: the results of this batch are too long' },
      id: 1,
    })
  })

  it('rejects ids that are too long, in single calls and batches, and returns short ones of any type', async () => {
    const answer = createAnswer(() => 'null')
    const readAnswer = async (text: string) => {
      const { status, pieces } = await answer(Buffer.from(text), call())
      return [status, joinPieces(pieces)]
    }
    const long = 'x'.repeat(1025)
    const refused =
      '{"result":null,"error":{"code":-32600,"message":"The id is longer than 1024 characters"},"id":null}'
    for (const id of [`"${long}"`, `["${long}"]`, `{"${long}":1}`, '1'.repeat(1025), `[${'[],'.repeat(600)}1]`]) {
      expect(await readAnswer(`{"method":"ping","id":${id}}`)).toEqual([400, `${refused}\n`])
      expect(await readAnswer(`[{"method":"ping","id":${id}}]`)).toEqual([200, `[${refused}]\n`])
    }
    for (const id of [`"${'x'.repeat(1024)}"`, '[1,{"a":null}]', '12345678901234567890', 'null', 'true']) {
      expect(await readAnswer(`{"method":"ping","id":${id}}`)).toEqual([
        200,
        `{"result":null,"error":null,"id":${id}}\n`,
      ])
    }
  })

  it('parses a long body in slices, and rejects one with too many values', async () => {
    const answer = createAnswer(() => 'null')
    const turns = await turnsDuring(async () => {
      const body = Buffer.from(`{"method":"ping","id":1,"params":[${'{},'.repeat(1_000_000)}{}]}`)
      const { status, pieces } = await answer(body, call())
      expect([status, joinPieces(pieces)]).toEqual([
        400,
        '{"result":null,"error":{"code":-32600,"message":"The request has too many values"},"id":null}\n',
      ])
    })
    // There is a yield before parsing and another before the values, regardless of the machine's speed.
    expect(turns).toBeGreaterThan(1)
    const fine = await answer(Buffer.from(`{"method":"ping","id":1,"params":[${'{},'.repeat(100_000)}{}]}`), call())
    expect(fine.status).toBe(200)
  })

  it('joins the pieces of a long body, and releases them', async () => {
    const answer = new RequestAnswer({ call: () => 'null' }, { mostWaiting: 64, unread: new Budget(64 << 20) })
    const text = Buffer.from(`{"method":"ping","id":1,"params":["${'ü'.repeat(500_000)}"]}`)
    const pieces = Array.from({ length: Math.ceil(text.length / 999) }, (_, at) =>
      text.subarray(at * 999, (at + 1) * 999),
    )
    const { status, pieces: reply } = await answer.answer(pieces, call())
    expect([status, joinPieces(reply)]).toEqual([200, '{"result":null,"error":null,"id":1}\n'])
    expect(pieces).toEqual([])
  })

  it('stops when its client disconnects', async () => {
    const controller = new AbortController()
    let calls = 0
    const answer = createAnswer(() => {
      calls++
      if (calls === 10) controller.abort()
      // Busy for longer than a slice.
      for (const until = performance.now() + 30; performance.now() < until; );
      return 'null'
    })
    await answer(batch(50), call({ signal: controller.signal }))
    expect(calls).toBe(10)
  })

  it('shares its slice with other batches, so that together they do not block longer', async () => {
    let calls = 0
    const answer = createAnswer(() => {
      calls++
      for (const until = performance.now() + 1; performance.now() < until; );
      return 'null'
    })
    const running = Promise.all(Array.from({ length: 20 }, () => answer(batch(40), call())))
    let most = 0
    for (let turn = 0; calls < 800; turn++) {
      const before = calls
      await new Promise(setImmediate)
      // In the first turn, slices are as long as the number of earlier batches allowed.
      if (turn > 0) most = Math.max(most, calls - before)
    }
    expect((await running).every(({ status }) => status === 200)).toBe(true)
    // Each call takes a millisecond: twenty full slices would be five hundred calls.
    expect(most).toBeLessThan(100)
  })
})
