import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestNode, type TestNode, testKey } from '../../testing/index.ts'
import type { CoinStatistics } from '../types.ts'
import { scanDatabase } from './coinScanner.ts'
import { createThreadCoinScanner } from './scanThread.ts'

let node: TestNode
afterEach(() => node.close())

function nodeWithPayments(options: Parameters<typeof createTestNode>[0] = {}): TestNode {
  node = createTestNode({ args: ['-ac_name=COINS', '-regtest', '-ac_supply=1000', '-ac_cbmaturity=1'], ...options })
  node.mine(3)
  for (let round = 1; round < 4; round++) {
    const paid = node.pay(testKey(0), [
      { value: BigInt(round) * 1000n, scriptPubKey: testKey(round).p2pkh },
      { value: 7n, scriptPubKey: testKey(round).p2pk },
    ])
    node.mineBlock({ txs: [paid] })
  }
  return node
}

describe('coinStatistics', () => {
  it('scans once per tip for any number of requests', async () => {
    const scans: string[] = []
    const coinScanner = {
      async scan(path: string) {
        scans.push(path)
        await new Promise(setImmediate)
        return scanDatabase(path)!
      },
      close: async () => {},
    }
    const { chain, storage } = nodeWithPayments({ coinScanner })
    const some = await Promise.all([chain.coinStatistics(), chain.coinStatistics(), chain.coinStatistics()])
    expect(new Set(some).size).toBe(1)
    expect(await chain.coinStatistics()).toBe(some[0])
    expect(scans).toEqual([storage.db.name])
    const before = chain.coinStatistics()
    node.mine(1)
    const early = chain.coinStatistics()
    node.mine(1)
    const late = [chain.coinStatistics(), chain.coinStatistics()]
    expect((await before).height).toBe(6)
    expect(scans.length).toBeLessThanOrEqual(2)
    const heights = (await Promise.all([early, ...late])).map(({ height }) => height)
    expect(heights).toEqual([8, 8, 8])
    expect(scans.length).toBe(2)
  })

  it('scans again after a failed scan', async () => {
    let fails = true
    const scan = async (path: string): Promise<CoinStatistics> => {
      if (fails) throw new Error('no such thread')
      return scanDatabase(path)!
    }
    const { chain } = nodeWithPayments({ coinScanner: { scan, close: async () => {} } })
    await expect(chain.coinStatistics()).rejects.toThrow('no such thread')
    fails = false
    expect((await chain.coinStatistics()).height).toBe(6)
  })
})

describe('createThreadCoinScanner', () => {
  it('returns the same statistics as a scan on the calling thread', async () => {
    const { storage } = nodeWithPayments()
    const scanner = createThreadCoinScanner()
    const counted = await scanner.scan(storage.db.name)
    expect(counted).toEqual(scanDatabase(storage.db.name))
    expect(counted.outputs).toBeGreaterThan(6)
    await scanner.close()
  })

  it('names the file in the error if it cannot be read', async () => {
    nodeWithPayments()
    const folder = mkdtempSync(join(tmpdir(), 'coin-scan-'))
    const scanner = createThreadCoinScanner()
    await expect(scanner.scan(join(folder, 'chain.db'))).rejects.toThrow(/chain\.db does not exist/)
    await scanner.close()
    rmSync(folder, { recursive: true })
  })

  it('ends a running scan when it closes', async () => {
    const { storage } = nodeWithPayments()
    const scanner = createThreadCoinScanner()
    const scan = scanner.scan(storage.db.name).then(
      () => 'done',
      () => 'ended',
    )
    await scanner.close()
    expect(['done', 'ended']).toContain(await scan)
  })
})
