import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { parseAmount } from '#shared/units.ts'
import { describeTransaction } from './describe.ts'
import { builtFigures, formatConfirmedCost, formatCost } from './figures.ts'
import { anExplanation, anInput, anOutput } from './testing/explanation.ts'

const P1 = '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'
const token = (units: bigint, nft = false) => ({ tokenid: 'c'.repeat(64), name: 'T', units, nft })
const lines = (txExplanation: Explanation) =>
  describeTransaction(txExplanation).outputs.map(({ kind, title, own }) => [kind, title, own])
const CONDITION = { type: 'cryptocondition' } as const

describe('describeTransaction', () => {
  it('describes the creation of fungible and non-fungible tokens as own units', () => {
    const outputs = (units: bigint, nft: boolean) => [
      anOutput({ ...CONDITION, role: 'marker', owner: 'contract' }),
      anOutput({ ...CONDITION, role: 'token', owner: 'own', amount: units, token: token(units, nft) }),
      anOutput({ role: 'change', owner: 'own', change: true, made: 'change' }),
      anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n }),
    ]
    const told = (units: bigint, nft: boolean) => lines(anExplanation(outputs(units, nft), { action: 'token-create' }))
    expect(told(1000n, false)).toEqual([
      ['marker', 'Listing deposit (not returned)', false],
      ['units', '1,000 new units for you', true],
      ['change', 'Change, back to you', true],
      ['data', 'Name and description', false],
    ])
    expect(told(1n, true)[1]).toEqual(['units', '1 new unit for you', true])
  })

  it('describes the change of another payer as change, not as a payment', () => {
    const outputs = [anOutput({ owner: 'own', made: 'received' }), anOutput({ role: 'change' }), anOutput()]
    expect(lines(anExplanation(outputs)).map(([kind, title]) => [kind, title])).toEqual([
      ['pay', 'You'],
      ['change', 'Change, back to the payer'],
      ['pay', 'Somebody else'],
    ])
  })

  it('distinguishes units for the recipient’s key from units that come back', () => {
    const txExplanation = anExplanation(
      [
        anOutput({ ...CONDITION, role: 'token', pubkey: P1, token: token(40n) }),
        anOutput({ ...CONDITION, role: 'token', owner: 'imported', pubkey: P1, token: token(60n) }),
        anOutput({ role: 'data', type: 'nulldata', address: null }),
      ],
      { action: 'token-transfer' },
    )
    expect(lines(txExplanation)).toEqual([
      ['units', '40 units for the recipient', false],
      ['units-back', '60 units, back to you', true],
      ['data', 'Token data', false],
    ])
    expect(describeTransaction(txExplanation).outputs.map(({ receiver }) => receiver)).toEqual([
      P1,
      undefined,
      undefined,
    ])
  })

  it('distinguishes received units from those returned to their sender', () => {
    const theirs = { owner: 'foreign', address: 'RTheirTokens' } as const
    const txExplanation = anExplanation(
      [
        anOutput({ ...CONDITION, role: 'token', owner: 'own', token: token(7n) }),
        anOutput({ ...CONDITION, ...theirs, role: 'token', token: token(93n) }),
      ],
      { action: 'token-transfer', inputs: [anInput({ ...theirs, token: token(100n) })] },
    )
    expect(lines(txExplanation)).toEqual([
      ['units', '7 units for you', true],
      ['units-back', '93 units, back to the sender', false],
    ])
  })

  it('describes own outputs by their recorded purpose, and shared and watched outputs', () => {
    const own = (made?: 'kept' | 'change' | 'received' | 'unknown') => anOutput({ owner: 'own', ...(made && { made }) })
    const txExplanation = anExplanation([
      ...[own('kept'), own('change'), own('received'), own('unknown'), own()],
      ...[anOutput(), anOutput({ owner: 'shared', address: null }), anOutput({ owner: 'watched' })],
      anOutput({ type: 'nonstandard', address: null }),
    ])
    expect(lines(txExplanation).map(([, title]) => title)).toEqual([
      ...['An address of your own', 'Change, back to you', 'You', 'You', 'You'],
      ...['Somebody else', 'You and others', 'An address you watch', 'A script without an address'],
    ])
  })

  it.each([
    ['heir', 'In the inheritance', 'Contract data'],
    ['channels', 'In the channel', 'Channel data'],
    ['rewards', 'In the contract', 'Contract data'],
  ] as const)('describes the locked funds, marker and data outputs of %s', (module, funds, data) => {
    const outputs = [
      anOutput({ ...CONDITION, role: 'contract', owner: 'shared' }),
      anOutput({ ...CONDITION, role: 'marker', owner: 'contract' }),
      anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n }),
    ]
    expect(lines(anExplanation(outputs, { module })).map(([, title]) => title)).toEqual([
      funds,
      'Listing deposit (not returned)',
      data,
    ])
  })

  it('calls the marker of an order or a fill the order fee', () => {
    const marker = [anOutput({ ...CONDITION, role: 'marker', owner: 'contract' })]
    const title = (action: Explanation['action']) => lines(anExplanation(marker, { action }))[0]?.[1]
    expect([title('ask'), title('fill-ask'), title('fill-bid')]).toEqual(['Order fee', 'Order fee', 'Order fee'])
  })

  it('describes the data of an order without a recipient', () => {
    const data = [anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n })]
    const note = (module: 'assets' | 'tokens', action: Explanation['action']) =>
      describeTransaction(anExplanation(data, { module, action })).outputs[0]?.note
    expect(note('assets', 'ask')).toBe('Names the token.')
    expect(note('tokens', 'token-transfer')).toBe('Names the token and its recipient.')
  })

  it('describes what remains of an offer after a fill, including nothing', () => {
    const told = (amount: bigint) => {
      const rest = anOutput({ ...CONDITION, role: 'contract', owner: 'contract', amount })
      return describeTransaction(anExplanation([rest], { action: 'fill-ask' })).outputs[0]
    }
    expect(told(9n)).toMatchObject({ title: 'Left in the order', note: expect.stringMatching(/^Stays for sale/) })
    expect(told(0n)).toMatchObject({ title: 'Left in the order', note: expect.stringMatching(/^Nothing/) })
  })

  it('distinguishes the faucet from other conditions, and deposits from the remaining pool', () => {
    const pool = anOutput({ ...CONDITION, role: 'contract', owner: 'contract' })
    const fund = anExplanation([pool, anOutput({ owner: 'own', made: 'change' })], { action: 'faucet-fund' })
    expect(lines(fund).map(([kind]) => kind)).toEqual(['pool', 'change'])
    const data = anOutput({ role: 'data', type: 'nulldata', address: null })
    const claim = anExplanation([pool, anOutput({ owner: 'own', made: 'received' }), data], { action: 'faucet-claim' })
    expect(lines(claim).map(([, title]) => title)).toEqual(['Back into the faucet', 'You', 'Claim proof'])
    expect(lines(anExplanation([pool]))[0]?.[1]).toBe('A crypto-condition')
    const anybodys = anOutput({ role: 'contract', owner: 'contract' })
    expect(lines(anExplanation([anybodys]))[0]?.[1]).toBe('A contract’s address')
  })

  it('describes token units and coins locked in orders', () => {
    const locked = anOutput({ ...CONDITION, role: 'token', owner: 'contract', token: token(7n) })
    expect(lines(anExplanation([locked], { action: 'ask' }))[0]?.[1]).toBe('7 units offered')
    const bid = anOutput({ ...CONDITION, role: 'contract', owner: 'contract' })
    expect(lines(anExplanation([bid], { action: 'bid' }))[0]?.[1]).toBe('The order')
  })

  it('marks payees that may be contacts, but not the parties of an order', () => {
    const marks = (action: Explanation['action'], ...outputs: Parameters<typeof anExplanation>[0]) =>
      describeTransaction(anExplanation(outputs, { action })).outputs.map(({ stranger }) => stranger ?? false)
    expect(marks(null, anOutput(), anOutput({ owner: 'own' }), anOutput({ owner: 'watched' }))).toEqual([
      ...[true, false, false],
    ])
    const rest = anOutput({ ...CONDITION, role: 'contract', owner: 'contract' })
    expect(marks('fill-ask', rest, rest, anOutput(), anOutput())).toEqual([false, false, false, true])
  })

  it('describes the recipient of an order’s coins', () => {
    const [own, foreign] = [anOutput({ owner: 'own', made: 'unknown' }), anOutput()]
    const titles = (action: Explanation['action'], ...outputs: Parameters<typeof anExplanation>[0]) =>
      lines(anExplanation(outputs, { action })).map(([, title]) => title)
    const units = anOutput({ ...CONDITION, role: 'token', owner: 'own', token: token(2n) })
    const rest = anOutput({ ...CONDITION, role: 'contract', owner: 'contract' })
    expect(titles('fill-ask', rest, units, foreign, own)).toEqual([
      ...[expect.anything(), '2 units for you', 'The seller', 'You'],
    ])
    expect(titles('fill-bid', rest, own, own)).toEqual(['The order', 'You, from the bid', 'You'])
    expect(titles('cancel-bid', own, own)).toEqual(['You, back from the bid', 'You'])
    // Another party fills the wallet's own order.
    expect(titles('fill-ask', rest, rest, own)[2]).toBe('You')
  })
})

