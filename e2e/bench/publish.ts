import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withServer } from '../publish/tables.ts'
import { startDaemon, temporaryFolder } from '../support/daemon.ts'
import { postgresPrograms, startPostgres } from '../support/postgres.ts'
import { startQuery } from '../support/query.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import type { Record } from './figures.ts'
import { connectInPairs, connectWithoutPause } from './steady.ts'

const LOOKS = 300
const SECONDS = 4
/** Concurrent calls per process, so that it always has work. */
const CALLERS = 4
const CREDENTIALS = { user: 'bench', password: 'bench' }

interface Load {
  readonly args: readonly string[]
  readonly file: string
  readonly height: number
  readonly hot: string
}

/** Returns the milliseconds of an import; if a URL is given, until everything is published. */
async function importing(load: Load, url: string | undefined): Promise<number> {
  const begun = performance.now()
  const publish = url === undefined ? [] : [`-publish=${url}`]
  const daemon = await startDaemon({
    args: [...load.args, '-disablewallet', `-loadblock=${load.file}`, ...publish],
    patience: 600_000,
  })
  try {
    while (url !== undefined) {
      const { state, height } = await daemon.rpc.call<{ state: string; height: number }>('getpublishinfo')
      if (state === 'level' && height === load.height) break
      await delay(20)
    }
    return performance.now() - begun
  } finally {
    await daemon.stop()
  }
}

async function openQuery(url: string): Promise<{ readonly rpc: RpcClient; kill(): void }> {
  const query = await startQuery(url, CREDENTIALS)
  return { rpc: connectRpc({ port: query.port, ...CREDENTIALS }), kill: query.kill }
}

/** Returns the calls per second that these processes answer together. */
async function throughput(clients: readonly RpcClient[], hot: string): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let calls = 0
  const callers = clients.flatMap((rpc) =>
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        await rpc.call('getaddressbalance', { addresses: [hot] })
        calls++
      }
    }),
  )
  await Promise.all(callers)
  return calls / SECONDS
}

async function measureQueries(record: Record, url: string, hot: string): Promise<void> {
  const queries = [await openQuery(url), await openQuery(url)]
  try {
    const [first, second] = queries.map(({ rpc }) => rpc) as [RpcClient, RpcClient]
    await throughput([first], hot)
    const times: number[] = []
    for (let look = 0; look < LOOKS; look++) {
      const begun = performance.now()
      await first.call('getaddressbalance', { addresses: [hot] })
      times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    record({
      name: 'chainwright-query, getaddressbalance of the hot address, median',
      value: times[LOOKS >> 1] ?? 0,
      unit: 'ms',
      goal: { sense: '<', limit: 2 },
    })
    const one = await throughput([first], hot)
    const two = await throughput([first, second], hot)
    record({
      name: 'two processes of chainwright-query to one',
      value: two / one,
      unit: '×',
      goal: { sense: '>', limit: 1.7 },
      note: `${Math.round(one)} and ${Math.round(two)} calls a second, callers and server on the same cores`,
    })
  } finally {
    for (const { rpc, kill } of queries) {
      rpc.close()
      kill()
    }
  }
}

/**
 * Measures how much publishing adds to connecting blocks near the tip, without pauses; the faster of two rounds each.
 */
async function measureSteady(
  record: Record,
  load: Load,
  createDatabase: (name: string) => Promise<string>,
): Promise<void> {
  const seconds = (millis: number) => `${(millis / 1000).toFixed(2)} s`
  const pairs = await connectInPairs(load, await createDatabase('pairs'))
  record({
    name: 'connecting blocks that come one by one while publishing, to not publishing',
    value: pairs.published / pairs.alone,
    unit: '×',
    goal: { sense: '<', limit: 1.1 },
    note: `${seconds(pairs.published)} and ${seconds(pairs.alone)}, each block to both in turn; median of the pairs ${pairs.ratio.toFixed(2)} ×`,
  })
  let [alone, published] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const round of ['first', 'second']) {
    alone = Math.min(alone, await connectWithoutPause(load, undefined))
    published = Math.min(published, await connectWithoutPause(load, await createDatabase(round)))
  }
  record({
    name: 'connecting blocks without a pause while publishing, to not publishing',
    value: published / alone,
    unit: '×',
    note: `${seconds(published)} and ${seconds(alone)}`,
  })
}

/**
 * Measures publishing the load chain into an empty local PostgreSQL, and queries of its tables. Skipped if PostgreSQL
 * is not installed.
 */
export async function measurePublishing(record: Record, load: Load): Promise<void> {
  if (postgresPrograms() === undefined) return
  const server = startPostgres(join(temporaryFolder(), 'postgres'))
  try {
    const alone = await importing(load, undefined)
    const url = await server.createDatabase('bench')
    const published = await importing(load, url)
    record({
      name: 'import and publishing to the import alone',
      value: published / alone,
      unit: '×',
      goal: { sense: '<', limit: 2.5 },
      note: `${(published / 1000).toFixed(1)} s and ${(alone / 1000).toFixed(1)} s`,
    })
    await withServer(url, async (client) => {
      const { rows } = await client.query<{ bytes: string; txs: string }>(
        'SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM txs) AS txs',
      )
      const { bytes = '0', txs = '1' } = rows[0] ?? {}
      record({ name: 'PostgreSQL, of one transaction, all indexes', value: Number(bytes) / Number(txs), unit: 'bytes' })
    })
    await measureQueries(record, url, load.hot)
    await measureSteady(record, load, server.createDatabase)
  } finally {
    server.stop('immediate')
  }
}
