import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { checkSend, type SendLimits } from './check.ts'
import { emptySendDraft, type SendDraft } from './draft.ts'

beforeAll(() => loadTexts('wallet'))

const A = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const B = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'
const LIMITS: SendLimits = { spendable: 1_000_000_000n, leastRate: 100n }
const to = (address: string, amount: string) => ({ address, amount })
const draft = (change: Partial<SendDraft>): SendDraft => ({ ...emptySendDraft, recipients: [to(A, '1.5')], ...change })
const problems = (change: Partial<SendDraft>, limits = LIMITS) => {
  const check = checkSend(draft(change), limits)
  return check.ok ? undefined : check.problems
}
const coin = (amount: string, vout = 0) => ({ txid: 'ab'.repeat(32), vout, amount })

describe('checkSend', () => {
  it('converts the typed payment to a request without surrounding blanks', () => {
    const check = checkSend(
      draft({ recipients: [to(` ${A} `, '1.5 '), to(B, '0.00000001')], comment: ' rent ', commentTo: 'Anna' }),
      LIMITS,
    )
    expect(check).toEqual({
      ok: true,
      request: {
        outputs: [
          { address: A, satoshis: 150_000_000n },
          { address: B, satoshis: 1n },
        ],
        inputs: undefined,
        rate: undefined,
        everything: false,
        comment: 'rent',
        commentTo: 'Anna',
      },
    })
  })

  it('reports all problems at once', () => {
    expect(problems({ recipients: [to('', ''), to('xyz', '1,5'), to(A, '0')] })?.recipients).toMatchObject([
      { address: 'Enter an address.', amount: 'Enter an amount.' },
      { address: 'This is not an address.', amount: expect.stringMatching('1.5 or 15') },
      { address: undefined, amount: 'Enter an amount above 0.' },
    ])
    expect(problems({ recipients: [to(A, '1'), to(A, '2')] })?.recipients[1]?.address).toMatch('already listed above')
  })

  it('compares the sum with the spendable balance or the selected coins', () => {
    expect(problems({ recipients: [to(A, '6'), to(B, '5')] })?.recipients.map(({ amount }) => amount)).toEqual([
      undefined,
      'You can spend at most 10.',
    ])
    expect(problems({ choosing: true, coins: [coin('100000000')] })?.recipients[0]?.amount).toBe(
      'The selected coins total only 1.',
    )
    expect(problems({ choosing: true })?.coins).toMatch('at least one coin')
    expect(problems({}, { spendable: undefined, leastRate: undefined })).toBeUndefined()
  })

  it('sends the complete balance or all selected coins', () => {
    const whole = checkSend(draft({ everything: true, recipients: [to(A, 'ignored')] }), LIMITS)
    expect(whole.ok && whole.request).toMatchObject({ everything: true, outputs: [{ satoshis: 1_000_000_000n }] })
    const chosen = checkSend(draft({ everything: true, choosing: true, coins: [coin('7'), coin('8', 1)] }), LIMITS)
    expect(chosen.ok && chosen.request).toMatchObject({
      outputs: [{ satoshis: 15n }],
      inputs: [
        { txid: 'ab'.repeat(32), vout: 0 },
        { txid: 'ab'.repeat(32), vout: 1 },
      ],
    })
    expect(problems({ everything: true }, { ...LIMITS, spendable: 0n })?.recipients[0]?.amount).toMatch('nothing')
  })

  it('accepts the minimum rate, or a custom rate within bounds', () => {
    const rate = (change: Partial<SendDraft>) => {
      const check = checkSend(draft(change), LIMITS)
      return check.ok ? check.request.rate : check.problems.rate
    }
    expect(rate({ fee: 'least' })).toBe(100n)
    expect(rate({ fee: 'own', rate: '0.0001' })).toBe(10_000n)
    expect(rate({ fee: 'own', rate: '' })).toMatch('1,000 bytes')
    expect(rate({ fee: 'own', rate: '0.00000001' })).toMatch('At least 0.000001')
    expect(rate({ fee: 'own', rate: '1.1' })).toMatch('mistake')
  })
})
