import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeTotals, type OutputPurpose } from './totals.ts'

const PURPOSES: readonly OutputPurpose[] = ['change', 'kept', 'locked', 'leaves']
const satoshis = fc.bigInt({ min: 0n, max: 10n ** 16n })
const input = fc.record({ value: satoshis, own: fc.boolean() })
const output = fc.record({ value: satoshis, purpose: fc.constantFrom(...PURPOSES) })

describe('computeTotals', () => {
  it('splits the inputs exactly into change, kept, locked, leaves and fee', () => {
    fc.assert(
      fc.property(fc.array(input), fc.array(output), (inputs, outputs) => {
        const { spent, change, kept, locked, leaves, fee } = computeTotals(inputs, outputs, true)
        expect(spent).toBe(inputs.reduce((sum, { value }) => sum + value, 0n))
        expect(change + kept + locked + leaves + fee!).toBe(spent)
      }),
    )
  })

  it('returns leaves plus fee as the total if all inputs belong to the wallet', () => {
    fc.assert(
      fc.property(fc.array(satoshis, { minLength: 1 }), fc.array(output), (values, outputs) => {
        const inputs = values.map((value) => ({ value, own: true }))
        const { leaves, fee, total } = computeTotals(inputs, outputs, true)
        expect(total).toBe(leaves + fee!)
      }),
    )
  })

  it('returns a negative total for coins received from others', () => {
    const inputs = [{ value: 500n, own: false }]
    expect(computeTotals(inputs, [{ value: 300n, purpose: 'kept' }], true).total).toBe(-300n)
  })

  it.each([
    ['an unknown input', [{ value: null, own: true }], true],
    ['no inputs, a coinbase', null, true],
    ['shielded parts', [{ value: 5n, own: true }], false],
  ])('returns fee null for a transaction with %s', (_name, inputs, isTransparent) => {
    expect(computeTotals(inputs, [{ value: 1n, purpose: 'leaves' }], isTransparent).fee).toBeNull()
  })
})
