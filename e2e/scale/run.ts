/**
 * npm run scale -- --data=<folder> [--blocks=<number>] [stage …]: measures a long chain in PostgreSQL with a streaming
 * replica, two query processes and nginx, through kills. resources/docs/scale.md has the results.
 *
 * The folder keeps chain and databases between runs. Stages: make, import, publish, calls, kills, check; default: all of them.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mulberry32 } from '../../src-main/node/testing/index.ts'
import { longChain } from '../bench/longChain.ts'
import { BlockFile } from './blockFile.ts'
import { type ChainSample, sampleChain } from './calls.ts'
import { checkInstallation } from './checks.ts'
import { Installation } from './installation.ts'
import { measureKills } from './kills.ts'
import { measureCalls } from './measureCalls.ts'
import { measureImport, measurePublishing } from './publishing.ts'
import { printHead, printRow } from './rows.ts'

const STAGES = ['make', 'import', 'publish', 'calls', 'kills', 'check']
const DEFAULT_BLOCKS = 50_000
const TXS_PER_BLOCK = 42
const SEED = 12
/** Share of the blocks that arrive only during calls and kills. */
const HELD_SHARE = 0.02
const SAMPLE = 40

interface Options {
  readonly data: string
  readonly blocks: number
  readonly stages: readonly string[]
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    options: { data: { type: 'string' }, blocks: { type: 'string', default: String(DEFAULT_BLOCKS) } },
    allowPositionals: true,
  })
  const unknown = positionals.find((stage) => !STAGES.includes(stage))
  if (values.data === undefined || unknown !== undefined)
    throw new Error(`usage: npm run scale -- --data=<folder> [--blocks=<number>] [${STAGES.join(' | ')} …]`)
  return {
    data: resolve(values.data),
    blocks: Number(values.blocks),
    stages: positionals.length > 0 ? positionals : STAGES,
  }
}

async function main(): Promise<void> {
  const { data, blocks, stages } = readOptions()
  mkdirSync(data, { recursive: true })
  const chain = longChain(
    { seed: SEED, blocks, txsABlock: TXS_PER_BLOCK, addresses: Math.ceil(2.4 * blocks) },
    join(data, 'chain'),
  )
  if (stages.join() === 'make') return
  const file = new BlockFile(chain.file)
  const first = join(data, `first-${blocks}.dat`)
  const height = Math.floor(blocks * (1 - HELD_SHARE))
  const installation = await Installation.open(data)
  // The database servers do not end with this process.
  process.once('SIGINT', () => void installation.close().finally(() => process.exit(1)))
  try {
    printHead()
    file.writeFirst(height, first)
    const loaded = { args: chain.args, file: first, height, transactions: height * TXS_PER_BLOCK }
    if (stages.includes('import')) await measureImport(installation, loaded, printRow)
    if (stages.includes('publish')) await measurePublishing(installation, loaded, printRow)
    if (!stages.some((stage) => ['calls', 'kills', 'check'].includes(stage))) return
    await installation.startNode({ args: chain.args })
    await installation.waitUntilLevel()
    await installation.startQueries()
    const random = mulberry32(SEED)
    const sample: ChainSample = await sampleChain(installation.node.rpc, {
      ...{ height, hot: chain.hot, random },
      size: SAMPLE,
    })
    if (stages.includes('calls')) await measureCalls(installation, { sample, file, random }, printRow)
    if (stages.includes('kills')) await measureKills(installation, { sample, file, args: chain.args }, printRow)
    if (stages.includes('check')) {
      const tip = await installation.node.rpc.call<number>('getblockcount')
      await checkInstallation(installation, { sample, facts: file.facts(tip) }, printRow)
    }
  } finally {
    await installation.close()
  }
}

await main()
