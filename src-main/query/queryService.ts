import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { helpText } from '#shared/rpc/help.ts'
import { type Handlers, type MethodName, methods } from '#shared/rpc/index.ts'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import type { Clock, Logger, NamedBlock } from '../node/core/index.ts'
import { type PublishedSettings, SCHEMA } from '../node/publish/index.ts'
import { Dispatcher, type DispatcherDeps, type Rest } from '../node/rpc/index.ts'
import type { Database, ReadSnapshot } from '../node/storage/index.ts'
import { toDisplayHex } from '../node/util/index.ts'
import { ANSWERED, reasonAgainst } from './answered.ts'
import { CallQueue } from './callQueue.ts'
import { createPostgresDatabase, StatementNames } from './database/postgresDatabase.ts'
import { type TableConnection, TableConnections } from './database/tableConnections.ts'
import { PublishedNode } from './publishedNode.ts'
import { createPublishedRest } from './publishedRest.ts'
import { STATE_QUERY, type TablesState, toTablesState } from './tablesState.ts'
import { unanswered } from './unanswered.ts'

interface QueryServiceDeps {
  readonly clock: Clock
  readonly logger: Logger
  /** Called after each call. */
  readonly onCalled?: DispatcherDeps['onCalled']
  /** Maximum number of REST requests that are answered at the same time. */
  readonly maxWaitingRest: number
}

type Run = <T>(call: () => T | Promise<T>) => T | Promise<T>

/** Begins a transaction, so that every call sees one state of the database. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT height::text, encode(hash, 'hex'), indexed::text, settings FROM published`

interface PublishedTip {
  readonly block: NamedBlock
  readonly settings: string
}

/** Begins a transaction. @throws RpcError if no complete chain is published yet */
function begin(connection: TableConnection): PublishedTip {
  const [height = '-1', hash, indexed, settings] = firstRow(connection)
  if (hash == null || settings == null || indexed !== 'true') {
    connection.post('ROLLBACK')
    throw new RpcError(RPC_ERROR.IN_WARMUP, 'The chain is being published...')
  }
  return { block: { height: Number(height), hash: Buffer.from(hash, 'hex') }, settings }
}

function firstRow(connection: TableConnection): readonly (string | null)[] {
  try {
    return connection.run(BEGIN).rows[0] ?? []
  } catch (error) {
    connection.post('ROLLBACK')
    if (error instanceof RpcError) throw error
    throw new RpcError(RPC_ERROR.IN_WARMUP, 'No chain is published here yet', { cause: error })
  }
}

function openSnapshot(connection: TableConnection, names: StatementNames): ReadSnapshot {
  try {
    return {
      db: createPostgresDatabase(connection, names),
      tip: begin(connection).block,
      close: () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Answers calls from published tables, each as of one block. */
export class QueryService {
  readonly dispatcher: Dispatcher
  readonly rest: Rest
  readonly #deps: QueryServiceDeps
  readonly #connections: TableConnections
  readonly #main: TableConnection
  readonly #names = new StatementNames()
  readonly #db: Database
  readonly #calls: CallQueue
  /** Calls methods within the running call. */
  readonly #inner: Dispatcher
  #tip: PublishedTip | undefined
  #node: PublishedNode | undefined
  /** Settings that `#node` was created with. */
  #nodeSettings = ''

  constructor(url: string, deps: QueryServiceDeps) {
    this.#deps = deps
    this.#connections = new TableConnections(url, SCHEMA)
    this.#main = this.#connections.open()
    this.#db = createPostgresDatabase(this.#main, this.#names)
    this.#calls = new CallQueue({ before: () => this.#beginCall(), after: () => this.#main.post('COMMIT') })
    const logger = deps.logger.child('rpc')
    this.dispatcher = new Dispatcher({ logger, early: {}, onCalled: deps.onCalled })
    this.#inner = new Dispatcher({ logger, early: {} })
    this.rest = createPublishedRest({
      calls: this.#calls,
      rest: () => this.#currentNode().rest,
      requireOpen: () => {
        const status = this.dispatcher.warmingUp()
        if (status !== undefined) throw new RpcError(RPC_ERROR.IN_WARMUP, status)
      },
      maxWaiting: deps.maxWaitingRest,
    })
  }

  /** Reads the published block without blocking. Never rejects. */
  async readState(): Promise<TablesState> {
    return toTablesState(await this.#connections.runAsync(STATE_QUERY))
  }

  /** Sets the reason why calls are not answered yet. */
  warmup(reason: string): void {
    this.dispatcher.warmup(reason)
  }

  /** Begins to answer calls. @param settings JSON of the published settings */
  open(settings: string): void {
    const { args } = JSON.parse(settings) as PublishedSettings
    const { maxMoney } = chainParamsFromArgs(args)
    this.dispatcher.open({ ...{ walletEnabled: false, maxMoney }, handlers: this.#createHandlers(this.#queued) })
    this.#inner.open({ ...{ walletEnabled: false, maxMoney }, handlers: this.#createHandlers((call) => call()) })
  }

  /** Returns the number of calls that wait for another one to finish. */
  waitingCalls(): number {
    return this.#calls.waiting()
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #beginCall(): void {
    this.#tip = begin(this.#main)
    const { block, settings } = this.#tip
    if (this.#node !== undefined && this.#nodeSettings === settings && this.#node.moveTo(block)) return
    this.#node = new PublishedNode({
      ...{ db: this.#db, settings: JSON.parse(settings) as PublishedSettings, ...this.#deps },
      dispatcher: this.#inner,
      snapshot: () => openSnapshot(this.#connections.open(), this.#names),
    })
    this.#nodeSettings = settings
    this.#node.moveTo(block)
  }

  #currentNode(): PublishedNode {
    if (this.#node === undefined) throw new Error('no call has begun')
    return this.#node
  }

  /** Runs a call in a transaction, after the calls before it. */
  readonly #queued: Run = (call) => this.#calls.run(call)

  #createHandlers(run: Run): Handlers {
    return {
      ...Object.fromEntries(Object.keys(methods).map((name) => [name, this.#handlerFor(name as MethodName, run)])),
      help: ({ command }: { readonly command?: string }) => (command ? helpText(command) : helpText()),
      getpublishinfo: () =>
        run(() => ({
          enabled: true,
          state: 'level',
          height: this.#tip?.block.height ?? -1,
          behind: 0,
          problem: '',
          targets: [],
        })),
    } as unknown as Handlers
  }

  #handlerFor(name: MethodName, run: Run): unknown {
    if (!(ANSWERED as readonly string[]).includes(name))
      return () => {
        throw unanswered(name, reasonAgainst(name))
      }
    return (...given: unknown[]) =>
      run(() => {
        const handler = this.#currentNode().handlers[name as (typeof ANSWERED)[number]] as (
          ...args: unknown[]
        ) => unknown
        return handler(...given)
      })
  }
}

export const describeBlock = ({ height, hash }: NamedBlock): string => `block ${height} (${toDisplayHex(hash)})`
