/** Tests of results that are produced while they are sent. */
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue, NumberLiteral } from '#shared/json.ts'
import { waitFor } from '../testing/waitFor.ts'
import { HttpServer } from './httpServer.ts'
import { BASIC, RawClient, recordingLogger, requestBytes } from './testSupport.ts'
import { openTextStream } from './textStream.ts'

/** Event-loop turns without another piece after which a reply counts as stalled. */
const QUIET_TURNS = 200

/** Longer than one slice of a reply. */
const PIECE = `"${'é'.repeat(100_000)}"`

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

describe('streamed result', () => {
  let server: HttpServer
  let port = 0
  let made = 0
  let ended = 0

  /** Yields a list of `count` pieces. Piece number `fails` throws. */
  async function* pieces(count: number, fails = -1): AsyncGenerator<string, void> {
    for (let at = 0; at < count; at++) {
      if (at === fails) throw new RpcError(RPC_ERROR.DATABASE, 'the disk failed')
      made++
      yield (at === 0 ? '[' : ',') + PIECE
      await new Promise(setImmediate)
    }
    yield ']'
  }

  const call = (_method: string, params: readonly JsonValue[]) => {
    const [count = 0, fails] = params.map((param) => Number((param as NumberLiteral).text))
    return openTextStream(pieces(count, fails), { end: () => ended++, failed: (error) => error as Error })
  }

  beforeAll(async () => {
    server = new HttpServer({
      dispatcher: { call },
      credentials: { userOf: (header) => (header === BASIC ? 'user' : undefined) },
      settings: {
        ...{ port: 0, bind: ['127.0.0.1'], allowIp: ['127.0.0.1'], allowHost: [] },
        ...{ threads: 4, workQueue: 16, timeoutSeconds: 30 },
      },
      logger: recordingLogger().logger,
    })
    port = (await server.start())[0]?.port ?? 0
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    made = 0
    ended = 0
  })

  const buildBody = (id: number, ...params: number[]) => JSON.stringify({ id, method: 'list', params })
  const post = (body: string) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ port, method: 'POST', headers: { authorization: BASIC } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const replyWith = (count: number, id: number) =>
    `{"result":[${Array(count).fill(PIECE).join(',')}],"error":null,"id":${id}}\n`

  it('sends a Content-Length if it is short, and chunks if it is long', async () => {
    const short = await post(buildBody(1, 1))
    expect(short).toMatchObject({ status: 200, body: replyWith(1, 1) })
    expect(short.headers['content-length']).toBe(String(Buffer.byteLength(short.body)))
    const long = await post(buildBody(2, 40))
    expect(long).toMatchObject({ status: 200, body: replyWith(40, 2) })
    expect(long.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'content-type': 'application/json' })
    expect(ended).toBe(2)
  })

  it('becomes an error reply if nothing was sent, and otherwise closes the connection', async () => {
    const failed = '{"result":null,"error":{"code":-20,"message":"the disk failed"},"id":1}\n'
    expect(await post(buildBody(1, 3, 0))).toMatchObject({ status: 500, body: failed })
    expect(await post(buildBody(1, 3, 1))).toMatchObject({ status: 500, body: failed })
    await expect(post(buildBody(1, 30, 20))).rejects.toThrow()
    // The first reply never started.
    expect(ended).toBe(2)
  })

  it('stops while the client does not read, and ends when the client disconnects', async () => {
    const client = await RawClient.connect(port)
    client.pause()
    client.send(requestBytes({ body: buildBody(1, 2_000) }))
    await waitFor(() => expect(made).toBeGreaterThan(0))
    let before = 0
    // Nothing else runs in this process, so a server that could write more would do so during this time.
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      if (made !== before) quiet = 0
      before = made
      await new Promise(setImmediate)
    }
    expect(made).toBeLessThan(200)
    client.destroy()
    await waitFor(() => expect(ended).toBe(1))
    expect(made).toBeLessThan(200)
  })

  it('becomes part of a batch if it fits in memory', async () => {
    const { body } = await post(`[${buildBody(1, 2)},${buildBody(2, 1_000)},${buildBody(3, 2, 1)},${buildBody(4, 1)}]`)
    const replies = JSON.parse(body) as { id: number; result: unknown[] | null; error: { message: string } | null }[]
    expect(replies.map(({ id, result, error }) => [id, result?.length, error?.message])).toEqual([
      [1, 2, undefined],
      [2, undefined, 'The result is too long for a batch'],
      [3, undefined, 'the disk failed'],
      [4, 1, undefined],
    ])
    expect(ended).toBe(4)
  })
})
