import { BASIC, RawClient, type RawReply, requestBytes } from '../../src-main/node/rpc/testSupport.ts'
import { type Exact, parseExact } from './exactJson.ts'
import type { ReplayNode } from './nodes.ts'
import type { HttpCase, Line } from './recordings.ts'

export interface Replies {
  readonly expected: Exact
  readonly got: Exact
}

/** Maximum length of a recorded request; longer ones were truncated. */
const KEPT = 3000
const CALL = '{"jsonrpc":"1.0","id":"x","method":"getconnectioncount","params":[]}'
/** Bodies that were padded with spaces after a call, by a phrase in the note of the line. */
const SIZES: readonly (readonly [string, number])[] = [
  ['1 MiB body', 1024 * 1024],
  ['body of exactly 33554432 bytes', 33_554_432],
  ['body of 40 MB', 40_000_000],
]
/**
 * Reply placeholder for a body above the limit: the connection is closed, and the client may or may not read the 413
 * before.
 */
const CUT_OFF = 'cut off'
const TOO_LARGE = 413

function buildRequest(line: Line, asked: HttpCase): Buffer | undefined {
  const text = asked.request ?? undefined
  if (asked.rawSocket) return text === undefined || text.length >= KEPT ? undefined : Buffer.from(text, 'latin1')
  const size = SIZES.find(([words]) => line.note.includes(words))?.[1]
  const encoding = line.note.includes('invalid utf8') ? 'latin1' : 'utf8'
  const body = Buffer.from(size === undefined ? (text ?? '') : CALL.padEnd(size), encoding)
  const { auth } = asked
  const authorization = auth === undefined ? BASIC : auth === null ? '' : basic(auth)
  return requestBytes({
    method: asked.verb,
    path: asked.path,
    headers: { Authorization: authorization, ...asked.headers },
    body,
  })
}

const basic = (pair: readonly [string, string]) => `Basic ${Buffer.from(pair.join(':')).toString('base64')}`

/**
 * Parses the recorded bytes of a raw exchange as a reply; the end of the line says whether the connection stayed open.
 */
function parseRaw(text: string): RawReply | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Map(lines.map((each) => [each.split(':')[0]?.toLowerCase() ?? '', each.replace(/^[^:]*: */, '')]))
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4).replace('<<still open>>', '') }
}

/** Returns the parsed JSON, or the text itself if it is not JSON. */
function parseBody(text: string): Exact {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}

const show = (status: number, body: string, challenge: string | undefined): Exact => ({
  status: String(status),
  body: parseBody(body),
  ...(challenge !== undefined && { challenge }),
})

function buildExpected(line: Line, raw: boolean): Exact {
  if (line.response === undefined) return CUT_OFF
  if (!raw) return show(line.status ?? 0, line.response, undefined)
  const reply = parseRaw(line.response)
  return reply ? show(reply.status, reply.body, reply.headers.get('www-authenticate')) : 'no answer'
}

/** Resolves when a request that is sent now, on a separate connection, has been answered. */
async function answerLater(node: ReplayNode): Promise<undefined> {
  const client = await RawClient.connect(node.daemon.port)
  client.send(requestBytes({ method: 'POST', path: '/', headers: { Authorization: BASIC }, body: Buffer.from(CALL) }))
  await client.reply()
  client.destroy()
}

/** Sends the recorded bytes over a separate connection. Returns undefined if the bytes were not recorded. */
export async function askHttp(line: Line, asked: HttpCase, node: ReplayNode): Promise<Replies | undefined> {
  const bytes = buildRequest(line, asked)
  if (!bytes) return undefined
  const client = await RawClient.connect(node.daemon.port)
  client.send(bytes)
  // Only the request that never completes is abandoned, when a later one is answered; all others are answered or
  // closed.
  const answer = client.reply()
  const reply = await (line.response === '<<still open>>' ? Promise.race([answer, answerLater(node)]) : answer)
  client.destroy()
  const cutOff = line.response === undefined && (!reply || reply.status === TOO_LARGE)
  // The recorded node had one peer, which most cases count; ours has none.
  const body = reply?.body.replaceAll('"result":0,', '"result":1,') ?? ''
  const challenge = asked.rawSocket ? reply?.headers.get('www-authenticate') : undefined
  return {
    expected: buildExpected(line, asked.rawSocket),
    got: cutOff ? CUT_OFF : reply ? show(reply.status, body, challenge) : 'no answer',
  }
}
