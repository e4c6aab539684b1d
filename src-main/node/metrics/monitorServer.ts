import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { Logger } from '../core/index.ts'
import { createHostCheck } from '../rpc/index.ts'
import { createGuardedServer } from '../util/guardedServer.ts'

export interface MonitorPage {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface MonitorServerSettings {
  readonly host: string
  /** 0: any free one */
  readonly port: number
  /** names that a request's Host header may have beside this machine's */
  readonly allowHost: readonly string[]
}

/** A monitoring system has one or two. */
const MAX_CONNECTIONS = 32
const MAX_HEADERS = 16 * 1024
const TIMEOUT_MS = 5_000

/**
 * Serves pages by their paths. What a page does is done once for all who ask for it at a time.
 * @throws Error with a text for people
 */
export async function openMonitorServer(
  { host, port, allowHost }: MonitorServerSettings,
  pages: ReadonlyMap<string, () => MonitorPage | Promise<MonitorPage>>,
  logger: Logger,
) {
  const hostCheck = createHostCheck(allowHost)
  const making = new Map<string, Promise<MonitorPage>>()

  function make(path: string, page: () => MonitorPage | Promise<MonitorPage>): Promise<MonitorPage> {
    const begun = making.get(path)
    if (begun) return begun
    const made = (async () => page())().finally(() => making.delete(path))
    making.set(path, made)
    return made
  }

  function refusal({ method, headers, socket }: IncomingMessage): number | undefined {
    if (headers.origin !== undefined || !hostCheck.allows(headers.host, socket.localAddress)) return 403
    return method === 'GET' || method === 'HEAD' ? undefined : 405
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Bodies are not read.
    request.resume()
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const page = pages.get(path)
    const refused = refusal(request) ?? (page === undefined ? 404 : undefined)
    const { status, type, body } =
      refused === undefined && page !== undefined
        ? await make(path, page)
        : { status: refused ?? 404, type: 'text/plain', body: '' }
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  }

  const server = createGuardedServer(
    {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      keepAliveTimeout: 2 * 60_000,
    },
    {
      request: (request, response) => {
        answer(request, response).catch((error: unknown) => {
          logger.error('a page for monitoring failed', { error })
          response.destroy()
        })
      },
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? `port ${port} is in use` : (error.code ?? error.message)
      reject(new Error(`Cannot listen for -metrics on ${host}: ${reason}`, { cause: error }))
    })
    server.listen({ host, port, ipv6Only: isIPv6(host) }, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  logger.info('shows metrics', { host, port: bound })
  return {
    port: bound,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