const NO_COST = { total: 0n, fee: 0n, paid: 0n, locked: 0n, markers: 0n, units: 0n, received: 0n, order: false }
const FEE = 10_000n
const LISTED = { ...NO_COST, total: 2n * FEE, fee: FEE, markers: FEE }
const PRICE = 5_000_000_000n
const cost = { ...LISTED, total: PRICE + 2n * FEE, paid: PRICE }

describe('formatCost', () => {
  it('returns only the fee if there is no other cost', () => {
    expect(formatCost({ ...NO_COST, total: FEE, fee: FEE }, 'ONE')).toBe('Network fee 0.0001 ONE.')
  })

  it('adds the payment, the order fee and the network fee', () => {
    const text = formatCost({ ...cost, order: true }, 'ONE')
    expect(text).toBe('You pay 50.0002 ONE: 50 + order fee 0.0001 + network fee 0.0001.')
  })

  it('calls the marker of a token a listing deposit', () => {
    const text = formatCost({ ...LISTED, total: 21_000n, units: 1000n }, 'ONE')
    expect(text).toBe('You pay 0.00021 ONE: 0.00001 in token units + listing deposit 0.0001 + network fee 0.0001.')
  })

  it('subtracts the fees from the received amount', () => {
    const sold = { ...LISTED, total: 2n * FEE - PRICE, received: PRICE, order: true }
    expect(formatCost(sold, 'ONE', 'sent')).toBe(
      'You received 49.9998 ONE: 50 − order fee 0.0001 − network fee 0.0001.',
    )
  })

  it('lists parts that add up to the total, for random costs', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
    const parts = { fee: amount, paid: amount, locked: amount, markers: amount, units: amount, received: amount }
    fc.assert(
      fc.property(fc.record(parts), (of) => {
        const total = of.fee + of.paid + of.locked + of.markers + of.units - of.received
        const text = formatCost({ total, ...of, order: true }, 'ONE').replaceAll(',', '')
        const [all = 0n, ...added] = [...text.matchAll(/(− )?[a-z ]*?(\d+(?:\.\d+)?)/g)].map(
          ([, minus, digits = '']) => (parseAmount(digits) ?? 0n) * (minus ? -1n : 1n),
        )
        if (added.length > 0) expect(added.reduce((sum, each) => sum + each)).toBe(all)
        if (total !== 0n) expect(all).toBe(total < 0n ? -total : total)
      }),
    )
  })
})

describe('formatConfirmedCost', () => {
  it('returns the cost of an offer now and its later proceeds', () => {
    const order = { units: 100n, coins: PRICE }
    const txExplanation = anExplanation([anOutput()], { cost: LISTED, action: 'ask', module: 'assets', order })
    expect(formatConfirmedCost({ told: txExplanation }, 'ONE')).toBe(
      'You pay now 0.0002 ONE: order fee 0.0001 + network fee 0.0001. You receive 50 ONE once it is bought.',
    )
  })

  it('includes the cost of the preceding move', () => {
    const txExplanation = anExplanation([anOutput()], { cost })
    const moved = anExplanation([anOutput()], { cost: { ...NO_COST, total: FEE, fee: FEE } })
    expect(builtFigures({ told: txExplanation, move: { hex: '', told: moved } })).toMatchObject({
      fee: 2n * FEE,
      paid: PRICE,
    })
  })
})
