import type { Duplex } from 'node:stream'
import { endWithReply, type MalformedRequest } from '../util/guardedServer.ts'

/** Reply that is not a JSON-RPC reply. Headers are a flat list of names and values. */
export interface Refusal {
  readonly status: number
  readonly body: string
  readonly headers: readonly string[]
}

export const CLOSE: readonly string[] = ['Connection', 'close']

const plain = (status: number, body = '', headers: readonly string[] = []): Refusal => ({ status, body, headers })

const HTML: readonly string[] = ['Content-Type', 'text/html', ...CLOSE]

/**
 * Refusals in the table of rpc.md §1. The HTML pages come from komodod's HTTP library, before its server handles the
 * request.
 */
export const REFUSALS = {
  stopping: plain(503),
  forbidden: plain(403),
  unknownVerb: plain(405),
  badRequest: plain(400, page(400, 'Bad Request'), HTML),
  strangeVerb: plain(501, page(501, 'Not Implemented'), HTML),
  unknownPath: plain(404),
  notPost: plain(405, 'JSONRPC server handles only POST requests'),
  unauthorized: plain(401, '', ['WWW-Authenticate', 'Basic realm="jsonrpc"']),
  tooMany: plain(429, 'Too many requests', ['Retry-After', '1']),
  busy: plain(500, 'Work queue depth exceeded'),
  full: plain(500, 'Too much is being sent at once', CLOSE),
  unread: plain(500, 'Too many unread replies', CLOSE),
  tooLarge: plain(413, page(413, 'Request Entity Too Large'), HTML),
} as const satisfies Record<string, Refusal>

function page(status: number, title: string): string {
  return `<HTML><HEAD>\n<TITLE>${status} ${title}</TITLE>\n</HEAD><BODY>\n<H1>${title}</H1>\n</BODY></HTML>\n`
}

/** Rejects a CONNECT request. The HTTP server has released the socket, so its errors must be handled here. */
export function rejectTunnel(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endWithReply(socket, asFinalReply(REFUSALS.strangeVerb))
}

/** Rejects bytes that are not an HTTP request: 501 for an unknown verb, 400 otherwise. Closes the connection. */
export function rejectMalformedRequest(error: MalformedRequest, socket: Duplex): void {
  if (!socket.writable || error.rawPacket === undefined) {
    socket.destroy()
    return
  }
  const firstLine = error.rawPacket.toString('latin1').split('\r\n', 1)[0] ?? ''
  const strangeVerb = error.code === 'HPE_INVALID_METHOD' && /^[A-Za-z]+ \S+ HTTP\/1\.[01]$/.test(firstLine)
  endWithReply(socket, asFinalReply(strangeVerb ? REFUSALS.strangeVerb : REFUSALS.badRequest))
}

const asFinalReply = ({ status, body }: Refusal) => ({ status, body, type: 'text/html' })
