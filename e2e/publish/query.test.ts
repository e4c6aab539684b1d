/** Compares chainwright-query with the daemon that publishes: the same requests over HTTP return the same bytes. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type LoadChain, writeLoadChain } from '../support/loadChain.ts'
import { freePort } from '../support/ports.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { postBody, type QueryProcess, startQuery } from '../support/query.ts'

/** Part of Debian's prometheus, which CI installs. */
const PROMTOOL = '/usr/bin/promtool'
const USER = { user: 'e2e', password: 'e2e-password' }

const post = (port: number, body: string, user = USER) => postBody(port, body, user)
const call = (method: string, ...params: unknown[]) => JSON.stringify({ id: 1, method, params })

/** Returns status, type and bytes of a page. */
async function get(port: number, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), body: body.toString('latin1') }
}

describe.skipIf(
  leaveOut('chainwright-query', postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
)('chainwright-query', () => {
  let server: Postgres
  let load: LoadChain
  let daemon: Daemon
  let url = ''
  const queries: QueryProcess[] = []
  const ports: number[] = []
  /** Port of the first process's metrics. */
  let monitor = 0

  beforeAll(async () => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
    url = await server.createDatabase('query')
    load = writeLoadChain(join(temporaryFolder(), 'chain.dat'), {
      args: ['-ac_name=ASK', '-regtest', '-ac_supply=100000', '-ac_cc=2'],
      ...{ seed: 16, blocks: 120, payments: 25, addresses: 200, coins: 2_000, hot: 0.9 },
    })
    const args = [...load.args, '-disablewallet', '-rest', `-publish=${url}`, `-loadblock=${load.file}`]
    daemon = await startDaemon({ args, credentials: USER })
    const level = { state: 'level', height: load.height }
    await waitFor(async () => expect(await daemon.rpc.call('getpublishinfo')).toMatchObject(level))
    monitor = await freePort()
    for (const more of [[`-metrics=${monitor}`], []]) {
      queries.push(await startQuery(url, USER, { args: ['-rest', ...more] }))
    }
    ports.push(...queries.map(({ port }) => port))
  })
  afterAll(async () => {
    for (const query of queries) query.kill()
    await daemon?.kill()
    server?.stop('immediate')
  })

  it('returns the same bytes as the node, including batches and errors', async () => {
    const addresses = [load.hotAddress]
    const bodies = [
      call('getaddressbalance', { addresses }),
      call('getaddressdeltas', { addresses }),
      call('getaddressdeltas', { addresses, start: 50, end: 60, chainInfo: true }),
      call('getaddresstxids', { addresses }),
      call('getaddressutxos', { addresses, chainInfo: true }),
      call('getblock', String(load.height), 2),
      call('getblock', '0', 2),
      call('tokeninfo', load.token),
      call('tokenholders', load.token),
      call('tokenhistory', load.token),
      call('tokenbalance', load.token, load.holder),
      call('getaddressbalance', 'nonsense'),
      call('getblockhash', 'text'),
      call('nothing'),
      '{"id": 1, "method": ',
      `[${call('getblockcount')},${call('getbestblockhash')},${call('getblockhash', -1)}]`,
    ]
    for (const body of bodies) {
      const wanted = await post(daemon.port, body)
      for (const port of ports) expect(`${body}\n${await post(port, body)}`).toBe(`${body}\n${wanted}`)
    }
  })

  it('follows the node’s rules for callers, and names methods that only a node can answer', async () => {
    const wrong = { user: USER.user, password: 'wrong' }
    const body = call('getblockcount')
    expect(await post(ports[0]!, body, wrong)).toBe(await post(daemon.port, body, wrong))
    expect(await post(ports[0]!, call('getmempoolinfo'))).toContain(
      '"message":"getmempoolinfo is not answered from the published tables (unconfirmed transactions are not published): ask a node"',
    )
  })

  it('serves REST with the same bytes as the node, and names what only a node has', async () => {
    const tx = (await daemon.rpc.call('getblock', '5')) as { tx: string[]; hash: string }
    const paths = [
      ...['json', 'hex', 'bin', 'xml'].flatMap((form) => [
        `/rest/tx/${tx.tx[0]}.${form}`,
        `/rest/block/${load.tip}.${form}`,
        `/rest/block/notxdetails/${tx.hash}.${form}`,
        `/rest/headers/20/${tx.hash}.${form}`,
        `/rest/getutxos/checkmempool/${tx.tx[0]}-0/${tx.tx[0]}-7.${form}`,
      ]),
      ...[
        '/rest/chaininfo.json',
        '/rest/tx/nonsense.json',
        `/rest/block/${'00'.repeat(32)}.json`,
        '/rest/headers/0/x.bin',
      ],
    ]
    for (const path of paths) {
      const wanted = await get(daemon.port, path)
      for (const port of ports) expect({ path, ...(await get(port, path)) }).toEqual({ path, ...wanted })
    }
    expect(await get(ports[0]!, '/rest/mempool/info.json')).toMatchObject({
      status: 404,
      body: expect.stringContaining('unconfirmed transactions are not published') as string,
    })
  })

  it('serves metrics that promtool accepts, with every metric of its panels, and reports that it is ready', async () => {
    expect(await get(monitor, '/health')).toMatchObject({ status: 200 })
    const ready = await get(monitor, '/ready')
    expect({ status: ready.status, ...JSON.parse(ready.body) }).toEqual({
      ...{ status: 200, ready: true, detail: '', height: load.height },
    })
    const { body } = await get(monitor, '/metrics')
    expect(body).toMatch(new RegExp(`^chainwright_block_height ${load.height}$`, 'm'))
    expect(body).toMatch(/^chainwright_query_database_up 1$/m)
    expect(body).toMatch(/^chainwright_rpc_duration_seconds_count\{method="getaddressbalance"\} [1-9]/m)
    const dashboard = readFileSync(join(projectRoot, 'resources/service/grafana.json'), 'utf8')
    const shown = dashboard.match(/\bchainwright_query_[a-z_]+/g) ?? []
    expect(shown.length).toBeGreaterThan(1)
    for (const name of shown) expect(body).toMatch(new RegExp(`^${name}[ {]`, 'm'))
    if (spawnSync(PROMTOOL, ['--version']).status !== 0) return
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: body, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('reports an unreachable database, recovers when it is back, and never logs the password', async () => {
    server.stop('immediate')
    expect(await post(ports[0]!, call('getblockcount'))).toContain('The database cannot be reached')
    expect((await get(ports[0]!, '/rest/chaininfo.json')).status).toBe(503)
    expect(await get(monitor, '/ready')).toMatchObject({
      status: 503,
      body: expect.stringContaining('false') as string,
    })
    expect((await get(monitor, '/metrics')).body).toMatch(/^chainwright_query_database_up 0$/m)
    expect((await get(monitor, '/health')).status).toBe(200)
    server.start()
    const wanted = await post(daemon.port, call('getblockcount'))
    await waitFor(async () => expect(await post(ports[0]!, call('getblockcount'))).toBe(wanted))
    for (const query of queries) expect(query.output()).not.toContain('s3cret')
  })

  it('waits for the database at the start, with error −28, and stops waiting on SIGTERM', async () => {
    server.stop('immediate')
    const [first, second] = [await startQuery(url, USER, { early: true }), await startQuery(url, USER, { early: true })]
    queries.push(first)
    await waitFor(async () => expect(await post(first.port, call('getblockcount'))).toContain('"code":-28'))
    await waitFor(() => expect(second.output()).toContain('database not ready, retrying'))
    second.kill()
    expect(await second.ended).toBe(0)
    server.start()
    await waitFor(() => expect(first.output()).toContain(`as of block ${load.height}`))
    expect(await post(first.port, call('getblockcount'))).toBe(await post(daemon.port, call('getblockcount')))
    expect(first.output() + second.output()).not.toContain('s3cret')
  })

  it('ends with the reason if the database does not answer in time, or refuses the user', async () => {
    const nowhere = await startQuery('postgres://127.0.0.1:1/db', USER, { args: ['-databasewait=0'], early: true })
    expect(await nowhere.ended).toBe(1)
    expect(nowhere.output()).toContain('Error: The database cannot be reached: connect ECONNREFUSED')
    const other = await startQuery(url.replace('/query?', '/missing?'), USER, { early: true })
    expect(await other.ended).toBe(1)
    expect(other.output()).toContain('Error: The database refuses this program: database "missing" does not exist')
  })
})
