import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { SIGHASH, signatureHash } from '../script/index.ts'
import { toHex } from '../util/index.ts'
import { readJoinSplit } from './descriptions.ts'
import { isPhgr13Encoding } from './phgr13.ts'
import { createShielded } from './shielded.ts'
import { emptySapling, forgeSapling } from './testing/forge.ts'
import { parseVectorJob, transactionVectors } from './testing/vectors.ts'

const shielded = createShielded({ random: systemRandom() })
const real = transactionVectors('tx')
const jobs = real.map(parseVectorJob)
const tampered = transactionVectors('tampered')
const PHGR13_FAULT = 'bad-txns-joinsplit-verification-failed'

describe('real transactions', () => {
  it.each(real.map((vector, i) => [vector.kind, vector.txid, i] as const))(
    'verify with the recorded sighash: %s %s',
    (_, __, i) => {
      const { tx, branchId } = jobs[i]!
      const request = { tx, branchId, inputIndex: undefined, scriptCode: new Uint8Array(0), amount: 0n }
      expect(toHex(signatureHash({ ...request, hashType: SIGHASH.ALL }))).toBe(real[i]!.sighash)
      expect(shielded.verify([jobs[i]!])).toBeUndefined()
      expect(shielded.verify([jobs[i]!], { frugal: true })).toBeUndefined()
      expect(shielded.falsePhgr13Proofs(tx)).toEqual([])
    },
  )

  it('verify together in one call', () => {
    expect(shielded.verify(jobs)).toBeUndefined()
  })

  it('include the empty list, which verifies', () => {
    expect(shielded.verify([])).toBeUndefined()
  })
})

describe('tampered transactions', () => {
  it.each(tampered.map((vector) => [vector.kind, vector.field, vector] as const))(
    'get the recorded result: %s, %s',
    (_, __, vector) => {
      const job = parseVectorJob(vector)
      if (vector.expect === 'parse') {
        expect(job.tx.joinSplits.every((raw) => isPhgr13Encoding(readJoinSplit(raw).proof))).toBe(false)
        return
      }
      const expected = vector.reference ?? vector.expect
      expect(shielded.verify([job])?.refusal.reason ?? 'ok').toBe(expected)
      expect(shielded.verify([job], { frugal: true }) === undefined).toBe(expected === 'ok')
      const hasFalsePhgr13 = vector.reference !== undefined && vector.expect === PHGR13_FAULT
      expect(shielded.falsePhgr13Proofs(job.tx)).toEqual(hasFalsePhgr13 ? [0] : [])
    },
  )

  it('get reported by index among valid ones', () => {
    const refused = tampered.filter(
      ({ expect: verdict, reference }) => verdict !== 'ok' && verdict !== 'parse' && !reference,
    )
    for (let i = 0; i < refused.length; i += 40) {
      const place = i % jobs.length
      const some = [
        ...jobs.slice(0, place),
        parseVectorJob(refused[i]!),
        ...jobs.slice(place),
        parseVectorJob(refused[0]!),
      ]
      expect(shielded.verify(some)).toMatchObject({ job: place, refusal: { reason: refused[i]!.expect } })
    }
  })
})

describe('a forged transaction', () => {
  const real = jobs.find(({ tx }) => tx.shieldedSpends.length > 0 && tx.shieldedOutputs.length > 0)!
  const branchId = 0x76b809bb
  const tx = forgeSapling(emptySapling(), {
    ...{ spend: real.tx.shieldedSpends[0]!, output: real.tx.shieldedOutputs[0]!, branchId },
    ...{ spends: 0, outputs: 3 },
  })

  it('fails for its proofs if its signature is valid', () => {
    const expected = { job: 0, refusal: { reason: 'bad-txns-sapling-output-description-invalid', index: 0 } }
    expect(shielded.verify([{ tx, branchId }])).toMatchObject(expected)
    expect(shielded.verify([{ tx, branchId }], { frugal: true })).toMatchObject(expected)
  })

  it('fails for its signature first in a frugal check', () => {
    const binding = { job: 0, refusal: { reason: 'bad-txns-sapling-binding-signature-invalid' } }
    expect(shielded.verify([{ tx, branchId: 1 }], { frugal: true })).toMatchObject(binding)
    expect(shielded.verify([{ tx, branchId: 1 }])?.refusal.index).toBe(0)
  })
})
