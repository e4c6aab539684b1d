import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { loadChainFolder, temporaryFolder } from '../support/daemon.ts'
import { type NetworkNode, startNetworkNode, until } from '../support/network.ts'
import { withPatience } from '../support/patience.ts'

const load = loadChainFolder
const haveLoad = existsSync(load)
if (!haveLoad) console.log('No recorded load chain beside the project: kills during synchronisation are not tested.')
const KILLS = nightly() ? 20 : 4

interface Params {
  readonly params: string
  readonly height: number
  readonly big_token: string
  readonly holder_pubkey: string
}

describe.skipIf(!haveLoad)('a node killed again and again while it synchronises', () => {
  let folder = ''
  let source: NetworkNode
  let params: Params
  let chain: readonly string[]
  beforeAll(async () => {
    folder = temporaryFolder()
    params = JSON.parse(readFileSync(join(load, 'params.json'), 'utf8')) as Params
    chain = [...params.params.split(' '), `-pubkey=${params.holder_pubkey}`]
    const file = join(folder, 'bootstrap.dat')
    await pipeline(createReadStream(join(load, 'bootstrap.dat.gz')), createGunzip(), createWriteStream(file))
    const dataDir = join(folder, 'source')
    source = await startNetworkNode({ chain, dataDir, args: [`-loadblock=${file}`], early: true })
    await reached(source, params.height)
  }, 240_000)
  afterAll(async () => {
    await source.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const reached = (node: NetworkNode, height: number) =>
    until(`height ${height}`, async () => (await node.rpc.call<number>('getblockcount').catch(() => -1)) >= height, 60)

  /** What the chain comes to: every coin, every balance, a token. */
  async function sum(node: NetworkNode): Promise<unknown> {
    const coins = await node.rpc.call<object>('gettxoutsetinfo')
    const { start_time: _, ...snapshot } = await node.rpc.call<Record<string, unknown>>('getsnapshot', '50')
    const token = await node.rpc.call('tokenbalance', params.big_token, params.holder_pubkey)
    return { coins, snapshot: { ...snapshot, end_time: 0 }, token }
  }

  it('ends in under two seconds when it is told to in the middle of it, and goes on from there', async () => {
    const dataDir = join(folder, 'stopped')
    const start = () => startNetworkNode({ chain, dataDir, args: [`-connect=${source.target}`], early: true })
    const stopped = await start()
    const height = async (node: NetworkNode) => node.rpc.call<number>('getblockcount').catch(() => -1)
    const before = await until('some blocks', async () => Math.max(0, await height(stopped)))
    const ended = new Promise<number | null>((done) => stopped.process.once('exit', done))
    const wish = performance.now()
    stopped.process.kill('SIGTERM')
    expect(await ended).toBe(0)
    const millis = Math.round(performance.now() - wish)
    console.log(`      ended after ${millis} ms, above height ${before}`)
    expect(millis).toBeLessThan(withPatience(2_000))
    stopped.rpc.close()
    const again = await startNetworkNode({ chain, dataDir })
    expect(await height(again)).toBeGreaterThanOrEqual(before)
    await again.stop()
  }, 120_000)

  it(`ends with the same tip and balances after ${KILLS} kills`, async () => {
    const dataDir = join(folder, 'victim')
    const start = () => startNetworkNode({ chain, dataDir, args: [`-connect=${source.target}`], early: true })
    const heights: number[] = []
    while (heights.length < KILLS) {
      const victim = await start()
      await until('a call', async () => (await victim.rpc.call<number>('getblockcount').catch(() => -1)) >= 0)
      // Spread over header download, groups of blocks, and what is written between them.
      await delay(150 + ((heights.length * 397) % 1_500))
      const height = await victim.rpc.call<number>('getblockcount').catch(() => -1)
      await victim.kill()
      // Whoever has come to the end begins anew, so that each kill that counts is one in the middle of it.
      if (height < params.height) heights.push(height)
      else rmSync(dataDir, { recursive: true })
    }
    console.log(`      killed at heights ${heights.join(', ')}`)
    const victim = await start()
    await reached(victim, params.height)
    expect(await sum(victim)).toEqual(await sum(source))
    expect(await victim.rpc.call('auditaddressindex')).toMatchObject({ ok: true, height: params.height })
    await victim.stop()
  }, 240_000)
})
