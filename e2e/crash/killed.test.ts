import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { makeChain } from './chainUnderTest.ts'
import { killOnce } from './kill.ts'

/** Of each of the two ways. */
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
   * Starts it, hears what it found, and kills it while it connects the block of that number from then on, or at once for 0.
   * What it has done by then is counted, not timed: a busy machine gets as far as an idle one.
   */
  async function run(mode: 'single' | 'bulk', round: number, blocks: number): Promise<Report> {
    let report: Report | undefined
    let left = blocks
    const enough = (message: Report | 'connecting') => {
      if (message !== 'connecting') report = message
      else if (report) left--
      return report !== undefined && left <= 0
    }
    // Some rounds die a little later than at the start of a block: in its writes, its commit, or the work after it.
    await killOnce(VICTIM, [join(dir, mode), join(dir, 'bootstrap.dat'), mode, String(round)], enough, round % 4)
    if (!report) throw new Error('it did not say what it found')
    return report
  }

  async function killAgainAndAgain(mode: 'single' | 'bulk', rounds: number): Promise<number[]> {
    const heights: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Spread over everything from the first statement to well into the reorganisations.
      const { tip, height, digest, check } = await run(mode, round, (round * 37) % 150)
      expect(check).toBe('ok')
      expect(digests.get(tip), `tables at height ${height}`).toBe(digest)
      heights.push(height)
    }
    return heights
  }

  it(`opens at a consistent tip each of ${2 * KILLS} times`, async () => {
    const [single, bulk] = await Promise.all([killAgainAndAgain('single', KILLS), killAgainAndAgain('bulk', KILLS)])
    // It did get somewhere, and was not simply idle.
    expect(Math.max(...single)).toBeGreaterThan(100)
    expect(Math.max(...bulk)).toBeGreaterThan(100)
    expect(new Set(single).size).toBeGreaterThan(3)
  })
})
