/** Tests the sizes per block and per transaction from which operate.md computes the disk space of a chain. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { sharedLoadChain } from '../support/loadChain.ts'
import { until } from '../support/network.ts'

const EMPTY_CHAIN = ['-ac_name=EMPTY', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2', '-regtest']
const EMPTY_BLOCKS = 2_000
/** Blocks per call, which keeps each call short. */
const BLOCKS_PER_CALL = 200
/** A main-mode header has a solution of 1,344 bytes with a length of 3; regtest has 36 and 1. */
const MAIN_MODE_BYTES = 1_310
/** Maximum difference between a measured size and that in the manual. */
const TOLERANCE = 0.1

interface Sizes {
  readonly blocks: number
  readonly database: number
}

function readSizes(dataDir: string): Sizes {
  const folder = join(dataDir, 'regtest')
  const blocks = readdirSync(join(folder, 'blocks')).map((name) => statSync(join(folder, 'blocks', name)).size)
  return { blocks: blocks.reduce((sum, size) => sum + size, 0), database: statSync(join(folder, 'chain.db')).size }
}

/** Runs a daemon until its chain has a height, and returns the sizes of its files after the stop. */
async function measure(dataDir: string, args: readonly string[], height: number): Promise<Sizes> {
  const { rpc, stop } = await startDaemon({ args: [...args, '-spentindex=1', '-addressindex=1'], dataDir })
  if (args.some((arg) => arg.startsWith('-loadblock=')))
    await until('the import', async () => (await rpc.call<number>('getblockcount')) === height)
  for (let made = await rpc.call<number>('getblockcount'); made < height; made += BLOCKS_PER_CALL)
    await rpc.call('generate', Math.min(BLOCKS_PER_CALL, height - made))
  expect(await stop()).toBe(0)
  return readSizes(dataDir)
}

/** Returns the two numbers of a row of the table in the manual. */
function readManual(row: string): readonly [block: number, transaction: number] {
  const manual = readFileSync(join(projectRoot, 'resources/docs/operate.md'), 'utf8')
  const [, block, transaction] =
    new RegExp(`^\\| \`${row}\`[^|]*\\| ([\\d,]+) \\| ([\\d,]+) \\|`, 'm').exec(manual) ?? []
  const toNumber = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))
  return [toNumber(block), toNumber(transaction)]
}

describe('disk space', () => {
  const folders: string[] = []
  let perBlock: Sizes
  let perTransaction: Sizes

  beforeAll(async () => {
    const [empty, loaded] = [temporaryFolder(), temporaryFolder()]
    folders.push(empty, loaded)
    const first = await measure(empty, EMPTY_CHAIN, 100)
    const last = await measure(empty, EMPTY_CHAIN, 100 + EMPTY_BLOCKS)
    perBlock = {
      blocks: (last.blocks - first.blocks) / EMPTY_BLOCKS,
      database: (last.database - first.database) / EMPTY_BLOCKS,
    }
    const chain = sharedLoadChain()
    const all = await measure(loaded, [...chain.args, `-loadblock=${chain.file}`], chain.height)
    // Each block has the payments and one token transfer; the blocks before the payments are a few large ones.
    const transactions = chain.blocks * (chain.payments + 1)
    perTransaction = {
      blocks: (all.blocks - chain.height * perBlock.blocks) / transactions,
      database: (all.database - chain.height * perBlock.database) / transactions,
    }
    console.log('Bytes per empty block and per transaction:', JSON.stringify({ perBlock, perTransaction }))
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('of the block files is as in the manual', () => {
    const [block, transaction] = readManual('blocks/')
    expect(Math.abs(perBlock.blocks + MAIN_MODE_BYTES - block)).toBeLessThan(TOLERANCE * block)
    expect(Math.abs(perTransaction.blocks - transaction)).toBeLessThan(TOLERANCE * transaction)
  })

  it('of the database with all indexes is as in the manual', () => {
    const [block, transaction] = readManual('chain.db')
    expect(Math.abs(perBlock.database - block)).toBeLessThan(TOLERANCE * block)
    expect(Math.abs(perTransaction.database - transaction)).toBeLessThan(TOLERANCE * transaction)
  })
})
