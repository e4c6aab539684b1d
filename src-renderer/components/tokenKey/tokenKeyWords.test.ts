import { beforeAll, describe, expect, it } from 'vitest'
import type { TxId } from '#shared/units.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { assessRisk, outOfSight, ownedBy, type TokenKey } from './tokenKeyWords.ts'

beforeAll(() => loadTexts('parts'))

const token = (name: string, units: bigint) => ({ tokenid: '00'.repeat(32) as TxId, name, units })
const key = (changes: Partial<TokenKey> = {}) =>
  ({
    ...{ identity: false, mine: true, account: null, restored: true, label: '', coins: 0n, tokens: [], tokencount: 0 },
    ...changes,
  }) as TokenKey

describe('texts about a token key', () => {
  it('list coins and tokens of the key in one line', () => {
    expect(ownedBy(key(), 'SB')).toBe('Nothing yet')
    expect(ownedBy(key({ coins: 150_000_000n }), 'SB')).toBe('1.5 SB')
    const tokens = ['A', 'B', 'C', 'D'].map((name, place) => token(name, BigInt(1000 + place)))
    expect(ownedBy(key({ coins: 1n, tokens, tokencount: 105 }), 'SB')).toBe(
      '0.00000001 SB · 1,000 A, 1,001 B, 1,002 C, 102 more tokens',
    )
  })

  it('warn about tokens, but not coins, that go out of sight', () => {
    expect(outOfSight(undefined)).toBeUndefined()
    expect(outOfSight(key({ coins: 5n }))).toBeUndefined()
    expect(outOfSight(key({ tokens: [token('GOLD', 7n)], tokencount: 1 }))).toMatch(
      /^Your 7 GOLD stay with the old key/,
    )
  })

  it('warn about a foreign key, and about a key that the phrase does not restore', () => {
    expect(assessRisk(key(), true)).toBeUndefined()
    expect(assessRisk(key({ restored: false }), false)).toBeUndefined()
    expect(assessRisk(key({ restored: false }), true)).toContain('only a backup')
    expect(assessRisk(key({ mine: false }), false)).toContain('private key')
  })
})
