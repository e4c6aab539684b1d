/**
 * Serves the window to a browser on this machine: static files, one exchange of the one-time token for a secret, and
 * WebSockets that require the secret. Host and Origin of every request and upgrade are checked first. Non-goals:
 * JSON-RPC (the node's own server has it) and other machines.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WindowFiles } from '../app/windowFiles.ts'
import { createGuardedServer, endWithReply } from '../node/index.ts'
import { findRejectionReason, securityHeaders } from './guard.ts'
import { Sessions } from './sessions.ts'
import { Sockets, type SocketsDeps } from './sockets.ts'

const MAX_TOKEN_BODY = 1024
/**
 * Maximum number of connections. A browser opens about six per window, and other users of this machine may open more.
 */
const MAX_CONNECTIONS = 256
/** Timeout of a request, so that other users of this machine cannot hold connections. */
const REQUEST_LIMIT_MS = 5000

export interface WebServer {
  readonly port: number
  /** Returns the address with a new one-time token in the fragment, which browsers never send. */
  freshAddress(): string
  close(): Promise<void>
}

export interface WebServerOptions {
  /** 0 lets the system choose a port. */
  readonly port: number
  readonly now: () => number
  /** Runs `run` after a number of milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the path of a request, or undefined if it is invalid. */
function parsePath({ url = '/' }: IncomingMessage): string | undefined {
  const base = 'http://window'
  return URL.canParse(url, base) ? new URL(url, base).pathname : undefined
}

function parseToken(body: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '')
    if (typeof parsed !== 'object' || parsed === null || !('token' in parsed)) return undefined
    return typeof parsed.token === 'string' ? parsed.token : undefined
  } catch {
    return undefined
  }
}

interface LaunchEnvironment {
  /** Known only after the server has started listening. */
  port(): number
  readonly sessions: Sessions
  readonly files: WindowFiles
}

/** Answers everything except WebSocket upgrades. Rejects if a request is aborted. */
function createPages({ port, sessions, files }: LaunchEnvironment) {
  const answer = (response: ServerResponse, status: number, headers: Record<string, string> = {}, body?: Buffer) => {
    response.writeHead(status, { ...securityHeaders(port()), 'Content-Length': String(body?.length ?? 0), ...headers })
    response.end(body)
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const secret = sessions.redeem(parseToken(await readBody(request, MAX_TOKEN_BODY)) ?? '')
    if (!secret) return answer(response, 401)
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
    answer(response, 200, headers, Buffer.from(JSON.stringify({ secret })))
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const posting = request.method === 'POST'
    if (findRejectionReason(request, port(), posting)) return answer(response, 403)
    const pathname = parsePath(request)
    if (posting) return pathname === '/session' ? exchange(request, response) : answer(response, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405)
    const file = pathname === undefined ? undefined : files.find(pathname)
    if (!file) return answer(response, 404)
    const cache = file.immutable ? 'private, max-age=31536000, immutable' : 'no-cache'
    answer(response, 200, { 'Content-Type': file.contentType, 'Cache-Control': cache }, file.body)
  }
}

function mayUpgrade(request: IncomingMessage, { port }: LaunchEnvironment): boolean {
  return findRejectionReason(request, port(), true) === undefined && parsePath(request) === '/ws'
}

/** Returns the reason why the server cannot listen, with a remedy. */
function unreachable(error: NodeJS.ErrnoException, port: number): string {
  const other = 'Choose another port with --web-port=<port>, or omit the option to use the default.'
  if (error.code === 'EADDRINUSE') return `Error: Port ${port} is in use by another program. ${other}`
  if (error.code === 'EACCES') return `Error: Port ${port} needs more rights. ${other}`
  return `Error: The window cannot be served on port ${port} (${error.code ?? error.message}). ${other}`
}

/** @throws Error with a text for users */
export async function startWebServer(
  options: WebServerOptions,
  deps: Pick<SocketsDeps, 'nodeFor'> & { readonly files: WindowFiles },
): Promise<WebServer> {
  let port = options.port
  const sessions = new Sessions(() => options.now())
  const sockets = new Sockets({
    nodeFor: deps.nodeFor,
    authorises: (secret) => sessions.authorises(secret),
    after: options.after,
  })
  const surroundings: LaunchEnvironment = { port: () => port, sessions, files: deps.files }
  const serve = createPages(surroundings)

  const limits = {
    headersTimeout: REQUEST_LIMIT_MS,
    requestTimeout: REQUEST_LIMIT_MS,
    connectionsCheckingInterval: 1000,
  }
  const http = createGuardedServer(limits, {
    request: (request, response) => {
      serve(request, response).catch(() => response.destroy())
    },
    upgrade: (request, socket, head) => {
      if (mayUpgrade(request, surroundings)) void sockets.take(request, socket, head)
      else endWithReply(socket, { status: 403 })
    },
  })
  http.maxConnections = MAX_CONNECTIONS

  await new Promise<void>((resolve, reject) => {
    http.once('error', (error) => reject(new Error(unreachable(error, options.port), { cause: error })))
    http.listen(options.port, '127.0.0.1', resolve)
  })
  port = (http.address() as AddressInfo).port
  // Load the WebSocket library now: a browser fetches the window before it opens a socket, which leaves time for it.
  sockets.prepare()

  return {
    port,
    freshAddress: () => `http://127.0.0.1:${port}/#token=${sessions.issueToken()}`,
    async close() {
      sockets.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
