/** Tests of requests by several users on one connection, in sequence or in parallel. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { nightly } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { prepareCredentials } from './credentials.ts'
import { HttpServer } from './httpServer.ts'
import type { Rest } from './rest/index.ts'
import { RawClient, type RawReply, type RequestParts, recordingLogger, requestBytes } from './testSupport.ts'
import { type RpcUser, Users } from './users.ts'

const basic = (name: string) => `Basic ${Buffer.from(`${name}:${name}'s secret`).toString('base64')}`
const salted = ['ann', 'bob', 'limited'].map((user) => ({
  user,
  salt: '1f',
  hash: createHmac('sha256', '1f').update(`${user}'s secret`).digest('hex'),
}))
const LIMITED_CALLS = 5
const USERS = {
  whitelists: [
    { user: 'ann', methods: ['getblockcount', 'slow'] },
    { user: 'bob', methods: ['dumpprivkey'] },
  ],
  whitelistDefault: false,
  readOnly: [],
  localOnly: [],
  limits: [{ user: 'limited', calls: LIMITED_CALLS, work: undefined }],
}

/**
 * Results by method. `slow` returns a millisecond later, as a call that waits for the disk. `long` fills the socket's
 * buffers.
 */
const RESULTS: Readonly<Record<string, string>> = {
  getblockcount: '7',
  dumpprivkey: '"a key"',
  slow: '"late"',
  long: `"${'x'.repeat(50_000)}"`,
}
const METHODS = ['getblockcount', 'dumpprivkey', 'slow']
const SENDERS = ['owner', 'ann', 'bob', 'stranger', 'guesser', 'rest'] as const
type Sender = (typeof SENDERS)[number]

interface SentRequest {
  readonly sender: Sender
  readonly method: string
  readonly padding: number
}

function call(method: string, params: readonly JsonValue[]): string | Promise<string> {
  const result = RESULTS[method]
  if (result === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `${method} with ${params.length}`)
  if (method !== 'slow') return result
  return new Promise((resolve) => setTimeout(() => resolve(result), 1))
}

const rest: Rest = {
  takes: (url) => url.startsWith('/rest/'),
  answer: (url) => ({ status: 200, headers: [], pieces: [`open ${url}`] }),
}

function partsFor({ sender, method, padding }: SentRequest): RequestParts {
  if (sender === 'rest') return { method: 'GET', path: `/rest/${method}`, headers: { Authorization: '' } }
  const body = JSON.stringify({ id: 1, method, params: ['x'.repeat(padding)] })
  if (sender === 'stranger') return { body, headers: { Authorization: '' } }
  return { body, headers: { Authorization: basic(sender) } }
}

/** Returns the reply to a user without concurrent requests. */
function expectedReply({ sender, method }: SentRequest): Pick<RawReply, 'status' | 'body'> {
  if (sender === 'rest') return { status: 200, body: `open /rest/${method}` }
  if (sender === 'stranger' || sender === 'guesser') return { status: 401, body: '' }
  const list = USERS.whitelists.find(({ user }) => user === sender)
  if (list !== undefined && !list.methods.includes(method)) return { status: 403, body: '' }
  return { status: 200, body: `{"result":${RESULTS[method]},"error":null,"id":1}\n` }
}

let server: HttpServer
let port = 0
const known = new Map<string, RpcUser>()
beforeAll(async () => {
  const random = { bytes: (length: number) => new Uint8Array(length) }
  const users = new Users(USERS, { now: () => 0, maxWaiting: 1000 })
  server = new HttpServer({
    dispatcher: { call },
    credentials: await prepareCredentials(
      { user: 'owner', password: "owner's secret", cookieFile: '', salted },
      random,
    ),
    userCalled(name) {
      const user = users.find(name)
      if (user !== undefined) known.set(name, user)
      return user
    },
    settings: {
      ...{ port: 0, bind: ['127.0.0.1'], allowIp: ['127.0.0.1'], allowHost: [] },
      ...{ threads: 500, workQueue: 500, timeoutSeconds: 30 },
    },
    logger: recordingLogger().logger,
    rest,
    failureDelay: 2,
  })
  port = (await server.start())[0]?.port ?? 0
})
afterAll(() => server.stop())

