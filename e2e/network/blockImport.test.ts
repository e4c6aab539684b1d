import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { ProcessEndedError } from '../../src-main/node/testing/waitFor.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { type LoadChain, sharedLoadChain } from '../support/loadChain.ts'
import { type NetworkNode, startNetworkNode, until } from '../support/network.ts'

const KILLS = nightly() ? 20 : 2

interface ImportState {
  readonly state: string
  readonly accepted: number
  readonly known: number
  readonly total: number
  readonly needed: number
}

describe('a node that imports block files of another daemon', () => {
  let folder = ''
  let old = ''
  let load: LoadChain
  beforeAll(() => {
    folder = temporaryFolder()
    load = sharedLoadChain()
    old = join(folder, 'old')
    mkdirSync(join(old, 'blocks'), { recursive: true })
    writeHalves(load.file)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Writes the second half of the file first, cut within a record, and adds zeros to the last file. */
  function writeHalves(file: string): void {
    const bytes = readFileSync(file)
    const magic = bytes.subarray(0, 4)
    const half = bytes.indexOf(magic, bytes.length / 2)
    writeFileSync(join(old, 'blocks', 'blk00000.dat'), bytes.subarray(half))
    writeFileSync(
      join(old, 'blocks', 'blk00001.dat'),
      Buffer.concat([bytes.subarray(0, half), new Uint8Array(1_000_000)]),
    )
  }
  const start = (name: string) =>
    startNetworkNode({ chain: load.args, dataDir: join(folder, name), args: [`-importdir=${folder}`], early: true })
  const ask = (node: NetworkNode) =>
    node.rpc.call<ImportState>('getblockimport').catch((error: unknown) => {
      if (error instanceof ProcessEndedError) throw error
      return undefined
    })
  const finished = (node: NetworkNode) =>
    until('the end of the import', async () => ((await ask(node))?.state === 'finished' ? ask(node) : undefined))

  it(`reaches the same tip after ${KILLS} kills, and only reads the files`, async () => {
    const file = join(old, 'blocks', 'blk00000.dat')
    const { mtimeMs, size } = statSync(file)
    let node = await start('killed')
    await until('calls', () => ask(node))
    const plan = await node.rpc.call<ImportState>('importblocks', old, true)
    expect(plan).toMatchObject({ state: 'none' })
    expect(plan.needed).toBeGreaterThan(plan.total)
    await node.rpc.call('importblocks', old)
    for (let kill = 1; kill <= KILLS; kill++) {
      // Bytes in our own block files, because the height moves late: parents are in the second file.
      const least = Math.floor((plan.total * kill) / (KILLS + 2))
      await until('some blocks', async () => (await ask(node)) && storedBytes('killed') >= least)
      await node.kill()
      node = await start('killed')
    }
    const { state, known, accepted } = await finished(node)
    expect({ state, all: known + accepted }).toEqual({ state: 'finished', all: load.height })
    expect(await node.rpc.call('getbestblockhash')).toBe(load.tip)
    expect(await node.rpc.call('verifychain', 3, 50)).toBe(true)
    expect(statSync(file)).toMatchObject({ mtimeMs, size })
    await node.stop()
  })

  it('lets peers send what the files lack', async () => {
    const source = await start('killed')
    await until('calls', () => ask(source))
    rmSync(join(old, 'blocks', 'blk00000.dat'))
    const node = await start('fetching')
    await until('calls', () => ask(node))
    await node.rpc.call('importblocks', old)
    await node.rpc.call('addnode', source.target, 'add')
    await finished(node)
    await until('the tip', async () => (await node.rpc.call('getbestblockhash')) === load.tip)
    await Promise.all([node.stop(), source.stop()])
  })

  /** Returns the bytes in the block files of a node. */
  function storedBytes(name: string): number {
    return statSync(join(folder, name, 'regtest', 'blocks', 'blk00000.dat'), { throwIfNoEntry: false })?.size ?? 0
  }
})
