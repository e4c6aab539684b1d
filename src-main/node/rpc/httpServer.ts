import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../core/index.ts'
import { createAllowList } from './allowList.ts'
import { createBodyReader } from './body.ts'
import { Budget } from './budget.ts'
import { type Connection, Connections } from './connections.ts'
import type { Credentials } from './credentials.ts'
import type { Dispatcher } from './dispatcher.ts'
import { createHostCheck } from './hostCheck.ts'
import type { Endpoint } from './listen.ts'
import { PasswordFailures } from './passwordFailures.ts'
import { CLOSE, REFUSALS, type Refusal } from './refusal.ts'
import { type Reply, ReplyWriter } from './replyWriter.ts'
import { RequestAnswer } from './requestAnswer.ts'
import { type CheckedHead, createRequestCheck, type RequestCheck } from './requestCheck.ts'
import type { Rest } from './rest/index.ts'
import { createServers } from './servers.ts'
import type { CallerContext, RpcUser } from './users.ts'

export interface HttpSettings {
  /** 0 selects any free port. */
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
  readonly credentials: Pick<Credentials, 'userOf'>
  /** Finds users with fewer rights than the owner. Default: there are no such users. */
  readonly userCalled?: (name: string) => RpcUser | undefined
  /** Returns true if the user may log in from this address of a client. Default: always. */
  readonly admits?: (name: string, address: string | undefined) => boolean
  readonly settings: HttpSettings
  readonly logger: Logger
  /** Undefined without a REST interface. */
  readonly rest?: Rest | undefined
  /** Delay in ms before a wrong password is answered. */
  readonly failureDelay?: number
  /** Timeout in ms for a client to read the next part of a reply. */
  readonly readPatience?: number
}

const FAILURE_DELAY = 250
const MAX_CONNECTIONS = 512
/** Maximum number of open connections. Connections closed for new ones count until they have closed. */
const MAX_OPEN_CONNECTIONS = 2 * MAX_CONNECTIONS
/** Maximum number of bytes of unread replies, for all connections. */
const MAX_UNREAD = 48 << 20
/** Timeout in ms to read a quarter of a megabyte. Slower clients are gone or hostile. */
const READ_PATIENCE = 15_000
/**
 * Maximum size of a REST body, and of all REST bodies together. They are small because clients are not authenticated.
 */
const MAX_REST_BODY = 16 * 1024
const MAX_REST_BODIES = 1 << 20

/** JSON-RPC server over HTTP, as rpc.md §1 describes komodod's, but closed to browsers. */
export class HttpServer {
  readonly #answer: RequestAnswer
  readonly #writer: ReplyWriter
  readonly #failures: PasswordFailures
  readonly #connections: Connections
  readonly #check: RequestCheck
  readonly #servers: ReturnType<typeof createServers>
  readonly #readBody = createBodyReader()
  readonly #readRestBody = createBodyReader(MAX_REST_BODIES, MAX_REST_BODY)
  #stopping = false

