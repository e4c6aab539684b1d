import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { ProcessEndedError } from '../../src-main/node/testing/waitFor.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { expectSoonEnded, timed } from '../support/endTime.ts'
import { type LoadChain, sharedLoadChain } from '../support/loadChain.ts'
import { type NetworkNode, startNetworkNode, until } from '../support/network.ts'

const KILLS = nightly() ? 20 : 4
/** Milliseconds from the awaited height to the kill, in turn: within a block, a batch, a commit. */
const LATER = [0, 30, 110, 250]

describe('a node killed repeatedly during the block download', () => {
  let folder = ''
  let source: NetworkNode
  let load: LoadChain
  let chain: readonly string[]
  beforeAll(async () => {
    folder = temporaryFolder()
    load = sharedLoadChain()
    chain = [...load.args, `-pubkey=${load.holder}`]
    const dataDir = join(folder, 'source')
    source = await startNetworkNode({ chain, dataDir, args: [`-loadblock=${load.file}`], early: true })
    await reached(source, load.height)
  })
  afterAll(async () => {
    await source.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const fetchHeight = (node: NetworkNode) =>
    node.rpc.call<number>('getblockcount').catch((error: unknown) => {
      if (error instanceof ProcessEndedError) throw error
      return -1
    })
  const reached = (node: NetworkNode, height: number) =>
    until(`height ${height}`, async () => (await fetchHeight(node)) >= height)

  /** Returns the resulting state of the chain: all coins, all balances, a token. */
  async function sum(node: NetworkNode): Promise<unknown> {
    const coins = await node.rpc.call<object>('gettxoutsetinfo')
    const { start_time: _, ...snapshot } = await node.rpc.call<Record<string, unknown>>('getsnapshot', '50')
    const token = await node.rpc.call('tokenbalance', load.token, load.holder)
    return { coins, snapshot: { ...snapshot, end_time: 0 }, token }
  }

  it('stops soon after a signal, and continues from there', async () => {
    const dataDir = join(folder, 'stopped')
    const start = () => startNetworkNode({ chain, dataDir, args: [`-connect=${source.target}`], early: true })
    const stopped = await start()
    const before = await until('some blocks', async () => Math.max(0, await fetchHeight(stopped)))
    const ended = new Promise<number | null>((done) => stopped.process.once('exit', done))
    const end = await timed(() => {
      stopped.process.kill('SIGTERM')
      return ended
    })
    expect(end.result).toBe(0)
    stopped.rpc.close()
    const { result: again, millis } = await timed(() => startNetworkNode({ chain, dataDir }))
    expectSoonEnded(end.millis, millis)
    expect(await fetchHeight(again)).toBeGreaterThanOrEqual(before)
    await again.stop()
  })

  it(`ends with the same tip and balances after ${KILLS} kills`, async () => {
    const dataDir = join(folder, 'victim')
    const start = () => startNetworkNode({ chain, dataDir, args: [`-connect=${source.target}`], early: true })
    const heights: number[] = []
    while (heights.length < KILLS) {
      const kill = heights.length
      const victim = await start()
      // Kills are spread over the download of headers, of blocks, and the writes between them.
      const min = Math.floor((load.height * kill) / (KILLS + 1))
      await until('some blocks', async () => (await fetchHeight(victim)) >= min)
      // Simulates a kill at an arbitrary time, because no event marks the middle of a commit.
      await delay(LATER[kill % LATER.length])
      const height = await fetchHeight(victim)
      await victim.kill()
      // A run that already had all blocks does not count; the next one starts with an empty folder.
      if (height < load.height) heights.push(height)
      else rmSync(dataDir, { recursive: true })
    }
    console.log(`      killed at heights ${heights.join(', ')}`)
    const victim = await start()
    await reached(victim, load.height)
    expect(await sum(victim)).toEqual(await sum(source))
    expect(await victim.rpc.call('auditaddressindex')).toMatchObject({ ok: true, height: load.height })
    await victim.stop()
  })
})
