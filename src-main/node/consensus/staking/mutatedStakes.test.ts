import { describe, expect, it } from 'vitest'
import { mulberry32, nightly } from '../../testing/index.ts'
import { type Draw, mutatedStake, STAKED_CHAINS, stakeSubjects } from '../testing/mutatedStakes.ts'
import { checkStake } from './stakedBlock.ts'
import { checkStakingPlace } from './stakeTransaction.ts'

const MUTATIONS = nightly() ? 100_000 : 400

describe('checkStake', () => {
  it.each(STAKED_CHAINS)('%s: returns the recorded verdicts, and never throws for mutated stakes', (name) => {
    const { params, recorded, subjects } = stakeSubjects(name)
    for (const [index, subject] of subjects.entries())
      expect([subject.height, checkStake(params, subject)]).toMatchObject([
        subject.height,
        { ok: true, segid: recorded[index]!.segid },
      ])
    const random = mulberry32(name.charCodeAt(3))
    const pickBelow: Draw = (below) => Math.floor(random() * below)
    let refused = 0
    for (let round = 0; round < MUTATIONS; round++) {
      const subject = mutatedStake(subjects[pickBelow(subjects.length)]!, pickBelow)
      for (const tx of subject.block.txs) checkStakingPlace(params, tx)
      const verdict = checkStake(params, subject)
      if (verdict.ok) {
        expect(verdict.segid >= -1 && verdict.segid <= 63).toBe(true)
        continue
      }
      refused++
      expect(verdict).toMatchObject({ kind: 'invalid', reason: 'failed-slow_checkPOW', score: 100 })
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 50)
  })
})
