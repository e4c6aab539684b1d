import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { Logger } from '../core/index.ts'
import { createHostCheck } from '../rpc/index.ts'
import { createGuardedServer } from '../util/guardedServer.ts'

export interface MonitorPage {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Returns a page of JSON with status 200, or 503 if `good` is false. */
export const jsonPage = (good: boolean, facts: object): MonitorPage => ({
  status: good ? 200 : 503,
  type: 'application/json',
  body: `${JSON.stringify(facts)}\n`,
})

export interface MonitorServerSettings {
  readonly host: string
  /** 0 selects any free port */
  readonly port: number
  /** accepted names in a request's Host header, in addition to this machine's */
  readonly allowHost: readonly string[]
}

/** A monitoring system needs one or two connections. */
const MAX_CONNECTIONS = 32
const MAX_HEADERS = 16 * 1024
const TIMEOUT_MS = 5_000
const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADERS,
  headersTimeout: TIMEOUT_MS,
  requestTimeout: TIMEOUT_MS,
  keepAliveTimeout: 2 * 60_000,
}

type MonitorPages = ReadonlyMap<string, () => MonitorPage | Promise<MonitorPage>>

/** Serves pages by path. A page is built once for all clients that request it at the same time. */
export class MonitorServer {
  readonly #pages: MonitorPages
  readonly #hostCheck: ReturnType<typeof createHostCheck>
  readonly #server: Server
  readonly #making = new Map<string, Promise<MonitorPage>>()

  private constructor(allowHost: readonly string[], pages: MonitorPages, logger: Logger) {
    this.#pages = pages
    this.#hostCheck = createHostCheck(allowHost)
    this.#server = createGuardedServer(SERVER_OPTIONS, {
      request: (request, response) => {
        this.#answer(request, response).catch((error: unknown) => {
          logger.error('monitoring request failed', { error })
          response.destroy()
        })
      },
    })
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  /** @throws Error with a user-readable message if the server cannot listen */
  static async open(
    { host, port, allowHost }: MonitorServerSettings,
    pages: MonitorPages,
    logger: Logger,
  ): Promise<MonitorServer> {
    const opened = new MonitorServer(allowHost, pages, logger)
    const server = opened.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'EADDRINUSE' ? `port ${port} is in use` : (error.code ?? error.message)
        reject(new Error(`Cannot listen for -metrics on ${host}: ${reason}`, { cause: error }))
      })
      server.listen({ host, port, ipv6Only: isIPv6(host) }, resolve)
    })
    logger.info('metrics server listening', { host, port: opened.port })
    return opened
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  #make(path: string, page: () => MonitorPage | Promise<MonitorPage>): Promise<MonitorPage> {
    const begun = this.#making.get(path)
    if (begun) return begun
    const made = (async () => page())().finally(() => this.#making.delete(path))
    this.#making.set(path, made)
    return made
  }

  /** Returns the HTTP status for a rejected request, or undefined if it is allowed. */
  #refusal({ method, headers, socket }: IncomingMessage): number | undefined {
    if (headers.origin !== undefined || !this.#hostCheck.allows(headers.host, socket.localAddress)) return 403
    return method === 'GET' || method === 'HEAD' ? undefined : 405
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Discard the body.
    request.resume()
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const page = this.#pages.get(path)
    const refused = this.#refusal(request) ?? (page === undefined ? 404 : undefined)
    const { status, type, body } =
      refused === undefined && page !== undefined
        ? await this.#make(path, page)
        : { status: refused ?? 404, type: 'text/plain', body: '' }
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  }
}
