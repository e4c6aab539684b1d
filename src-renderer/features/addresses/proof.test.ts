import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { proofVerdict } from './proof.ts'

beforeAll(() => loadTexts('addresses'))

describe('proofVerdict', () => {
  const equal = { balance: 5n, deltas: 5n, unspent: 5n }

  it('names the block at which the sums are equal', () => {
    expect(proofVerdict({ ok: true, height: 1200, sums: equal })).toBe('All three are equal at block 1,200')
  })

  it('says what differs: a sum, or only what is counted beside them', () => {
    expect(proofVerdict({ ok: false, height: 9, sums: { ...equal, unspent: 4n } })).toMatch(/^They differ at block 9/)
    expect(proofVerdict({ ok: false, height: 9, sums: equal })).toMatch(/^The sums are equal at block 9, but/)
  })
})
