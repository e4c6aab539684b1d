import { afterEach, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { type Exact, getExactMember, printExact, shortestNumbers } from './exactJson.ts'
import { type ReplayNode, startNode } from './nodes.ts'
import { type Line, type RecordedBlock, readBlocks, readTranscript } from './recordings.ts'
import { createTally } from './report.ts'
import { CHAIN_ARGS as REGTEST_ARGS } from './storyRegtest.ts'
import { lastBlockTime, CHAIN_ARGS as TST1_ARGS } from './storyTst1.ts'

const clockReason = Date.now() / 1000 < lastBlockTime() ? 'the clock of this machine is before its blocks' : undefined
const behind = leaveOut('the recorded main-mode chain', clockReason)

/** Unix time after the newest regtest block. */
const AFTER_REGTEST = 1_700_020_000

/** Returns the recorded coin-set statistics by block hash. */
function coinStatistics(lines: readonly Line[]): ReadonlyMap<string, Exact> {
  const found = new Map<string, Exact>()
  for (const { method, response } of lines) {
    if (method !== 'gettxoutsetinfo' || response === undefined) continue
    const result = getExactMember(JSON.parse(response), 'result') as Record<string, Exact> | null
    if (result) found.set(String(result['bestblock']), result)
  }
  return found
}

/** Converts a recorded block to a line, so that the table of differences applies to it. */
const asLine = (chain: Line['chain'], block: RecordedBlock, verbosity: number): Line => ({
  chain,
  seq: block.height,
  note: 'import',
  node: 'import',
  method: 'getblock',
  params: [],
  paramsText: `["${block.hash}",${verbosity}]`,
  status: 200,
  response: '',
  mocktime: undefined,
  http: undefined,
})

async function importAll(node: ReplayNode, blocks: readonly RecordedBlock[], coins: ReadonlyMap<string, Exact>) {
  let compared = 0
  for (const { height, hash, hex } of blocks) {
    if (height > 0) expect(await node.result('submitblock', hex), `block ${height}`).toBe(null)
    expect(await node.result('getbestblockhash')).toBe(hash)
    const tips = printExact(await node.result('getchaintips'))
    expect(tips).toBe(`[{"height":${height},"hash":"${hash}","branchlen":0,"status":"active"}]`)
    const recorded = coins.get(hash)
    if (recorded === undefined) continue
    expect(JSON.parse(printExact(await node.result('gettxoutsetinfo')))).toEqual(recorded)
    compared++
  }
  return compared
}

/** Compares every block, as getblock returns it at the end, with the recording. */
async function compareBlocks(node: ReplayNode, chain: Line['chain'], blocks: readonly RecordedBlock[]) {
  const tally = createTally()
  for (const block of blocks) {
    const verbose = await node.result('getblock', block.hash, 1)
    const full = await node.result('getblock', block.hash, 2)
    tally.add(asLine(chain, block, 1), {
      kind: 'compared',
      expected: { result: shortestNumbers(block.verbose) },
      got: { result: shortestNumbers(verbose) },
    })
    tally.add(asLine(chain, block, 2), {
      kind: 'compared',
      expected: { result: shortestNumbers(block.txs) },
      got: { result: shortestNumbers(getExactMember(full, 'tx') ?? null) },
    })
  }
  if (tally.remaining.length > 0) tally.print((text) => console.log(text))
  expect(tally.remaining.map(({ line }) => `${line.chain} ${line.seq}`)).toEqual([])
}

describe('recorded chains through submitblock', () => {
  let node: ReplayNode | undefined
  afterEach(() => node?.daemon.stop())

  it('imports the regtest chain block by block', async () => {
    node = await startNode('import', { args: [...REGTEST_ARGS.split(' '), `-mocktime=${AFTER_REGTEST}`] })
    const blocks = readBlocks('regtest')
    const compared = await importAll(node, blocks, coinStatistics(readTranscript('regtest')))
    expect(compared).toBeGreaterThan(3)
    await compareBlocks(node, 'regtest', blocks)
  })

  it.skipIf(behind)('imports the main-mode chain block by block', async () => {
    node = await startNode('import', { args: TST1_ARGS.split(' ') })
    const blocks = readBlocks('tst1')
    await importAll(node, blocks, new Map())
    await compareBlocks(node, 'tst1', blocks)
  })
})