let warnings: Error[] = []
const onWarning = (warning: Error) => void warnings.push(warning)
beforeEach(() => {
  warnings = []
  process.on('warning', onWarning)
})
afterEach(() => {
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

/** Sends bytes in pieces that end at the given offsets. */
async function sendCut(client: RawClient, bytes: Buffer, cuts: readonly number[]): Promise<void> {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b)
  let from = 0
  for (const place of [...places, bytes.length]) {
    client.send(bytes.subarray(from, place))
    from = place
    await new Promise(setImmediate)
  }
}

async function readReplies(client: RawClient, count: number): Promise<Pick<RawReply, 'status' | 'body'>[]> {
  const replies: Pick<RawReply, 'status' | 'body'>[] = []
  for (let at = 0; at < count; at++) {
    const reply = await client.reply()
    replies.push({ status: reply?.status ?? 0, body: reply?.body ?? '' })
  }
  return replies
}

const sentRequest: fc.Arbitrary<SentRequest> = fc.record({
  sender: fc.constantFrom(...SENDERS),
  method: fc.constantFrom(...METHODS),
  padding: fc.oneof(
    { weight: 8, arbitrary: fc.nat(300) },
    { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 90_000 }) },
  ),
})

describe('HttpServer with several users on one connection', () => {
  it('answers a restricted user by its own rights if a request of the owner follows', async () => {
    for (const padding of [0, 100, 70_000]) {
      const client = await RawClient.connect(port)
      const requests = [
        { sender: 'ann', method: 'dumpprivkey', padding },
        { sender: 'owner', method: 'getblockcount', padding: 0 },
      ] as const
      client.send(Buffer.concat(requests.map((request) => requestBytes(partsFor(request)))))
      expect(await readReplies(client, 2)).toEqual(requests.map(expectedReply))
      client.destroy()
    }
  })

  it('returns the same replies as for a single user, for any order and split of requests', async () => {
    const connection = fc.record({
      requests: fc.array(sentRequest, { minLength: 1, maxLength: 8 }),
      cuts: fc.array(fc.nat(), { maxLength: 6 }),
      pipelined: fc.boolean(),
    })
    const property = fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 4 }), async (connections) => {
      await Promise.all(
        connections.map(async ({ requests, cuts, pipelined }) => {
          const client = await RawClient.connect(port)
          const all = requests.map((request) => requestBytes(partsFor(request)))
          const replies: Pick<RawReply, 'status' | 'body'>[] = []
          if (pipelined) {
            await sendCut(client, Buffer.concat(all), cuts)
            replies.push(...(await readReplies(client, all.length)))
          } else
            for (const bytes of all) {
              await sendCut(client, bytes, cuts)
              replies.push(...(await readReplies(client, 1)))
            }
          client.destroy()
          expect(replies).toEqual(requests.map(expectedReply))
        }),
      )
      await waitFor(() => expect([...known.values()].map(({ waiting }) => waiting)).toEqual([0, 0]))
    })
    // Make both users known before their numbers of waiting requests are compared.
    const client = await RawClient.connect(port)
    for (const sender of ['ann', 'bob'] as const) {
      client.send(requestBytes(partsFor({ sender, method: 'slow', padding: 0 })))
      await client.reply()
    }
    client.destroy()
    await fc.assert(property, { numRuns: nightly() ? 2000 : 30 })
  })

  it('counts calls against the limit of the calling user', async () => {
    const client = await RawClient.connect(port)
    const body = '{"id":1,"method":"getblockcount"}'
    const limited = requestBytes({ body, headers: { Authorization: basic('limited') } })
    const owner = requestBytes({ body, headers: { Authorization: basic('owner') } })
    const rounds = 2 * LIMITED_CALLS
    client.send(Buffer.concat(Array.from({ length: rounds }, () => [limited, owner]).flat()))
    const statuses = (await readReplies(client, 2 * rounds)).map(({ status }) => status)
    const expected = Array.from({ length: rounds }, (_, round) => [round < LIMITED_CALLS ? 200 : 429, 200])
    expect(statuses).toEqual(expected.flat())
    client.destroy()
  })

  it.each([
    ['getblockcount', 2000],
    ['slow', 500],
  ])('answers pipelined requests of %s by several users without a process warning', async (method, count) => {
    const client = await RawClient.connect(port)
    const senders = ['owner', 'bob', 'rest', 'stranger'] as const
    const requests = Array.from({ length: count }, (_, at) => ({ sender: senders[at % 4]!, method, padding: 0 }))
    client.send(Buffer.concat(requests.map((request) => requestBytes(partsFor(request)))))
    expect(await readReplies(client, count)).toEqual(requests.map(expectedReply))
    client.destroy()
  })

  it('answers short requests after unread long replies without a process warning', async () => {
    const client = await RawClient.connect(port)
    client.pause()
    const round = ['long', ...Array<string>(20).fill('getblockcount')].map(
      (method) => ({ sender: 'owner', method, padding: 0 }) as const,
    )
    const bytes = Buffer.concat(round.map((request) => requestBytes(partsFor(request))))
    // Together longer than the system's buffers.
    const rounds = 200
    for (let sent = 0; sent < rounds; sent++) {
      client.send(bytes)
      await new Promise(setImmediate)
    }
    client.resume()
    for (let read = 0; read < rounds; read++)
      expect(await readReplies(client, round.length)).toEqual(round.map(expectedReply))
    client.destroy()
  })
})
