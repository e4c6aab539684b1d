import { describe, expect, it } from 'vitest'
import { systemRandom } from '../util/index.ts'
import { createShielded } from './shielded.ts'
import { jobOf, transactionVectors } from './testing/vectors.ts'

const shielded = createShielded({ random: systemRandom() })
const real = transactionVectors('tx')
const jobs = real.map(jobOf)

describe('real transactions', () => {
  it.each(real.map((vector, i) => [vector.kind, vector.txid, i] as const))('%s %s', (_, __, i) => {
    expect(shielded.verify([jobs[i]!])).toBeUndefined()
    expect(shielded.falsePhgr13Proofs(jobs[i]!.tx)).toEqual([])
  })
  it('are verified together', () => {
    expect(shielded.verify(jobs)).toBeUndefined()
  })
})
