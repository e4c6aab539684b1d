import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../core/index.ts'
import { createGuardedServer, type GuardedServerEvents } from '../util/guardedServer.ts'
import { distinctAddresses } from '../util/listenAddresses.ts'
import { type Endpoint, formatEndpoint, ListenError, listenOn, resolveEndpoints } from './listen.ts'
import { rejectMalformedRequest, rejectTunnel } from './refusal.ts'

/** Maximum size of headers in bytes. komodod accepts long headers, and this size is harmless. */
const MAX_HEADERS = 512 * 1024
/**
 * Bytes of a paused upload beyond which Node.js stops reading from its connection. Small, because each chunk that it
 * keeps takes a few hundred bytes of memory in addition to its own, which may be one. Node.js applies the number to
 * replies too, which are written in longer slices.
 */
const MAX_UNREAD_UPLOAD = 4096
const STOP_GRACE = 1000
/** Timeout in ms for the headers of a request, from the start of the connection. */
const HEADERS_TIMEOUT = 5000
/** Interval in ms between checks for slow clients. */
const TIMEOUT_STEP = 1000
/** Idle time in ms after which TCP checks that a client still exists, because its call may wait without a limit. */
const KEEP_ALIVE_DELAY = 60_000
/** Timeout of a complete request, as a multiple of `-rpcservertimeout`. */
const REQUEST_TIMEOUTS = 2

export interface ServerEvents extends Required<Pick<GuardedServerEvents, 'request' | 'checkContinue'>> {
  readonly connection: (socket: Socket) => void
}

export interface ServersOptions {
  readonly settings: {
    /** 0 selects any free port. */
    readonly port: number
    readonly bind: readonly string[]
    readonly allowIp: readonly string[]
    readonly timeoutSeconds: number
  }
  readonly maxConnections: number
  readonly logger: Logger
}

/** Creates one server for each address to listen on. */
export function createServers({ settings, maxConnections, logger }: ServersOptions, events: ServerEvents) {
  const servers: Server[] = []

  async function listen(endpoint: Endpoint, firstPort: number | undefined): Promise<Endpoint | undefined> {
    const server = createOne({ settings, maxConnections }, events)
    // With port 0 the first socket chooses the port, and the others use the same.
    const port = endpoint.port === 0 ? (firstPort ?? 0) : endpoint.port
    const portOption = endpoint.port === settings.port ? '-rpcport=<port>' : '-rpcbind=<host>:<port>'
    const bound = await listenOn(server, { host: endpoint.host, port }, portOption)
    if (bound === undefined) {
      // A missing loopback address is normal, but a missing configured address is logged.
      if (settings.bind.length > 0) logger.warn(`-rpcbind: this machine has no address ${endpoint.host}`)
      return undefined
    }
    server.on('error', (error) => logger.error('RPC server error', { error }))
    servers.push(server)
    return bound
  }

  async function stop(): Promise<void> {
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    const idle = setInterval(() => {
      for (const server of servers) server.closeIdleConnections()
    }, 10)
    const grace = setTimeout(() => {
      for (const server of servers) server.closeAllConnections()
    }, STOP_GRACE)
    await closed
    clearInterval(idle)
    clearTimeout(grace)
  }

  return {
    /** @throws ListenError if no address can be used, or SubnetError */
    async start(): Promise<readonly Endpoint[]> {
      if (settings.bind.length > 0 && settings.allowIp.length === 0) {
        logger.warn('-rpcbind is ignored because there is no -rpcallowip')
      }
      const addresses: Endpoint[] = []
      for (const endpoint of await distinctAddresses(resolveEndpoints(settings), { dualStack: false })) {
        const bound = await listen(endpoint, addresses[0]?.port)
        if (bound !== undefined) addresses.push(bound)
      }
      if (addresses.length === 0) throw new ListenError('No address to listen on for RPC. See -rpcbind.')
      logger.info('RPC server listening', { addresses: addresses.map(formatEndpoint).join(' ') })
      return addresses
    },
    stop,
  }
}

function createOne(
  { settings, maxConnections }: Pick<ServersOptions, 'settings' | 'maxConnections'>,
  { connection, ...events }: ServerEvents,
): Server {
  const timeout = settings.timeoutSeconds * 1000
  const server = createGuardedServer(
    {
      maxHeaderSize: MAX_HEADERS,
      highWaterMark: MAX_UNREAD_UPLOAD,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_DELAY,
      keepAliveTimeout: timeout,
      headersTimeout: Math.min(timeout, HEADERS_TIMEOUT),
      requestTimeout: REQUEST_TIMEOUTS * timeout,
      connectionsCheckingInterval: Math.min(timeout, TIMEOUT_STEP),
    },
    { ...events, clientError: rejectMalformedRequest },
  )
  server.maxConnections = maxConnections
  server.on('connection', connection)
  // Headers are limited in bytes, not in number: Node.js silently ignores headers beyond the number, possibly including
  // Origin.
  server.maxHeadersCount = 0
  server.on('connect', rejectTunnel)
  return server
}
