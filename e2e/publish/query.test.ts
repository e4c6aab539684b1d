/** Compares chainwright-query with the daemon that publishes: the same requests over HTTP return the same bytes. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type LoadChain, writeLoadChain } from '../support/loadChain.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { postBody, type QueryProcess, startQuery } from '../support/query.ts'

const USER = { user: 'e2e', password: 'e2e-password' }

const post = (port: number, body: string, user = USER) => postBody(port, body, user)
const call = (method: string, ...params: unknown[]) => JSON.stringify({ id: 1, method, params })

describe.skipIf(
  leaveOut('chainwright-query', postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
)('chainwright-query', () => {
  let server: Postgres
  let load: LoadChain
  let daemon: Daemon
  let url = ''
  const queries: QueryProcess[] = []
  const ports: number[] = []

  beforeAll(async () => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
    url = await server.createDatabase('query')
    load = writeLoadChain(join(temporaryFolder(), 'chain.dat'), {
      args: ['-ac_name=ASK', '-regtest', '-ac_supply=100000', '-ac_cc=2'],
      ...{ seed: 16, blocks: 120, payments: 25, addresses: 200, coins: 2_000, hot: 0.9 },
    })
    const args = [...load.args, '-disablewallet', `-publish=${url}`, `-loadblock=${load.file}`]
    daemon = await startDaemon({ args, credentials: USER })
    const level = { state: 'level', height: load.height }
    await waitFor(async () => expect(await daemon.rpc.call('getpublishinfo')).toMatchObject(level))
    for (let each = 0; each < 2; each++) queries.push(await startQuery(url, USER))
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

  it('reports an unreachable database, recovers when it is back, and never logs the password', async () => {
    server.stop('immediate')
    expect(await post(ports[0]!, call('getblockcount'))).toContain('The database cannot be reached')
    server.start()
    const wanted = await post(daemon.port, call('getblockcount'))
    await waitFor(async () => expect(await post(ports[0]!, call('getblockcount'))).toBe(wanted))
    for (const query of queries) expect(query.output()).not.toContain('s3cret')
  })
})