  constructor(deps: HttpDeps) {
    const { settings, logger } = deps
    const unread = new Budget(MAX_UNREAD)
    this.#answer = new RequestAnswer(deps.dispatcher, { mostWaiting: settings.threads + settings.workQueue, unread })
    this.#writer = new ReplyWriter({ unread, patience: deps.readPatience ?? READ_PATIENCE })
    this.#failures = new PasswordFailures(logger, deps.failureDelay ?? FAILURE_DELAY)
    this.#connections = new Connections(MAX_CONNECTIONS, createAllowList(settings.allowIp))
    this.#check = createRequestCheck({
      hostCheck: createHostCheck(settings.allowHost),
      credentials: deps.credentials,
      userCalled: deps.userCalled ?? (() => undefined),
      admits: deps.admits ?? (() => true),
      isStopping: () => this.#stopping,
      rest: deps.rest,
    })
    this.#servers = createServers(
      { settings, maxConnections: MAX_OPEN_CONNECTIONS, logger },
      {
        request: (request, response) => this.#onRequest(request, response),
        checkContinue: (request, response) => this.#onCautious(request, response),
        connection: (socket) => this.#connections.add(socket),
      },
    )
  }

  /**
   * @throws ListenError if a port cannot be used
   * @throws SubnetError if the allow list is invalid
   */
  async start(): Promise<readonly Endpoint[]> {
    try {
      return await this.#servers.start()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Authenticates the next request of each open connection again. */
  forgetCallers(): void {
    this.#connections.forgetCallers()
  }

  /** Rejects new requests, lets running ones finish for a second, then closes. */
  stop(): Promise<void> {
    this.#stopping = true
    return this.#servers.stop()
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket)
    this.#take({ request, response, connection }, this.#check(request, connection))
  }

  /**
   * Handles a client that expects 100 Continue before it sends the body. If the head is rejected, the body need not be
   * sent.
   */
  #onCautious(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket)
    const head = this.#check(request, connection)
    if (head.kind === 'admitted' || head.kind === 'open') response.writeContinue()
    // The client may send the body anyway, so the next bytes on the connection cannot be parsed.
    else response.shouldKeepAlive = false
    this.#take({ request, response, connection }, head)
  }

  #take(exchange: Exchange, head: CheckedHead): void {
    const { request, connection } = exchange
    if (head.kind === 'refused') this.#refuse(exchange, head.refusal)
    else if (head.kind === 'wrong password')
      this.#failures.add(request.socket.remoteAddress, {
        refuse: () => this.#refuse(exchange, REFUSALS.unauthorized),
        drop: () => request.socket.destroy(),
      })
    else if (head.kind === 'open') this.#takeOpen(exchange, head.rest)
    else {
      this.#connections.used(connection)
      this.#readBody(request, {
        whole: endOfReceiving(exchange, (pieces, done) => this.#reply({ ...exchange, user: head.user }, pieces, done)),
        refused: (late) => this.#refuse(exchange, late),
      })
    }
  }

  /** The connection does not count as authenticated, because REST needs no password. */
  #takeOpen(exchange: Exchange, open: Rest): void {
    const { request, response } = exchange
    this.#readRestBody(request, {
      whole: endOfReceiving(exchange, (pieces, done) => {
        const answered = open.answer(request.url ?? '', Buffer.concat(pieces), new HttpCall(response))
        this.#replyWith({ ...exchange, user: undefined }, answered)
        done()
      }),
      refused: (late) => this.#refuse(exchange, late),
    })
  }

  #reply(exchange: AdmittedExchange, pieces: Buffer[], done: () => void): void {
    this.#replyWith(exchange, this.#answer.answer(pieces, new HttpCall(exchange.response, exchange.user), done))
  }

  #replyWith(exchange: AdmittedExchange, answered: Reply | Promise<Reply>): void {
    const { response, connection, user } = exchange
    if (!(answered instanceof Promise)) {
      this.#send(exchange, answered)
      return
    }
    connection.busy++
    if (user) user.waiting++
    response.once('close', () => {
      connection.busy--
      if (user) user.waiting--
    })
    void answered.then((later) => this.#send(exchange, later))
  }

  #refuse(exchange: Exchange, { status, headers, body }: Refusal): void {
    this.#send(exchange, { status, headers, pieces: [body] })
  }

  #send({ response, connection }: Exchange, given: Reply): void {
    // While the node stops, the connection is closed after this reply.
    const reply = this.#stopping ? { ...given, headers: [...given.headers, ...CLOSE] } : given
    this.#writer.send(response, connection, reply)
  }
}

/** Counts a body as being received until it is complete. A connection that ends before needs no count any more. */
function endOfReceiving<Rest extends readonly unknown[]>(
  { connection }: Exchange,
  whole: (...rest: Rest) => void,
): (...rest: Rest) => void {
  connection.receiving++
  return (...rest) => {
    connection.receiving--
    whole(...rest)
  }
}

/** Request in progress. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
}

/** Request whose head was accepted. Its user does not change with later requests on the connection. */
interface AdmittedExchange extends Exchange {
  /** Undefined for the owner, another user with all rights, or a REST client without a password. */
  readonly user: RpcUser | undefined
}

/** Context of a call. The signal is created on first use, because most handlers do not use it. */
class HttpCall implements CallerContext {
  readonly transport = 'http'
  readonly user: RpcUser | undefined
  private readonly response: ServerResponse
  private controller: AbortController | undefined

  constructor(response: ServerResponse, user?: RpcUser) {
    this.response = response
    this.user = user
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController()
      this.controller = controller
      // If the client has disconnected, the result is not needed.
      if (this.response.destroyed) controller.abort()
      else this.response.once('close', () => controller.abort())
    }
    return this.controller.signal
  }
}
