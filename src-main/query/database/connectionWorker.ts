/** Entry of the thread that queries PostgreSQL for a thread that blocks until each answer. */
import { workerData } from 'node:worker_threads'
import { Client, type QueryArrayResult } from 'pg'
import { explainFailure } from '../../node/publish/index.ts'
import {
  type AnswerMessage,
  ASYNC_CLIENT,
  type ConnectionAnswer,
  type ConnectionInput,
  type ConnectionRequest,
  type RequestMessage,
} from './messages.ts'

const { url, schema, answered, port, asyncPort } = workerData as ConnectionInput

const CONNECT_TIMEOUT_MS = 5_000
/**
 * Settings of a session: joins are executed in the written order and by lookups. The statements rely on this for the
 * order of their rows, and are optimised for it.
 */
const SESSION = [
  ...[`search_path=${schema}`, 'statement_timeout=60000', 'join_collapse_limit=1', 'from_collapse_limit=1'],
  ...[
    'enable_hashjoin=off',
    'enable_mergejoin=off',
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'plan_cache_mode=force_generic_plan',
  ],
]

/** SQLSTATE of a lost connection. */
const CONNECTION_LOST = '08003'

const clients = new Map<number, Promise<Client>>()

// pg 8 prints a notice for programmers whenever a password comes from ~/.pgpass.
process.noDeprecation = true

async function connect(id: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'chainwright-query',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: () => (text: string) => text } as never,
  })
  // The next request reconnects.
  client.on('error', () => clients.delete(id))
  client.on('end', () => clients.delete(id))
  await client.connect()
  return client
}

/**
 * Returns the client of a connection. A lost connection is reopened only for a new call, which starts with BEGIN, never
 * in the middle of one.
 * @param begins true for the first statement of a call
 */
function getClient(id: number, begins: boolean): Promise<Client> {
  const known = clients.get(id)
  if (known !== undefined) return known
  if (!begins) throw Object.assign(new Error('the connection was lost'), { code: CONNECTION_LOST })
  const made = connect(id)
  clients.set(id, made)
  made.catch(() => clients.delete(id))
  return made
}

async function answerTo(request: Extract<ConnectionRequest, { kind: 'run' }>): Promise<ConnectionAnswer> {
  try {
    const { name, text, values } = request
    const begins = text.startsWith('BEGIN') || request.client === ASYNC_CLIENT
    const client = await getClient(request.client, begins)
    const config = { text, rowMode: 'array' as const, ...(name !== undefined && { name, values: [...values] }) }
    const results = (await client.query(config)) as unknown as QueryArrayResult | QueryArrayResult[]
    // A text with several statements returns several results. The last one is the requested one.
    const result = Array.isArray(results) ? results.at(-1)! : results
    const columns = result.fields.map((field) => ({ name: field.name, type: field.dataTypeID }))
    return { ok: true, columns, rows: result.rows as (string | null)[][] }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { ok: false, reason: explainFailure(error, url), code }
  }
}

async function handle({ id, request }: RequestMessage): Promise<void> {
  if (request.kind === 'close') {
    const client = clients.get(request.client)
    clients.delete(request.client)
    await client?.then((open) => open.end()).catch(() => undefined)
    return
  }
  const answer = await answerTo(request)
  if (request.silent) return
  port.postMessage({ id, answer } satisfies AnswerMessage)
  Atomics.add(answered, 0, 1)
  Atomics.notify(answered, 0)
}

port.on('message', (message: RequestMessage) => void handle(message))
asyncPort.on('message', ({ id, request }: RequestMessage) => {
  if (request.kind !== 'run') return
  void answerTo(request).then((answer) => asyncPort.postMessage({ id, answer } satisfies AnswerMessage))
})
// The port closes when the process ends.
port.on('close', () => {
  asyncPort.close()
  for (const client of clients.values()) void client.then((open) => open.end()).catch(() => undefined)
})
