/** Tests the publisher of the daemon: its status, kills of the daemon and of the server, and a server that is down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, type DaemonOptions, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type LoadChain, writeLoadChain } from '../support/loadChain.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { wholeDump, withServer } from './tables.ts'

/** Number of kills of the daemon, and of the server. */
const KILLS = nightly() ? 20 : 4

interface PublishInfo {
  readonly state: string
  readonly height: number
  readonly behind: number
  readonly problem: string
}

/** Dumps the tables without the RPC port, which is in the settings and differs between the daemons. */
async function dumpWithoutPort(url: string) {
  const { published, ...tables } = await wholeDump(url)
  return { ...tables, published: published?.map((line) => line.replace(/("+rpcPort"+:)\d+/, '$1')) }
}

describe.skipIf(
  leaveOut('publishing into PostgreSQL', postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
)('chainwrightd -publish', () => {
  let server: Postgres
  let load: LoadChain
  const open: Daemon[] = []
  beforeAll(() => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
    load = writeLoadChain(join(temporaryFolder(), 'chain.dat'), {
      args: ['-ac_name=PUB', '-regtest', '-ac_supply=100000', '-ac_cc=2'],
      ...{ seed: 15, blocks: 160, payments: 25, addresses: 200, coins: 2_000, hot: 0.1 },
    })
  })
  afterAll(async () => {
    for (const daemon of open) await daemon.kill()
    server?.stop('immediate')
  })

  async function start(url: string, options: Partial<DaemonOptions> = {}): Promise<Daemon> {
    const args = [...load.args, '-disablewallet', `-publish=${url}`, ...(options.args ?? [])]
    const daemon = await startDaemon({ ...options, args })
    open.push(daemon)
    return daemon
  }
  const info = (daemon: Daemon) => daemon.rpc.call('getpublishinfo') as Promise<PublishInfo>
  const waitUntilPublished = (daemon: Daemon) =>
    waitFor(async () => expect(await info(daemon)).toMatchObject({ state: 'level', height: load.height }))

  it('publishes during an import, and reports its progress', async () => {
    const url = await server.createDatabase('clean')
    const daemon = await start(url, { args: [`-loadblock=${load.file}`] })
    await waitUntilPublished(daemon)
    const expectedStatus = { state: 'level', height: load.height, behind: 0, problem: '' }
    expect(await info(daemon)).toEqual({
      enabled: true,
      ...expectedStatus,
      targets: [{ to: 'postgres', ...expectedStatus }],
    })
    await withServer(url, async (client) => {
      const { rows } = await client.query('SELECT height::int, encode(hash, $1) AS hash, indexed FROM published', [
        'hex',
      ])
      const hash = Buffer.from(load.tip, 'hex').reverse().toString('hex')
      expect(rows).toEqual([{ height: load.height, hash, indexed: true }])
    })
    await daemon.stop()
  })

  it('writes the same tables as without interruption if daemon and server are killed repeatedly', async () => {
    const url = await server.createDatabase('killed')
    const dataDir = temporaryFolder()
    const imported = await startDaemon({
      dataDir,
      args: [...load.args, '-disablewallet', `-loadblock=${load.file}`],
    })
    await imported.stop()
    const fetchPublishedHeight = () =>
      withServer(url, async (client) => {
        const { rows } = await client.query<{ height: number }>('SELECT height::int FROM published')
        return rows[0]?.height ?? -1
      }).catch(() => -2)
    for (let kill = 0; kill < KILLS; kill++) {
      const daemon = await start(url, { dataDir, early: true })
      const before = await fetchPublishedHeight()
      // Kill the daemon once it has published something, or after 3 s, because everything may be published already.
      await vi
        .waitFor(async () => expect(await fetchPublishedHeight()).not.toBe(before), { timeout: 3_000, interval: 1 })
        .catch(() => undefined)
      await daemon.kill()
      server.stop('immediate')
      server.start()
    }
    const daemon = await start(url, { dataDir })
    for (let kill = 0; kill < KILLS; kill++) {
      server.stop('immediate')
      server.start()
      await waitFor(async () => expect(await fetchPublishedHeight()).toBeGreaterThan(-2))
    }
    await waitUntilPublished(daemon)
    const tip = (await daemon.rpc.call('getblockhash', load.height - 5)) as string
    await daemon.rpc.call('invalidateblock', tip)
    await waitFor(async () => expect(await info(daemon)).toMatchObject({ state: 'level', height: load.height - 6 }))
    await daemon.rpc.call('reconsiderblock', tip)
    await waitUntilPublished(daemon)
    await daemon.stop()
    expect(await dumpWithoutPort(url)).toEqual(await dumpWithoutPort(url.replace('/killed?', '/clean?')))
  })

  it('runs without its server, rejects foreign databases, and never logs the password', async () => {
    const url = await server.createDatabase('other')
    server.stop('fast')
    const daemon = await start(url)
    await waitFor(async () => expect((await info(daemon)).problem).not.toBe(''))
    expect(await info(daemon)).toMatchObject({ state: 'connecting', height: -1 })
    server.start()
    await waitFor(async () => expect(await info(daemon)).toMatchObject({ state: 'level', height: 0 }))
    const second = await start(url)
    const refused = { state: 'refused', problem: 'another node publishes into this database' }
    await waitFor(async () => expect(await info(second)).toMatchObject(refused))
    await second.stop()
    const foreign = await start(url.replace('/other?', '/clean?'), { args: ['-ac_name=OTHER'] })
    await waitFor(async () => expect(await info(foreign)).toMatchObject({ problem: 'the tables hold another chain' }))
    await foreign.stop()
    const files = readdirSync(daemon.dataDir, { recursive: true, encoding: 'utf8' })
    const logs = files.filter((name) => name.endsWith('debug.log'))
    const log = logs.map((name) => readFileSync(join(daemon.dataDir, name), 'utf8')).join('')
    expect(log).toContain('publishing failed, retrying')
    expect(log + daemon.output()).not.toContain('s3cret')
    await daemon.stop()
  })
})
