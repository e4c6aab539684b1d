import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { CallContext } from '#shared/rpc/define.ts'
import type { Logger } from '../interfaces.ts'
import { createAllowList } from './allowList.ts'
import type { Credentials } from './auth.ts'
import { createBodyReader, MAX_BODY } from './body.ts'
import { createBudget } from './budget.ts'
import { type Connection, createConnections } from './connections.ts'
import type { Dispatcher } from './dispatch.ts'
import { createAnswer } from './envelope.ts'
import { createHostCheck } from './hostCheck.ts'
import { type Endpoint, endpointsOf, ListenError, listenOn, spell } from './listen.ts'
import { CLOSE, REFUSALS, type Refusal, refuseBytes, refuseTunnel } from './refusal.ts'
import { createReplyWriter, type Reply } from './replyWriter.ts'

export interface HttpSettings {
  /** 0: any free one */
  readonly port: number
  readonly bind: readonly string[]
  readonly allowIp: readonly string[]
  readonly allowHost: readonly string[]
  readonly threads: number
  readonly workQueue: number
  readonly timeoutSeconds: number
}

export interface HttpDeps {
  readonly dispatcher: Pick<Dispatcher, 'call'>
  readonly credentials: Pick<Credentials, 'accepts'>
  readonly settings: HttpSettings
  readonly logger: Logger
  /** milliseconds before a wrong password is answered */
  readonly failureDelay?: number
  /** milliseconds that a client may take to read the next part of a reply */
  readonly readPatience?: number
}

export interface RpcHttpServer {
  /** @throws ListenError, SubnetError */
  start(): Promise<readonly Endpoint[]>
  /** Refuses new requests, lets running ones finish for a second, then closes. */
  stop(): Promise<void>
}

const FAILURE_DELAY = 250
/** Milliseconds between two lines of the log about wrong passwords. */
const FAILURES_TOLD = 10_000
/** The reference lets long headers pass; this many bytes are no burden. */
const MAX_HEADERS = 512 * 1024
/** Wrong passwords that wait for their answer; further ones are dropped, so that guessing costs no memory. */
const MAX_DELAYED = 64
const MAX_CONNECTIONS = 512
/** Those that are ended for others count until their end is told. */
const MOST_OPEN = 2 * MAX_CONNECTIONS
const STOP_GRACE = 1000
/** Milliseconds that a client may take to send the headers of a request, from its connection on. */
const HEADERS_TIMEOUT = 5000
/** Milliseconds between two looks at who is too slow. */
const TIMEOUT_STEP = 1000
/** How many times `-rpcservertimeout` a whole request may take. */
const REQUEST_TIMEOUTS = 2
/** Of replies that are not read yet, in all. */
const MAX_UNREAD = 48 << 20
/** Who reads a quarter of a megabyte in no less than that is gone, or wants no good. */
const READ_PATIENCE = 15_000
/** What the reference's server knows; DELETE only its HTTP library knows, and nothing else even that. */
const KNOWN_VERBS = new Set(['GET', 'POST', 'HEAD', 'PUT'])

