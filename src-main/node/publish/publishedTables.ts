import { BatchWriter } from './batchWriter.ts'
import { BlockRemover } from './blockRemover.ts'
import type { Cursor } from './blockRows.ts'
import type { Batch } from './chainReader.ts'
import type { PostgresSession } from './postgresSession.ts'
import { INDEXES, migrations, SCHEMA } from './schema.ts'
import { type PublishDestination, type PublishInput, PublishRefusal, type PublishTarget } from './types.ts'

type Identity = Pick<PublishInput, 'chain' | 'magic' | 'genesisHash'> &
  Pick<Extract<PublishDestination, { kind: 'postgres' }>, 'settings' | 'faucetPool'>

const MIN_SERVER_VERSION = 150_000
/** Number of the advisory lock that the only publisher holds. An arbitrary number that no other program uses. */
const LOCK = 0x63_77_70_62
const START = { height: -1, hash: undefined, nextOrdinal: 1, work: 0n, txs: 0 } as const

/** Row of `published`. */
interface CursorRow {
  readonly height: string
  readonly hash: Uint8Array | null
  readonly next_ordinal: string
  readonly chain_work: string
  readonly chain_txs: string
  readonly indexed: boolean
  readonly notarised: string
}

const NOTARISED = '(SELECT coalesce(max(position), 0) FROM notarisations) AS notarised'
const SELECT_CURSOR = `SELECT height, hash, next_ordinal, chain_work, chain_txs, indexed, ${NOTARISED} FROM published`
/** Selects the row with a lock, so that a concurrent write by another publisher is noticed. */
const LOCKED_CURSOR = `${SELECT_CURSOR} FOR UPDATE`

function toCursor(row: Omit<CursorRow, 'indexed'> | undefined): Cursor {
  const notarised = Number(row?.notarised ?? 0)
  if (row === undefined || row.hash === null) return { ...START, notarised }
  return {
    height: Number(row.height),
    hash: new Uint8Array(row.hash),
    nextOrdinal: Number(row.next_ordinal),
    work: BigInt(row.chain_work),
    txs: Number(row.chain_txs),
    notarised,
  }
}

/**
 * The publisher's view of the tables in PostgreSQL. Creates, migrates and updates them, and rejects tables of another
 * chain.
 */
export class PublishedTables implements PublishTarget {
  readonly #session: PostgresSession
  readonly #writer: BatchWriter
  readonly #remover: BlockRemover

  private constructor(session: PostgresSession) {
    this.#session = session
    this.#writer = new BatchWriter(session)
    this.#remover = new BlockRemover(session)
  }

  /** Creates or migrates the tables. @throws PublishRefusal if this node may not publish into them */
  static async open(session: PostgresSession, identity: Identity): Promise<PublishedTables> {
    const [server] = await session.run<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    if (server === undefined || server.version < MIN_SERVER_VERSION)
      throw new PublishRefusal('PostgreSQL 15 or newer is required')
    const [lock] = await session.run<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LOCK])
    if (lock?.got !== true) throw new PublishRefusal('another node publishes into this database')
    const tables = new PublishedTables(session)
    await session.transaction(() => tables.#migrate(identity))
    return tables
  }

  async cursor(): Promise<Cursor> {
    return toCursor((await this.#session.run<CursorRow>(SELECT_CURSOR))[0])
  }

  async write(batch: Batch): Promise<void> {
    try {
      await this.#session.transaction(async () => {
        await this.#expectCursor(batch.from)
        await this.#writer.write(batch)
        await this.#move(batch.to)
      })
    } catch (error) {
      this.#writer.forgetPartitions()
      throw error
    }
  }

  rollBackTo(height: number): Promise<void> {
    const session = this.#session
    return session.transaction(async () => {
      const [row] = await session.run<CursorRow>(LOCKED_CURSOR)
      if (toCursor(row).height <= height) return
      const [left] = await session.run<Omit<CursorRow, 'next_ordinal' | 'indexed'>>(
        `SELECT height, hash, first_tx, chain_work, chain_txs, ${NOTARISED} FROM blocks WHERE height = $1`,
        [height],
      )
      const [above] = await session.run<{ first: string | null }>(
        'SELECT min(first_tx) FILTER (WHERE first_tx > 0) AS first FROM blocks WHERE height > $1',
        [height],
      )
      const first = Number(above?.first ?? row?.next_ordinal)
      await this.#remover.removeAbove(height, first)
      await this.#move(left === undefined ? START : toCursor({ ...left, next_ordinal: String(first) }))
    })
  }

  async hashAt(height: number): Promise<Uint8Array | undefined> {
    const [row] = await this.#session.run<{ hash: Uint8Array }>('SELECT hash FROM blocks WHERE height = $1', [height])
    return row && new Uint8Array(row.hash)
  }

  async index(): Promise<void> {
    const session = this.#session
    const [row] = await session.run<CursorRow>('SELECT indexed FROM published')
    if (row?.indexed === true) return
    await session.transaction(async () => {
      await session.run("SET LOCAL maintenance_work_mem = '128MB'")
      for (const statement of INDEXES) await session.run(statement)
      await session.run('UPDATE published SET indexed = true')
    })
    await session.run('ANALYZE')
  }

  async #migrate({ chain, magic, genesisHash, settings, faucetPool }: Identity): Promise<void> {
    const session = this.#session
    await session.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
    await session.run('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)')
    const [found] = await session.run<{ version: number }>('SELECT version FROM schema_version')
    const steps = migrations(faucetPool)
    const version = found?.version ?? 0
    if (version > steps.length)
      throw new PublishRefusal(`the tables are from a newer version (${version}) of this program`)
    for (const step of steps.slice(version)) await session.run(step)
    if (found === undefined) await session.run('INSERT INTO schema_version VALUES ($1)', [steps.length])
    else if (version < steps.length) await session.run('UPDATE schema_version SET version = $1', [steps.length])
    const ours = [chain, Buffer.from(magic), Buffer.from(genesisHash)]
    await session.run(
      `INSERT INTO published (chain, magic, genesis, settings, height, next_ordinal, chain_work, chain_txs, indexed)
       VALUES ($1, $2, $3, $4, -1, 1, 0, 0, false) ON CONFLICT DO NOTHING`,
      [...ours, settings],
    )
    const same = await session.run('SELECT 1 FROM published WHERE chain = $1 AND magic = $2 AND genesis = $3', ours)
    if (same.length === 0) throw new PublishRefusal('the tables hold another chain')
    await session.run('UPDATE published SET settings = $1', [settings])
  }

  async #expectCursor(expected: Cursor): Promise<void> {
    const [row] = await this.#session.run<CursorRow>(LOCKED_CURSOR)
    if (toCursor(row).height !== expected.height) throw new Error('the published tables changed during publishing')
  }

  async #move({ height, hash, nextOrdinal, work, txs }: Omit<Cursor, 'notarised'>): Promise<void> {
    await this.#session.run(
      'UPDATE published SET height = $1, hash = $2, next_ordinal = $3, chain_work = $4, chain_txs = $5',
      [height, hash === undefined ? null : Buffer.from(hash), nextOrdinal, String(work), txs],
    )
  }
}
