import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../core/index.ts'
import { createGuardedServer, type GuardedServerEvents } from '../util/guardedServer.ts'
import { distinctAddresses } from '../util/listenAddresses.ts'
import { type Endpoint, endpointsOf, ListenError, listenOn, spell } from './listen.ts'
import { refuseBytes, refuseTunnel } from './refusal.ts'

/** The reference lets long headers pass; this many bytes are no burden. */
const MAX_HEADERS = 512 * 1024
const STOP_GRACE = 1000
/** Milliseconds that a client may take to send the headers of a request, from its connection on. */
const HEADERS_TIMEOUT = 5000
/** Milliseconds between two looks at who is too slow. */
const TIMEOUT_STEP = 1000
/** How many times `-rpcservertimeout` a whole request may take. */
const REQUEST_TIMEOUTS = 2

export interface ServerEvents extends Required<Pick<GuardedServerEvents, 'request' | 'checkContinue'>> {
  readonly connection: (socket: Socket) => void
}

export interface ServersOptions {
  readonly settings: {
    /** 0: any free one */
    readonly port: number
    readonly bind: readonly string[]
    readonly allowIp: readonly string[]
    readonly timeoutSeconds: number
  }
  readonly maxConnections: number
  readonly logger: Logger
}

/** One server for each address that is listened on. */
export function createServers({ settings, maxConnections, logger }: ServersOptions, events: ServerEvents) {
  const servers: Server[] = []

  async function listen(endpoint: Endpoint, firstPort: number | undefined): Promise<Endpoint | undefined> {
    const server = createOne({ settings, maxConnections }, events)
    // With port 0 the first socket chooses, and the others follow.
    const port = endpoint.port === 0 ? (firstPort ?? 0) : endpoint.port
    const portOption = endpoint.port === settings.port ? '-rpcport=<port>' : '-rpcbind=<host>:<port>'
    const bound = await listenOn(server, { host: endpoint.host, port }, portOption)
    if (bound === undefined) {
      // One of the two loopback addresses may be missing; an address that was asked for may not go unnoticed.
      if (settings.bind.length > 0) logger.warn(`-rpcbind: this machine has no address ${endpoint.host}`)
      return undefined
    }
    server.on('error', (error) => logger.error('the RPC server has a problem', { error }))
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
    /** @throws ListenError, SubnetError */
    async start(): Promise<readonly Endpoint[]> {
      if (settings.bind.length > 0 && settings.allowIp.length === 0) {
        logger.warn('-rpcbind is ignored because there is no -rpcallowip')
      }
      const addresses: Endpoint[] = []
      for (const endpoint of await distinctAddresses(endpointsOf(settings), { dualStack: false })) {
        const bound = await listen(endpoint, addresses[0]?.port)
        if (bound !== undefined) addresses.push(bound)
      }
      if (addresses.length === 0) throw new ListenError('There is no address to listen for RPC on. See -rpcbind.')
      logger.info('RPC server listens', { addresses: addresses.map(spell).join(' ') })
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
      keepAliveTimeout: timeout,
      headersTimeout: Math.min(timeout, HEADERS_TIMEOUT),
      requestTimeout: REQUEST_TIMEOUTS * timeout,
      connectionsCheckingInterval: Math.min(timeout, TIMEOUT_STEP),
    },
    { ...events, clientError: refuseBytes },
  )
  server.maxConnections = maxConnections
  server.on('connection', connection)
  // Their bytes are limited. Beyond a number, headers would be passed over without a word, and Origin with them.
  server.maxHeadersCount = 0
  server.on('connect', refuseTunnel)
  return server
}