/** The JSON-RPC server over HTTP, as rpc.md §1 describes the reference's, closed to browsers. */
export function createHttpServer(deps: HttpDeps): RpcHttpServer {
  const { settings, logger } = deps
  const unread = createBudget(MAX_UNREAD)
  const answer = createAnswer(deps.dispatcher, { mostWaiting: settings.threads + settings.workQueue, unread })
  const writer = createReplyWriter({ unread, patience: deps.readPatience ?? READ_PATIENCE })
  const readBody = createBodyReader()
  const servers: Server[] = []
  let delayed = 0
  let failures = 0
  let stopping = false

  const connections = createConnections(MAX_CONNECTIONS, createAllowList(settings.allowIp))
  const hostCheck = createHostCheck(settings.allowHost)

  /** Everything that is checked before the body is looked at, in the reference's order. */
  function refusalOf(request: IncomingMessage, connection: Connection): Refusal | 'wrong password' | undefined {
    const { socket, method = '', headers, url } = request
    if (stopping) return REFUSALS.stopping
    if (!connection.allowed || headers.origin !== undefined) return REFUSALS.forbidden
    if (!hostCheck.allows(headers.host, socket.localAddress)) return REFUSALS.forbidden
    if (request.httpVersionMajor !== 1) return REFUSALS.badRequest
    if (!KNOWN_VERBS.has(method)) return method === 'DELETE' ? REFUSALS.unknownVerb : REFUSALS.strangeVerb
    if (url !== '/') return REFUSALS.unknownPath
    if (method !== 'POST') return REFUSALS.notPost
    const { authorization } = headers
    if (authorization === undefined) return REFUSALS.unauthorized
    if (connection.authorization !== authorization) {
      if (!deps.credentials.accepts(authorization)) return 'wrong password'
      connection.authorization = authorization
    }
    return Number(headers['content-length']) > MAX_BODY ? REFUSALS.tooLarge : undefined
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.of(request.socket)
    writer.whenRead(connection, () => take({ request, response, connection }, refusalOf(request, connection)))
  }

  function take(exchange: Exchange, refusal: ReturnType<typeof refusalOf>): void {
    const { request, response, connection } = exchange
    if (refusal === undefined) {
      connections.used(connection)
      connection.receiving++
      let receiving = 1
      const received = () => {
        connection.receiving -= receiving
        receiving = 0
      }
      request.once('close', received)
      readBody(request, {
        whole(body, done) {
          received()
          reply(exchange, body, done)
        },
        refused: (late) => refuse(response, connection, late),
      })
    } else if (refusal === 'wrong password') wrongPassword(exchange)
    else refuse(response, connection, refusal)
  }

  /** A client that waits for a word before it sends the body: of what is refused it need not come at all. */
  function onCautious(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.of(request.socket)
    writer.whenRead(connection, () => {
      const refusal = refusalOf(request, connection)
      if (refusal === undefined) response.writeContinue()
      // Whether the body comes nevertheless is not known, so nothing that follows on the connection could be understood.
      else response.shouldKeepAlive = false
      take({ request, response, connection }, refusal)
    })
  }

  /** One line at once, then one for all that follow within a while: who guesses quickly must not fill the disk. */
  function noteFailure(from: string | undefined): void {
    failures++
    if (failures > 1) return
    logger.warn('wrong RPC user or password', { from })
    setTimeout(() => {
      if (failures > 1) logger.warn('wrong RPC user or password again', { times: failures - 1 })
      failures = 0
    }, FAILURES_TOLD).unref()
  }

  function wrongPassword({ request, response, connection }: Exchange): void {
    noteFailure(request.socket.remoteAddress)
    if (delayed >= MAX_DELAYED) {
      request.socket.destroy()
      return
    }
    delayed++
    setTimeout(() => {
      delayed--
      refuse(response, connection, REFUSALS.unauthorized)
    }, deps.failureDelay ?? FAILURE_DELAY)
  }

  function reply({ response, connection }: Exchange, body: Buffer, done: () => void): void {
    const answered = answer(body, new HttpCall(response), done)
    if (!(answered instanceof Promise)) {
      send(response, connection, answered)
      return
    }
    connection.busy++
    response.once('close', () => {
      connection.busy--
    })
    void answered.then((later) => send(response, connection, later))
  }

  function refuse(response: ServerResponse, connection: Connection, { status, headers, body }: Refusal): void {
    send(response, connection, { status, headers, pieces: [body] })
  }

  function send(response: ServerResponse, connection: Connection, given: Reply): void {
    // While the node stops, the connection ends with this reply.
    writer.send(response, connection, stopping ? { ...given, headers: [...given.headers, ...CLOSE] } : given)
  }

  async function start(): Promise<readonly Endpoint[]> {
    if (settings.bind.length > 0 && settings.allowIp.length === 0) {
      logger.warn('-rpcbind is ignored because there is no -rpcallowip')
    }
    const addresses: Endpoint[] = []
    try {
      for (const endpoint of endpointsOf(settings)) {
        const server = createOne()
        // With port 0 the first socket chooses, and the others follow.
        const port = endpoint.port === 0 ? (addresses[0]?.port ?? 0) : endpoint.port
        const bound = await listenOn(server, { host: endpoint.host, port })
        if (bound === undefined) {
          // One of the two loopback addresses may be missing; an address that somebody asked for may not go unnoticed.
          if (settings.bind.length > 0) logger.warn(`-rpcbind: this machine has no address ${endpoint.host}`)
          continue
        }
        server.on('error', (error) => logger.error('the RPC server has a problem', { error }))
        servers.push(server)
        addresses.push(bound)
      }
      if (addresses.length === 0) throw new ListenError('There is no address to listen for RPC on. See -rpcbind.')
    } catch (error) {
      await stop()
      throw error
    }
    logger.info('RPC server listens', { addresses: addresses.map(spell).join(' ') })
    return addresses
  }

  function createOne(): Server {
    const timeout = settings.timeoutSeconds * 1000
    const server = createServer(
      {
        // Clients of the reference may leave Host out; browsers cannot.
        requireHostHeader: false,
        maxHeaderSize: MAX_HEADERS,
        keepAliveTimeout: timeout,
        headersTimeout: Math.min(timeout, HEADERS_TIMEOUT),
        requestTimeout: REQUEST_TIMEOUTS * timeout,
        connectionsCheckingInterval: Math.min(timeout, TIMEOUT_STEP),
      },
      onRequest,
    )
    server.maxConnections = MOST_OPEN
    server.on('connection', connections.add)
    // Their bytes are limited. Beyond a number, headers would be passed over without a word, and Origin with them.
    server.maxHeadersCount = 0
    server.on('clientError', refuseBytes)
    server.on('connect', refuseTunnel)
    server.on('checkContinue', onCautious)
    return server
  }

  async function stop(): Promise<void> {
    stopping = true
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

  return { start, stop }
}

/** A request that is being taken. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
}

/** Most handlers never look at the signal: it is made when they do. */
class HttpCall implements CallContext {
  readonly transport = 'http'
  private readonly response: ServerResponse
  private controller: AbortController | undefined

  constructor(response: ServerResponse) {
    this.response = response
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController()
      this.controller = controller
      // A client that went away needs no result.
      if (this.response.destroyed) controller.abort()
      else this.response.once('close', () => controller.abort())
    }
    return this.controller.signal
  }
}
