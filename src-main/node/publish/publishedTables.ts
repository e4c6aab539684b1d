/** The tables in PostgreSQL as the publisher knows them: theirs to make, to move and to leave alone. */
import type { Cursor } from './chainReader.ts'
import { rollBackTo } from './blockRemover.ts'
import { INDEXES, migrations, SCHEMA } from './schema.ts'
import type { PostgresSession } from './postgresSession.ts'
import { type PublishDestination, type PublishInput, PublishRefusal, type PublishTarget } from './types.ts'
import { writeBatch } from './batchWriter.ts'

type Identity = Pick<PublishInput, 'chain' | 'magic' | 'genesisHash'> &
  Pick<Extract<PublishDestination, { kind: 'postgres' }>, 'settings' | 'faucetPool'>

const OLDEST_SERVER = 150_000
/** Of the advisory lock that one publisher holds: any number that nobody else uses. */
const LOCK = 0x63_77_70_62
const START = { height: -1, hash: undefined, nextOrdinal: 1, work: 0n, txs: 0 } as const

/** Makes or migrates the tables. @throws PublishRefusal */
export async function openPublishedTables(session: PostgresSession, identity: Identity): Promise<PublishTarget> {
  const [server] = await session.run<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  if (server === undefined || server.version < OLDEST_SERVER)
    throw new PublishRefusal('PostgreSQL 15 or newer is needed')
  const [lock] = await session.run<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LOCK])
  if (lock?.got !== true) throw new PublishRefusal('another node publishes into this database')
  await session.transaction(() => migrate(session, identity))
  return createPublishedTables(session)
}

async function migrate(
  session: PostgresSession,
  { chain, magic, genesisHash, settings, faucetPool }: Identity,
): Promise<void> {
  const { run } = session
  await run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await run('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)')
  const [found] = await run<{ version: number }>('SELECT version FROM schema_version')
  const steps = migrations(faucetPool)
  const version = found?.version ?? 0
  if (version > steps.length) throw new PublishRefusal(`its tables are of a newer version (${version}) of this program`)
  for (const step of steps.slice(version)) await run(step)
  if (found === undefined) await run('INSERT INTO schema_version VALUES ($1)', [steps.length])
  else if (version < steps.length) await run('UPDATE schema_version SET version = $1', [steps.length])
  const ours = [chain, Buffer.from(magic), Buffer.from(genesisHash)]
  await run(
    `INSERT INTO published (chain, magic, genesis, settings, height, next_ordinal, chain_work, chain_txs, indexed)
     VALUES ($1, $2, $3, $4, -1, 1, 0, 0, false) ON CONFLICT DO NOTHING`,
    [...ours, settings],
  )
  const same = await run('SELECT 1 FROM published WHERE chain = $1 AND magic = $2 AND genesis = $3', ours)
  if (same.length === 0) throw new PublishRefusal('its tables hold another chain')
  await run('UPDATE published SET settings = $1', [settings])
}

/** A row of `published`. */
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
/** The same row locked: whoever else might have written since is seen. */
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

function createPublishedTables(session: PostgresSession): PublishTarget {
  const { run } = session
  const partitions = new Set<number>()

  async function expectCursor(expected: Cursor): Promise<void> {
    const [row] = await run<CursorRow>(LOCKED_CURSOR)
    if (toCursor(row).height !== expected.height) throw new Error('the published tables changed meanwhile')
  }

  async function move({ height, hash, nextOrdinal, work, txs }: Omit<Cursor, 'notarised'>): Promise<void> {
    await run('UPDATE published SET height = $1, hash = $2, next_ordinal = $3, chain_work = $4, chain_txs = $5', [
      height,
      hash === undefined ? null : Buffer.from(hash),
      nextOrdinal,
      String(work),
      txs,
    ])
  }

  return {
    cursor: async () => toCursor((await run<CursorRow>(SELECT_CURSOR))[0]),
    async write(batch) {
      try {
        await session.transaction(async () => {
          await expectCursor(batch.from)
          await writeBatch(session, batch, partitions)
          await move(batch.to)
        })
      } catch (error) {
        // Those that were just made went with the transaction.
        partitions.clear()
        throw error
      }
    },
    rollBackTo: (height) =>
      session.transaction(async () => {
        const [row] = await run<CursorRow>(LOCKED_CURSOR)
        if (toCursor(row).height <= height) return
        const [left] = await run<Omit<CursorRow, 'next_ordinal' | 'indexed'>>(
          `SELECT height, hash, first_tx, chain_work, chain_txs, ${NOTARISED} FROM blocks WHERE height = $1`,
          [height],
        )
        const [above] = await run<{ first: string | null }>(
          'SELECT min(first_tx) FILTER (WHERE first_tx > 0) AS first FROM blocks WHERE height > $1',
          [height],
        )
        const first = Number(above?.first ?? row?.next_ordinal)
        await rollBackTo(session, height, first)
        await move(left === undefined ? START : toCursor({ ...left, next_ordinal: String(first) }))
      }),
    async hashAt(height) {
      const [row] = await run<{ hash: Uint8Array }>('SELECT hash FROM blocks WHERE height = $1', [height])
      return row && new Uint8Array(row.hash)
    },
    async index() {
      const [row] = await run<CursorRow>('SELECT indexed FROM published')
      if (row?.indexed === true) return
      await session.transaction(async () => {
        await run("SET LOCAL maintenance_work_mem = '128MB'")
        for (const statement of INDEXES) await run(statement)
        await run('UPDATE published SET indexed = true')
      })
      await run('ANALYZE')
    },
  }
}
