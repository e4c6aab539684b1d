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
  readonly credentials: Pick<Credentials, 'userOf'>
  /** users with fewer rights than the owner; default: there are none */
  readonly userCalled?: (name: string) => RpcUser | undefined
  readonly settings: HttpSettings
  readonly logger: Logger
  /** undefined: there is no REST interface */
  readonly rest?: Rest | undefined
  /** milliseconds before a wrong password is answered */
  readonly failureDelay?: number
  /** milliseconds that a client may take to read the next part of a reply */
  readonly readPatience?: number
}

const FAILURE_DELAY = 250
const MAX_CONNECTIONS = 512
/** Those that are ended for others count until they have closed. */
const MOST_OPEN = 2 * MAX_CONNECTIONS
/** Of replies that are not read yet, in all. */
const MAX_UNREAD = 48 << 20
/** A client that takes longer to read a quarter of a megabyte is gone, or wants no good. */
const READ_PATIENCE = 15_000
/** Bytes of a body for REST, of one and of all together: nobody had to show a password. */
const MAX_REST_BODY = 16 * 1024
const MAX_REST_BODIES = 1 << 20

/** The JSON-RPC server over HTTP, as rpc.md §1 describes the reference's, closed to browsers. */
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
      isStopping: () => this.#stopping,
      rest: deps.rest,
    })
    this.#servers = createServers(
      { settings, maxConnections: MOST_OPEN, logger },
      {
        request: (request, response) => this.#onRequest(request, response),
        checkContinue: (request, response) => this.#onCautious(request, response),
        connection: (socket) => this.#connections.add(socket),
      },
    )
  }

  /** @throws ListenError, SubnetError */
  async start(): Promise<readonly Endpoint[]> {
    try {
      return await this.#servers.start()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Passwords are judged anew, on open connections too. */
  forgetCallers(): void {
    this.#connections.forgetCallers()
  }

  /** Refuses new requests, lets running ones finish for a second, then closes. */
  stop(): Promise<void> {
    this.#stopping = true
    return this.#servers.stop()
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket)
    this.#take({ request, response, connection }, this.#check(request, connection))
  }

  /** A client that waits for a word before it sends the body: of what is refused it need not come at all. */
  #onCautious(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket)
    const head = this.#check(request, connection)
    if (head.kind === 'admitted' || head.kind === 'open') response.writeContinue()
    // Whether the body comes nevertheless is not known, so nothing that follows on the connection could be understood.
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
        whole: endOfReceiving(exchange, (body, done) => this.#reply({ ...exchange, user: head.user }, body, done)),
        refused: (late) => this.#refuse(exchange, late),
      })
    }
  }

  /** The connection stays a stranger's: nobody showed a password on it. */
  #takeOpen(exchange: Exchange, open: Rest): void {
    const { request, response } = exchange
    this.#readRestBody(request, {
      whole: endOfReceiving(exchange, (body, done) => {
        const answered = open.answer(request.url ?? '', body, new HttpCall(response))
        this.#replyWith({ ...exchange, user: undefined }, answered)
        done()
      }),
      refused: (late) => this.#refuse(exchange, late),
    })
  }

  #reply(exchange: AdmittedExchange, body: Buffer, done: () => void): void {
    this.#replyWith(exchange, this.#answer.answer(body, new HttpCall(exchange.response, exchange.user), done))
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
    // While the node stops, the connection ends with this reply.
    const reply = this.#stopping ? { ...given, headers: [...given.headers, ...CLOSE] } : given
    this.#writer.send(response, connection, reply)
  }
}

/** Counts a body as on its way until it is whole or its request has closed. */
function endOfReceiving<Rest extends readonly unknown[]>(
  { request, connection }: Exchange,
  whole: (...rest: Rest) => void,
): (...rest: Rest) => void {
  connection.receiving++
  let receiving = 1
  const received = () => {
    connection.receiving -= receiving
    receiving = 0
  }
  request.once('close', received)
  return (...rest) => {
    received()
    whole(...rest)
  }
}

/** A request that is being taken. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
}

/** A request whose head was accepted: its user is fixed, whatever follows on the connection. */
interface AdmittedExchange extends Exchange {
  /** undefined: the owner, another user with all rights, or a reader of a path without a password */
  readonly user: RpcUser | undefined
}

/** Most handlers never look at the signal: it is made when they do. */
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
      // A client that went away needs no result.
      if (this.response.destroyed) controller.abort()
      else this.response.once('close', () => controller.abort())
    }
    return this.controller.signal
  }
}
