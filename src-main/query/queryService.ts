/** Calls answered from published tables, each as of one block. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { helpText } from '#shared/rpc/help.ts'
import { type Handlers, type MethodName, methods } from '#shared/rpc/index.ts'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import type { Clock, Logger, NamedBlock } from '../node/core/index.ts'
import { type PublishedSettings, SCHEMA } from '../node/publish/index.ts'
import { Dispatcher } from '../node/rpc/index.ts'
import type { ReadSnapshot } from '../node/storage/index.ts'
import { toDisplayHex } from '../node/util/index.ts'
import { ANSWERED, reasonAgainst } from './answered.ts'
import { createTableConnections, type TableConnection } from './database/tableConnections.ts'
import { createPostgresDatabase, createStatementNames, type StatementNames } from './database/postgresDatabase.ts'
import { createPublishedNode, type PublishedNode } from './publishedNode.ts'
import { createTurns } from './callQueue.ts'
import { unanswered } from './unanswered.ts'

export interface QueryService {
  readonly dispatcher: Dispatcher
  /** the block at which the tables stand; throws an RpcError if they cannot be read */
  standing(): NamedBlock
  close(): Promise<void>
}

interface Deps {
  readonly clock: Clock
  readonly logger: Logger
}

/** What every call sees is one state of the database. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT height::text, encode(hash, 'hex'), indexed::text, settings FROM published`

interface Standing {
  readonly block: NamedBlock
  readonly settings: string
}

/** Begins a transaction. @throws RpcError where nothing can be answered yet */
function begin(connection: TableConnection): Standing {
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

function snapshotOf(connection: TableConnection, names: StatementNames): ReadSnapshot {
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

export function createQueryService(url: string, deps: Deps): QueryService {
  const connections = createTableConnections(url, SCHEMA)
  const main = connections.open()
  const names = createStatementNames()
  const db = createPostgresDatabase(main, names)
  let node: PublishedNode | undefined
  let made = ''

  function nodeFor({ block, settings }: Standing): PublishedNode {
    if (node !== undefined && made === settings && node.moveTo(block)) return node
    const parsed = JSON.parse(settings) as PublishedSettings
    const snapshot = () => snapshotOf(connections.open(), names)
    node = createPublishedNode({ db, settings: parsed, ...deps, snapshot })
    made = settings
    node.moveTo(block)
    return node
  }

  let standing: Standing | undefined
  const turns = createTurns({
    before() {
      standing = begin(main)
      nodeFor(standing)
    },
    after: () => main.post('COMMIT'),
  })

  function present(): PublishedNode {
    if (node === undefined) throw new Error('no call has begun')
    return node
  }

  function handlerOf(name: MethodName): unknown {
    if (!(ANSWERED as readonly string[]).includes(name))
      return () => {
        throw unanswered(name, reasonAgainst(name))
      }
    return (...given: unknown[]) =>
      turns.take(() => {
        const handler = present().handlers[name as (typeof ANSWERED)[number]] as (...args: unknown[]) => unknown
        return handler(...given)
      })
  }

  const handlers = {
    ...Object.fromEntries(Object.keys(methods).map((name) => [name, handlerOf(name as MethodName)])),
    help: ({ command }: { readonly command?: string }) => (command ? helpText(command) : helpText()),
    getpublishinfo: () =>
      turns.take(() => ({
        enabled: true,
        state: 'level',
        height: standing?.block.height ?? -1,
        behind: 0,
        problem: '',
        targets: [],
      })),
  } as unknown as Handlers
  const dispatcher = new Dispatcher({ logger: deps.logger.child('rpc'), early: {} })
  const look = () => {
    const found = begin(main)
    main.post('COMMIT')
    return found
  }
  return {
    dispatcher,
    standing() {
      const { block, settings } = look()
      const { args } = JSON.parse(settings) as PublishedSettings
      dispatcher.open({ handlers, walletEnabled: false, maxMoney: chainParamsFromArgs(args).maxMoney })
      return block
    },
    close: connections.close,
  }
}

export const describeBlock = ({ height, hash }: NamedBlock): string => `block ${height} (${toDisplayHex(hash)})`
