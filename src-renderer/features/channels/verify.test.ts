import { beforeAll, describe, expect, it } from 'vitest'
import { anExplanation, anInput, anOutput } from '../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { paymentProblem, readPayments, receiverProblem } from './checks.ts'
import { type ChannelOrder, nextStep, type PaymentChannel } from './orders.ts'
import { channelMismatch } from './verify.ts'

beforeAll(() => loadTexts('channels'))

const PLACE = 'RChannel'
const KEY = `02${'ab'.repeat(32)}`
const channel: PaymentChannel = {
  ...{ opentxid: '11'.repeat(32), role: 'payer', other: KEY, otheraddress: 'RYou', ccaddress: PLACE },
  ...{ payments: 10, payment: 100n, state: 'open', ready: true, confirmations: 9 },
  ...{ paid: 0n, waiting: 0n, left: 1000n, returned: 0n, steps: [] },
} as PaymentChannel
const fund = (amount: bigint) =>
  anOutput({ n: 0, address: PLACE, amount, role: 'contract', owner: 'contract', type: 'cryptocondition' })
const marker = (n: number) =>
  anOutput({ n, amount: 10_000n, role: 'marker', owner: 'contract', type: 'cryptocondition' })
const back = anOutput({ n: 8, address: 'RMe', owner: 'own', amount: 5n })
const data = anOutput({ n: 9, role: 'data', type: 'nulldata', address: null, amount: 0n })

describe('channelMismatch', () => {
  const pay: ChannelOrder = { kind: 'pay', channel, payments: 3 }
  const paid = anOutput({ n: 3, address: 'RYou', amount: 300n, owner: 'foreign' })
  const whole = [fund(700n), marker(1), marker(2), paid, back, data]
  const told = (outputs = whole, action = 'channel-pay', fee: bigint | null = 10_000n) =>
    anExplanation(outputs, { action: action as 'channel-pay', fee })

  it('accepts each step that matches its order', () => {
    expect(channelMismatch(told(), pay, PLACE)).toBeUndefined()
    const open: ChannelOrder = { kind: 'open', receiver: KEY, payments: 10, payment: 100n }
    const opened = [fund(1000n), marker(1), marker(2), back, data]
    expect(channelMismatch(told(opened, 'channel-open'), open, PLACE)).toBeUndefined()
    expect(channelMismatch(told(opened, 'channel-close'), { kind: 'close', channel }, PLACE)).toBeUndefined()
    const returned = [marker(0), marker(1), anOutput({ n: 2, address: 'RMe', owner: 'own', amount: 1000n }), data]
    expect(channelMismatch(told(returned, 'channel-refund'), { kind: 'refund', channel }, PLACE)).toBeUndefined()
  })

  it('rejects every difference from the order', () => {
    const changed = (n: number, change: object) =>
      told(whole.map((output, at) => (at === n ? { ...output, ...change } : output)))
    expect(channelMismatch(told(whole, 'channel-close'), pay, PLACE)).toMatch('what you asked')
    expect(channelMismatch(changed(0, { address: 'ROther' }), pay, PLACE)).toMatch('somebody else')
    expect(channelMismatch(changed(3, { address: 'ROther' }), pay, PLACE)).toMatch('somebody else')
    expect(channelMismatch(changed(3, { amount: 400n }), pay, PLACE)).toMatch('another amount')
    expect(channelMismatch(changed(1, { amount: 20_000n }), pay, PLACE)).toMatch('also pays')
    expect(channelMismatch(changed(4, { owner: 'foreign' }), pay, PLACE)).toMatch('also pays')
    expect(channelMismatch(told(whole, 'channel-pay', 20_000n), pay, PLACE)).toMatch('fee')
    expect(channelMismatch(told(whole, 'channel-pay', null), pay, PLACE)).toMatch('gone')
    expect(channelMismatch({ ...told(), inputs: [anInput({ gone: true })] }, pay, PLACE)).toMatch('gone')
    const less = [marker(0), marker(1), anOutput({ n: 2, address: 'RMe', owner: 'own', amount: 999n })]
    expect(channelMismatch(told(less, 'channel-refund'), { kind: 'refund', channel }, PLACE)).toMatch('also pays')
  })
})

describe('fields of the channel dialog', () => {
  it('accept only a foreign key, whole payments, and an affordable amount', () => {
    expect(receiverProblem(KEY, undefined)).toBeUndefined()
    expect(receiverProblem('', undefined)).toMatch('who you want')
    expect(receiverProblem('RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', undefined)).toMatch('address')
    expect(receiverProblem('02ab', undefined)).toMatch('not a public key')
    expect(receiverProblem(KEY.toUpperCase(), KEY)).toMatch('your own')
    expect(['1', ' 1000 ', '0', '1001', '1.5', ''].map(readPayments)).toEqual([
      ...[1, 1000, undefined, undefined, undefined, undefined],
    ])
    expect(paymentProblem('0', 1, undefined)).toMatch('Enter an amount')
    expect(paymentProblem('0.5', 2, 100_030_000n)).toBeUndefined()
    expect(paymentProblem('0.5', 2, 100_029_999n)).toMatch('more than')
  })
})

describe('nextStep', () => {
  it('returns a step only for the payer of a confirmed channel', () => {
    expect(nextStep(channel)).toBe('pay')
    expect(nextStep({ ...channel, ready: false })).toBeUndefined()
    expect(nextStep({ ...channel, role: 'receiver' })).toBeUndefined()
    expect(nextStep({ ...channel, state: 'closed' })).toBe('refund')
    expect(nextStep({ ...channel, state: 'returned', left: 0n })).toBeUndefined()
    expect(nextStep({ ...channel, left: 0n })).toBeUndefined()
  })
})
