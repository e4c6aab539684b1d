/** Tests the example of nginx for chainwright-query, and the checks of `npm run scale`, on a short chain. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mulberry32 } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { type LongChain, longChain } from '../bench/longChain.ts'
import { withServer } from '../publish/tables.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { BlockFile } from './blockFile.ts'
import { type ChainSample, sampleChain } from './calls.ts'
import { checkInstallation } from './checks.ts'
import { Installation, NGINX } from './installation.ts'

const PLAN = { seed: 3, blocks: 60, txsABlock: 6, addresses: 100 }
/** Calls after each kill, so that nginx chooses both query processes. */
const CALLS = 20

const missing = [...(postgresPrograms() === undefined ? ['PostgreSQL'] : []), ...(existsSync(NGINX) ? [] : ['nginx'])]
const reason = missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined

describe.skipIf(leaveOut('two query processes behind nginx', reason))('two query processes behind nginx', () => {
  let chain: LongChain
  let installation: Installation
  let sample: ChainSample
  beforeAll(async () => {
    const folder = temporaryFolder()
    chain = longChain(PLAN, folder)
    installation = await Installation.open(join(folder, 'installation'))
    await installation.startNode({ args: [...chain.args, `-loadblock=${chain.file}`] })
    await installation.waitUntilLevel()
    await installation.startQueries()
    const { rpc } = installation.node
    sample = await sampleChain(rpc, { height: chain.height, hot: chain.hot, size: 3, random: mulberry32(1) })
  })
  afterAll(() => installation.close())

  const check = () => {
    const facts = new BlockFile(chain.file).facts(chain.height)
    return checkInstallation(installation, { sample, facts }, () => undefined)
  }

  async function expectAnswers(): Promise<void> {
    const proxy = installation.connectProxy()
    for (let call = 0; call < CALLS; call++) expect(await proxy.call('getblockcount')).toBe(chain.height)
    proxy.close()
  }

  it('answer like the node from complete tables', check)

  it('answer every call while one of the processes is killed', async () => {
    for (const index of [0, 1]) {
      installation.query(index).kill('SIGKILL')
      await installation.query(index).ended
      await expectAnswers()
      await installation.startQuery(index)
    }
    await check()
  })

  it('answer every call while one of the two databases is down', async () => {
    for (const server of [installation.replica, installation.primary]) {
      server.stop('immediate')
      await expectAnswers()
      server.start()
      await installation.waitUntilLevel()
    }
    await check()
  })

  it('fail the check if a transaction is missing, or an address has another history', async () => {
    const change = (sql: string) => withServer(installation.primaryUrl, (client) => client.query(sql))
    await change('CREATE TABLE kept AS SELECT * FROM txs WHERE height = 30; DELETE FROM txs WHERE height = 30')
    await expect(check()).rejects.toThrow('gaps between the numbers of transactions: 1')
    await change('INSERT INTO txs SELECT * FROM kept')
    await check()
    await change('UPDATE addresses SET deltas = deltas + 1 WHERE id = (SELECT max(id) FROM addresses)')
    await expect(check()).rejects.toThrow('addresses whose changes do not add up: 1')
  })
})
