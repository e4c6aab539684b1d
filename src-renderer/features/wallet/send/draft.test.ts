import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSend } from './check.ts'
import { draftInUnit, emptySendDraft, readSendDraft } from './draft.ts'

describe('readSendDraft', () => {
  it('restores a stored draft unchanged', () => {
    const draft = {
      recipients: [{ address: 'R1', amount: '2' }],
      everything: true,
      fee: 'own' as const,
      rate: '0.1',
      choosing: true,
      coins: [{ txid: '0f'.repeat(32), vout: 3, amount: '17' }],
      comment: 'a',
      commentTo: 'b',
    }
    expect(readSendDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it('drops invalid coins, and send-everything for several recipients', () => {
    const read = readSendDraft({
      recipients: [{}, { amount: 5 }],
      everything: true,
      coins: [{ txid: 'zz', vout: 0, amount: '1' }, { txid: '0f'.repeat(32), vout: -1, amount: '1' }, null],
    })
    expect(read.coins).toEqual([])
    expect(read.everything).toBe(false)
    expect(read.recipients).toHaveLength(2)
  })

  it('returns a valid draft for any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const draft = readSendDraft(stored)
        expect(draft.recipients.length).toBeGreaterThan(0)
        checkSend(draft, { spendable: 5n, leastRate: 1n })
      }),
    )
    expect(readSendDraft(null)).toEqual(emptySendDraft)
  })
})

describe('draftInUnit', () => {
  const draft = { ...emptySendDraft, rate: '0.0002' }
  const paying = (...amounts: readonly string[]) => amounts.map((amount) => ({ address: 'R1', amount }))

  it('converts amounts exactly to satoshis and back', () => {
    const coins = { ...draft, recipients: paying('1.5', '0.00000001', '1,000', '') }
    const satoshis = draftInUnit(coins, true)
    expect(satoshis).toEqual({ ...coins, rate: '20000', recipients: paying('150000000', '1', '100000000000', '') })
    expect(draftInUnit(satoshis, false)).toEqual({ ...coins, recipients: paying('1.5', '0.00000001', '1000', '') })
  })

  it('clears a text that is not an amount in the old unit', () => {
    const read = (amount: string, satoshis: boolean) =>
      draftInUnit({ ...draft, recipients: paying(amount) }, satoshis).recipients[0]?.amount
    for (const text of ['1,5', '0.123456789', 'five']) expect(read(text, true)).toBe('')
    for (const text of ['1.5', '5 sat']) expect(read(text, false)).toBe('')
  })
})
