import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { helpText } from '#shared/rpc/help.ts'
import { type Handlers, type MethodName, methods } from '#shared/rpc/index.ts'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import type { Clock, Logger, NamedBlock } from '../node/core/index.ts'
import { type PublishedSettings, SCHEMA } from '../node/publish/index.ts'
import { Dispatcher } from '../node/rpc/index.ts'
import type { Database, ReadSnapshot } from '../node/storage/index.ts'
import { toDisplayHex } from '../node/util/index.ts'
import { ANSWERED, reasonAgainst } from './answered.ts'
import { CallQueue } from './callQueue.ts'
import { createPostgresDatabase, StatementNames } from './database/postgresDatabase.ts'
import { type TableConnection, TableConnections } from './database/tableConnections.ts'
import { PublishedNode } from './publishedNode.ts'
import { unanswered } from './unanswered.ts'

interface QueryServiceDeps {
  readonly clock: Clock
  readonly logger: Logger
}

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
  readonly #deps: QueryServiceDeps
  readonly #connections: TableConnections
  readonly #main: TableConnection
  readonly #names = new StatementNames()
  readonly #db: Database
  readonly #calls: CallQueue
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
    this.dispatcher = new Dispatcher({ logger: deps.logger.child('rpc'), early: {} })
  }

  /**
   * Opens the dispatcher for calls and returns the published block.
   * @throws RpcError if the tables cannot be read
   */
  open(): NamedBlock {
    const { block, settings } = begin(this.#main)
    this.#main.post('COMMIT')
    const { args } = JSON.parse(settings) as PublishedSettings
    const { maxMoney } = chainParamsFromArgs(args)
    this.dispatcher.open({ handlers: this.#createHandlers(), walletEnabled: false, maxMoney })
    return block
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
      snapshot: () => openSnapshot(this.#connections.open(), this.#names),
    })
    this.#nodeSettings = settings
    this.#node.moveTo(block)
  }

  #createHandlers(): Handlers {
    return {
      ...Object.fromEntries(Object.keys(methods).map((name) => [name, this.#handlerFor(name as MethodName)])),
      help: ({ command }: { readonly command?: string }) => (command ? helpText(command) : helpText()),
      getpublishinfo: () =>
        this.#calls.run(() => ({
          enabled: true,
          state: 'level',
          height: this.#tip?.block.height ?? -1,
          behind: 0,
          problem: '',
          targets: [],
        })),
    } as unknown as Handlers
  }

  #handlerFor(name: MethodName): unknown {
    if (!(ANSWERED as readonly string[]).includes(name))
      return () => {
        throw unanswered(name, reasonAgainst(name))
      }
    return (...given: unknown[]) =>
      this.#calls.run(() => {
        if (this.#node === undefined) throw new Error('no call has begun')
        const handler = this.#node.handlers[name as (typeof ANSWERED)[number]] as (...args: unknown[]) => unknown
        return handler(...given)
      })
  }
}

export const describeBlock = ({ height, hash }: NamedBlock): string => `block ${height} (${toDisplayHex(hash)})`
