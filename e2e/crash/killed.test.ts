import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { makeChain } from './chainUnderTest.ts'
import { killOnce } from './kill.ts'

/** Number of kills per mode. */
const KILLS = nightly() ? 25 : 6
const VICTIM = new URL('./victim.ts', import.meta.url)

interface Report {
  readonly tip: string
  readonly height: number
  readonly digest: string
  readonly check: string
}

describe('a node killed in the middle of its work', () => {
  let dir: string
  let digests: Map<string, string>
  beforeAll(() => {
    dir = temporaryFolder()
    const chain = makeChain(120)
    digests = chain.digests
    writeFileSync(join(dir, 'bootstrap.dat'), chain.bootstrap)
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  /**
   * Starts the victim, waits for its report, and kills it while it connects the `blocks`-th block after that, or
   * immediately for 0. Blocks are counted instead of time, so a busy machine gets as far as an idle one.
   */
  async function run(mode: 'single' | 'bulk', round: number, blocks: number): Promise<Report> {
    let report: Report | undefined
    let left = blocks
    const enough = (message: Report | 'connecting') => {
      if (message !== 'connecting') report = message
      else if (report) left--
      return report !== undefined && left <= 0
    }
    // Some rounds kill a little after the start of a block: during its writes, its commit, or the work after it.
    await killOnce(VICTIM, [join(dir, mode), join(dir, 'bootstrap.dat'), mode, String(round)], enough, round % 4)
    if (!report) throw new Error('it did not say what it found')
    return report
  }

  async function killAgainAndAgain(mode: 'single' | 'bulk', rounds: number): Promise<number[]> {
    const heights: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Kill points are spread from the first statement to well into the reorganisations.
      const { tip, height, digest, check } = await run(mode, round, (round * 37) % 150)
      expect(check).toBe('ok')
      expect(digests.get(tip), `tables at height ${height}`).toBe(digest)
      heights.push(height)
    }
    return heights
  }

  it(`opens at a consistent tip each of ${2 * KILLS} times`, async () => {
    const [single, bulk] = await Promise.all([killAgainAndAgain('single', KILLS), killAgainAndAgain('bulk', KILLS)])
    // Checks that the victim made progress.
    expect(Math.max(...single)).toBeGreaterThan(100)
    expect(Math.max(...bulk)).toBeGreaterThan(100)
    expect(new Set(single).size).toBeGreaterThan(3)
  })
})
