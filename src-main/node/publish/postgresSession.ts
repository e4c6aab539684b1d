import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, type ClientConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Cell } from '../storage/index.ts'
import { copyLine } from './copyText.ts'
import { SCHEMA } from './schema.ts'

/** One connection to the server. All of it rejects once the connection is lost or `end` was called. */
export interface PostgresSession {
  /** int8 and numeric come as text, bytea as a Buffer. */
  run<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Appends rows, given in the order of the table's columns. */
  copy(table: string, rows: readonly (readonly Cell[])[]): Promise<void>
  /** Within one transaction, which is taken back if anything in it fails. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Drops the connection, whatever it is about to do. */
  end(): void
}

const CONNECT_MILLIS = 10_000
/** Rows that are turned into text at a time. */
const ROWS_A_PART = 500

/** @throws Error of the server or of the network, without the password */
export async function openSession(url: string): Promise<PostgresSession> {
  const client = createClient(url)
  // Queries reject by themselves; without a listener it would end the thread.
  client.on('error', () => undefined)
  await client.connect()
  const run = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row & Record<string, unknown>>(sql, [...values])).rows
  return {
    run,
    async copy(table, rows) {
      if (rows.length > 0)
        await pipeline(Readable.from(parts(rows)), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
    },
    async transaction(work) {
      await run('BEGIN')
      try {
        const result = await work()
        await run('COMMIT')
        return result
      } catch (error) {
        await run('ROLLBACK').catch(() => undefined)
        throw error
      }
    },
    end: () => void client.end().catch(() => undefined),
  }
}

/** A connection that looks for tables in the schema of Chainwright. */
function createClient(url: string): Client {
  const settings: ClientConfig = {
    connectionString: url,
    application_name: 'chainwright',
    connectionTimeoutMillis: CONNECT_MILLIS,
    keepAlive: true,
    options: `-c search_path=${SCHEMA}`,
  }
  return new Client(settings)
}

function* parts(rows: readonly (readonly Cell[])[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_A_PART)
    yield rows
      .slice(at, at + ROWS_A_PART)
      .map(copyLine)
      .join('')
}
