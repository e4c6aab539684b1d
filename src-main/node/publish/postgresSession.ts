import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, type ClientConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Cell } from '../storage/index.ts'
import { copyLine } from './copyText.ts'
import { SCHEMA } from './schema.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Rows converted to text per part. */
const ROWS_PER_PART = 500

/** Connection to the server. Methods reject after the connection is lost or `end` was called. */
export class PostgresSession {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** @throws Error of the server or the network, without the password */
  static async open(url: string): Promise<PostgresSession> {
    const client = createClient(url)
    // Queries reject on their own. Without a listener the event would end the thread.
    client.on('error', () => undefined)
    await client.connect()
    return new PostgresSession(client)
  }

  /** Runs a statement. Returns int8 and numeric as text, bytea as a Buffer. */
  async run<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row & Record<string, unknown>>(sql, [...values])).rows
  }

  /** Appends rows, with the column order of the table. */
  async copy(table: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    if (rows.length > 0)
      await pipeline(Readable.from(parts(rows)), this.#client.query(copyFrom(`COPY ${table} FROM STDIN`)))
  }

  /** Runs `work` in one transaction, which is rolled back if it fails. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN')
    try {
      const result = await work()
      await this.run('COMMIT')
      return result
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Drops the connection, even during an operation. */
  end(): void {
    void this.#client.end().catch(() => undefined)
  }
}

/** Creates a client that searches tables in Chainwright's schema. */
function createClient(url: string): Client {
  // pg 8 prints a notice for programmers whenever a password comes from ~/.pgpass.
  process.noDeprecation = true
  const settings: ClientConfig = {
    connectionString: url,
    application_name: 'chainwright',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: `-c search_path=${SCHEMA}`,
  }
  return new Client(settings)
}

function* parts(rows: readonly (readonly Cell[])[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_PART)
    yield rows
      .slice(at, at + ROWS_PER_PART)
      .map(copyLine)
      .join('')
}
