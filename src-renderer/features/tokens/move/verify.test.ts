import { beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { anExplanation } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { createMismatch, moveMismatch } from './verify.ts'

beforeAll(() => loadTexts('tokens'))

type Token = Explanation['tokens'][number]
type Created = NonNullable<Token['created']>

const move = (pubkey: string, units: bigint, owner: 'own' | 'foreign' = 'own') => ({
  n: 0,
  address: null,
  pubkey,
  owner,
  units,
})
const told = (action: Explanation['action'], ...tokens: readonly Token[]) => anExplanation([], { action, tokens })

describe('createMismatch', () => {
  const request = { name: 'A', supply: '0.00000005', description: 'd', data: undefined, units: 5n }
  const created = (change: Partial<Created> = {}, more: Partial<Token> = {}) =>
    told('token-create', {
      ...{ tokenid: 't', name: 'A', nft: false, moves: [move('me', 5n)], burned: 0n },
      created: { creator: 'me', description: 'd', supply: 5n, ...change },
      ...more,
    })

  it('accepts exactly the requested token', () => {
    expect(createMismatch(created(), request, 'me')).toBeUndefined()
  })

  it('rejects every difference from the request', () => {
    expect(createMismatch(created({}, { name: 'B' }), request, 'me')).toMatch('name')
    expect(createMismatch(created({ description: '' }), request, 'me')).toMatch('description')
    expect(createMismatch(created({ data: 'f7' }), request, 'me')).toMatch('data')
    expect(createMismatch(created({ supply: 6n }), request, 'me')).toMatch('number')
    expect(createMismatch(created({}, { moves: [move('you', 5n)] }), request, 'me')).toMatch('somebody else')
    expect(createMismatch(created(), request, 'you')).toMatch('creator')
    expect(createMismatch(told(null), request, 'me')).toMatch('not create')
  })
})

describe('moveMismatch', () => {
  const order = { tokenid: 't', receiver: 'r', units: 3n }
  const token = (change: Partial<Token> = {}): Token => ({
    ...{ tokenid: 't', name: 'A', nft: false, moves: [move('r', 3n, 'foreign'), move('me', 9n)], burned: 0n },
    ...change,
  })

  it('compares token, receiver and units', () => {
    const moved = (change?: Partial<Token>) => told('token-transfer', token(change))
    expect(moveMismatch(moved(), order)).toBeUndefined()
    expect(moveMismatch(told('token-burn', token()), order)).toBeUndefined()
    expect(moveMismatch(moved({ moves: [move('r', 4n)] }), order)).toMatch('number')
    expect(moveMismatch(moved({ moves: [move('x', 3n)] }), order)).toMatch('recipient')
    expect(moveMismatch(moved({ moves: [move('r', 3n), move('x', 9n, 'foreign')] }), order)).toMatch('somebody else')
    expect(moveMismatch(moved({ tokenid: 'u' }), order)).toMatch('another token')
    expect(moveMismatch(told('token-transfer', token(), token({ tokenid: 'u' })), order)).toMatch('not move')
    expect(moveMismatch(told('token-create', token()), order)).toMatch('not move')
  })
})
