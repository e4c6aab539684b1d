import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  Server,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { ExchangeQueue } from './exchangeQueue.ts'

const { createServer, ServerResponse: PlainResponse, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Headers of every reply. No page of another origin may use it, show it in a frame, or learn from whether it loads. */
const GUARD_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const
const GUARD_LIST: readonly string[] = Object.entries(GUARD_HEADERS).flat()

/** Allowed values of Sec-Fetch-Site: the user typed or opened the address, or a page of this server requested it. */
const OWN_SITES = new Set(['none', 'same-origin'])

/** Shown to users who follow a link from another page to this program. */
const FOREIGN_TEXT = 'Another web site requested this address. To open the address, type it into the address bar.\n'

/** Maximum requests of all connections that are queued behind others of their connection: about 50 MB. */
const MAX_WAITING = 16_384

export interface GuardedServerEvents {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void
  /** handles a request whose client waits for `100 Continue` before it sends the body; default: sends it immediately */
  readonly checkContinue?: (request: IncomingMessage, response: ServerResponse) => void
  /** handles an upgrade request; default: the header is ignored */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** handles a malformed or late request; default: replies with its status */
  readonly clientError?: (error: MalformedRequest, socket: Duplex) => void
}

export interface MalformedRequest extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/** Reply that is written without a ServerResponse and ends the connection. */
export interface FinalReply {
  readonly status: number
  readonly body?: string
  readonly type?: string
}

/**
 * Creates an HTTP server, the only function here that does. It rejects requests by pages of other origins
 * (`Sec-Fetch-Site`; browsers send it to this machine's addresses and to https, and pages cannot change it). It marks
 * every reply as readable by its own origin only, and passes requests of one connection to the handler one at a time
 * (`exchangeQueue.ts`).
 */
export function createGuardedServer(options: ServerOptions, events: GuardedServerEvents): Server {
  const { request: answer, checkContinue, upgrade } = events
  const exchanges = new ExchangeQueue(MAX_WAITING)

  const guarded = (handle: GuardedServerEvents['request']) => (request: IncomingMessage, response: ServerResponse) =>
    exchanges.take(request.socket, response, () => {
      if (isForeign(request)) endShort(response, 403, FOREIGN_TEXT)
      else handle(request, response)
    })

  function answerMalformed({ code }: MalformedRequest, socket: Duplex): void {
    // In the middle of another reply, the client could not distinguish this one.
    if (!socket.writable || exchanges.isBusy(socket)) socket.destroy()
    else endWithReply(socket, { status: MALFORMED_STATUSES.get(code) ?? 400 })
  }

  // Node.js itself would answer requests without Host, and that reply would lack our headers.
  const server = createServer(
    { ...options, requireHostHeader: false, ServerResponse: GuardedResponse },
    guarded(answer),
  )
  server.on('connection', (socket) => exchanges.add(socket))
  server.on('checkContinue', guarded(checkContinue ?? continueWith(answer)))
  server.on(
    'checkExpectation',
    guarded((_request, response) => endShort(response, 417)),
  )
  server.on('clientError', events.clientError ?? answerMalformed)
  if (upgrade)
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // The server no longer handles errors of this socket. They must not crash the program.
      socket.on('error', () => socket.destroy())
      if (isForeign(request)) endWithReply(socket, { status: 403, body: FOREIGN_TEXT, type: 'text/plain' })
      else upgrade(request, socket, head)
    })
  return server
}

/** Adds the guard headers to every reply. Node.js takes a list of headers much faster than headers set one by one. */
class GuardedResponse extends PlainResponse {
  override writeHead(status: number, given?: string | Headers, more?: Headers): this {
    if (typeof given === 'string') this.statusMessage = given
    const headers = (typeof given === 'string' ? more : given) ?? []
    return super.writeHead(
      status,
      Array.isArray(headers) ? [...GUARD_LIST, ...headers] : { ...GUARD_HEADERS, ...headers },
    )
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Writes a reply to a socket without a ServerResponse, and ends it. */
export function endWithReply(socket: Duplex, { status, body = '', type }: FinalReply): void {
  const headers = [
    ...Object.entries(GUARD_HEADERS),
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ['Connection', 'close'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  // A client that never closes its side would keep the connection open.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
}

function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && !(typeof site === 'string' && OWN_SITES.has(site))
}

function endShort(response: ServerResponse, status: number, text = ''): void {
  // The client may still send a body, so later bytes on the connection could not be parsed.
  if (response.req.headers.expect !== undefined) response.shouldKeepAlive = false
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), 'Content-Type': 'text/plain' }).end(text)
}

function continueWith(answer: GuardedServerEvents['request']): GuardedServerEvents['request'] {
  return (request, response) => {
    response.writeContinue()
    answer(request, response)
  }
}

/** Statuses by error code of Node.js, the same ones that it uses itself. */
const MALFORMED_STATUSES: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])
