import { beforeAll, describe, expect, it } from 'vitest'
import { describeTransaction } from '../../../components/transaction/describe.ts'
import { anExplanation, anOutput } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { SendRequest } from './check.ts'
import { labelReviewOutputs, paymentParts } from './reviewOutputs.ts'

beforeAll(() => loadTexts('wallet'))

const ME = 'RMe'
const OTHER_OWN_ADDRESS = 'RMeElsewhere'
const THEM = 'RThem'
const own = new Set([ME, OTHER_OWN_ADDRESS])

/** Describes a transaction with one output per address. */
const told = (...addresses: readonly string[]) =>
  describeTransaction(
    anExplanation(addresses.map((address) => anOutput({ address, owner: own.has(address) ? 'own' : 'foreign' }))),
  )
const titles = (changeAt: number | undefined, ...addresses: readonly string[]) =>
  labelReviewOutputs(told(...addresses), changeAt).outputs.map(({ kind, title }) => [kind, title])

const CHANGE = ['change', 'Change, back to you']
const OWN = ['pay', 'An address of your own']

describe('labelReviewOutputs', () => {
  it('distinguishes change from a payment to an own address', () => {
    expect(titles(1, ME, ME)).toEqual([OWN, CHANGE])
    expect(titles(0, OTHER_OWN_ADDRESS, ME)).toEqual([CHANGE, OWN])
    expect(titles(1, THEM, OTHER_OWN_ADDRESS)).toEqual([['pay', 'Somebody else'], CHANGE])
  })

  it('labels no output as change if the transaction has no change', () => {
    expect(titles(undefined, ME)).toEqual([OWN])
  })
})

describe('paymentParts', () => {
  const request = (everything: boolean, ...outputs: SendRequest['outputs']): SendRequest => ({
    ...{ outputs, everything, inputs: undefined, rate: undefined, comment: '', commentTo: '' },
  })

  it('separates the amount that stays in the wallet', () => {
    const mixed = request(false, { address: THEM, satoshis: 30n }, { address: ME, satoshis: 12n })
    expect(paymentParts(mixed, 5n, own)).toEqual({ paid: 42n, kept: 12n })
    expect(paymentParts(request(true, { address: ME, satoshis: 40n }), 5n, own)).toEqual({
      paid: 35n,
      kept: 35n,
    })
    expect(paymentParts(request(true, { address: THEM, satoshis: 40n }), 5n, own)).toEqual({
      paid: 35n,
      kept: 0n,
    })
  })
})
