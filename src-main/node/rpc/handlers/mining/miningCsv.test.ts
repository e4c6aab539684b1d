import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestNode, TEST_ARGS, type TestNode } from '../../../testing/index.ts'
import { callContext as context } from '../testing/walletTestNode.ts'
import { createMiningCsvHandlers } from './miningCsv.ts'

let node: TestNode
let dataFolder: string

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'mining-csv-test-'))
  node = createTestNode()
})
afterEach(() => {
  node.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

const handlers = (name: string, folder = dataFolder) =>
  createMiningCsvHandlers({ params: { ...node.params, name }, chain: node.chain, dataFolder: folder })

describe('genminingCSV', () => {
  it('writes one line per block into a file with a fixed name', async () => {
    expect(TEST_ARGS).toContain('-regtest')
    for (let n = 0; n < 70; n++) node.mineBlock({ time: node.chain.tip().time + 100 })
    // Concurrent calls write one after the other.
    const calls = handlers('DEMO')
    const both = [calls.genminingCSV({}, context), calls.genminingCSV({}, context)]
    expect(await Promise.all(both)).toEqual(Array(2).fill({ result: 'success', created: 'DEMO_mining.csv' }))
    expect(readdirSync(dataFolder)).toEqual(['DEMO_mining.csv'])
    const [head, ...lines] = readFileSync(join(dataFolder, 'DEMO_mining.csv'), 'utf8').trimEnd().split('\n')
    expect(head).toBe('height,nTime,nBits,bnTarget,bnTargetB,diff,solvetime')
    expect(lines).toHaveLength(node.chain.tip().height + 1)
    const columns = lines.map((line) => line.split(','))
    expect(columns.map(([height]) => Number(height))).toEqual(lines.map((_, height) => height))
    expect(columns[0]).toEqual([
      ...['0', '1296688602', '200f0f0f', `0f0f0f${'0'.repeat(26)}`, '0'.repeat(32), '1.0', '0'],
    ])
    // 100 seconds per block give 1000000 * 100^2 / (60^2 * 784) = 3543 thousandths of the target, which has flags.
    const target = 0x0f0f0bn << 232n
    const easier = ((target / 1000n) * 3543n).toString(16).padStart(64, '0').slice(0, 32)
    expect(columns.at(-1)?.slice(2)).toEqual(['200f0f0b', `0f0f0b${'0'.repeat(26)}`, easier, '1.0', '100'])
    expect(columns[63]?.[4]).toBe('0'.repeat(32))
  })

  it('stays in the data folder for any chain name', async () => {
    expect(await handlers('../../etc/x').genminingCSV({}, context)).toEqual({
      ...{ result: 'success', created: '______etc_x_mining.csv' },
    })
    expect(readdirSync(dataFolder)).toEqual(['______etc_x_mining.csv'])
  })

  it('returns an error if the file cannot be written', async () => {
    expect(await handlers('DEMO', join(dataFolder, 'missing')).genminingCSV({}, context)).toEqual({
      ...{ result: 'success', error: 'couldnt create mining.csv', filename: 'DEMO_mining.csv' },
    })
  })
})
