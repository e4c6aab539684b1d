import { describe, expect, it } from 'vitest'
import type { TransactionStory } from '../../../parts/transaction/describe.ts'
import { createMismatch, moveMismatch } from './verify.ts'

const output = (kind: 'units' | 'marker', satoshis: bigint) => ({
  n: 0,
  kind,
  satoshis,
  address: 'R',
  title: '',
  note: '',
  own: true,
})
const story = (token: TransactionStory['token'], units: bigint): TransactionStory => ({
  outputs: [output('units', units), output('marker', 10_000n)],
  token,
  coinbase: false,
  outputTotal: 0n,
  inputTotal: undefined,
  fee: undefined,
})
const request = { name: 'A', supply: '0.00000005', description: 'd', data: undefined, units: 5n }
const token = { kind: 'create', creator: 'me', name: 'A', description: 'd', data: undefined } as const

describe('createMismatch', () => {
  it('accepts exactly what was asked for', () => {
    expect(createMismatch(story(token, 5n), request, 'me')).toBeUndefined()
  })

  it('notices every difference', () => {
    expect(createMismatch(story({ ...token, name: 'B' }, 5n), request, 'me')).toMatch('name')
    expect(createMismatch(story({ ...token, description: '' }, 5n), request, 'me')).toMatch('description')
    expect(createMismatch(story({ ...token, data: 'f7' }, 5n), request, 'me')).toMatch('data')
    expect(createMismatch(story(token, 6n), request, 'me')).toMatch('number')
    expect(createMismatch(story(token, 5n), request, 'you')).toMatch('creator')
    expect(createMismatch(story(undefined, 5n), request, 'me')).toMatch('not create')
  })
})

describe('moveMismatch', () => {
  const move = { tokenid: 't', receiver: 'r', units: 3n }

  it('compares token, receiver and units', () => {
    const data = { kind: 'transfer', tokenid: 't', receivers: ['r'] } as const
    expect(moveMismatch(story(data, 3n), move)).toBeUndefined()
    expect(moveMismatch(story(data, 4n), move)).toMatch('number')
    expect(moveMismatch(story({ ...data, receivers: ['x'] }, 3n), move)).toMatch('receiver')
    expect(moveMismatch(story({ ...data, tokenid: 'u' }, 3n), move)).toMatch('another token')
    expect(moveMismatch(story(token, 3n), move)).toMatch('not move')
  })
})
