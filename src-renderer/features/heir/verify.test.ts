import { beforeAll, describe, expect, it } from 'vitest'
import { anExplanation, anInput, anOutput } from '../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { PlanOrder } from './order.ts'
import { orderMismatch } from './verify.ts'

beforeAll(() => loadTexts('heir'))

const SHARED = 'RShared'
const MARKER = anOutput({ role: 'marker', owner: 'contract', type: 'cryptocondition', amount: 10_000n })
const DATA = anOutput({ role: 'data', type: 'nulldata', address: null, amount: 0n })
const held = anOutput({ address: SHARED, role: 'contract', type: 'cryptocondition', owner: 'contract', amount: 500n })
const stranger = anOutput({ address: 'RYou', owner: 'foreign', amount: 1n })
const ORDER: PlanOrder = {
  ...{ kind: 'plan', amount: 500n, token: undefined, heir: '02', name: 'x', days: 1_000, txid: undefined },
}

const days = (count: string) => new Map([['count', count]])
const told = (more: Parameters<typeof anExplanation>[1] = {}, outputs = [held, MARKER, DATA], count = '1,000') =>
  anExplanation(outputs, {
    ...{ action: 'heir-plan', fee: 10_000n },
    said: {
      summary: [{ key: 'heir.sets', values: new Map([['time', { key: 'phrase.days', values: days(count) }]]) }],
      warnings: [],
    },
    ...more,
  })

describe('orderMismatch', () => {
  it('accepts a transaction that matches its order', () => {
    expect(orderMismatch(told(), ORDER, SHARED)).toBeUndefined()
    expect(orderMismatch(told({ action: 'heir-add' }), { ...ORDER, kind: 'add' }, SHARED)).toBeUndefined()
    const mine = anOutput({ owner: 'own', amount: 500n })
    const claim = told({ action: 'heir-claim' }, [mine, held, DATA])
    expect(orderMismatch(claim, { ...ORDER, kind: 'claim' }, SHARED)).toBeUndefined()
    expect(orderMismatch(told({ action: 'heir-claim' }), { ...ORDER, kind: 'claim' }, SHARED)).toMatch('somebody else')
  })

  it('rejects every difference from the order', () => {
    expect(orderMismatch(told({ action: 'heir-add' }), ORDER, SHARED)).toMatch('something else')
    expect(orderMismatch(told(), ORDER, 'ROther')).toMatch('somebody else')
    expect(orderMismatch(told(), { ...ORDER, amount: 501n }, SHARED)).toMatch('another amount')
    expect(orderMismatch(told({}, [held, MARKER, stranger]), ORDER, SHARED)).toMatch('also pays')
    expect(orderMismatch(told({}, [held, { ...MARKER, amount: 10_001n }]), ORDER, SHARED)).toMatch('also pays')
    expect(orderMismatch(told({}, undefined, '10'), ORDER, SHARED)).toMatch('another time')
    expect(orderMismatch(told({ fee: null }), ORDER, SHARED)).toMatch('gone')
    expect(orderMismatch(told({ inputs: [anInput({ gone: true })] }), ORDER, SHARED)).toMatch('gone')
    expect(orderMismatch(told({ fee: 20_000n }), ORDER, SHARED)).toMatch('fee')
  })
})
