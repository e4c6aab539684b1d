import { describe, expect, it } from 'vitest'
import type { TokenKey } from '../../../components/tokenKey/tokenKeyWords.ts'
import { coinsOf, MOST_SWEPT, sweepable } from './sweep.ts'

const key = (address: string, changes: Partial<TokenKey>) =>
  ({ address, mine: true, restored: false, coins: 0n, tokencount: 0, ...changes }) as TokenKey
const coin = (address: string | null, amount: bigint, state = 'spendable') =>
  ({ txid: 'aa', vout: 0, address, amount, state }) as unknown as Parameters<typeof coinsOf>[0][number]

describe('sweeping keys to the phrase', () => {
  it('concerns keys that are ours and do not come from it', () => {
    const found = sweepable([
      key('loose', { coins: 5n, tokencount: 2 } as Partial<TokenKey>),
      key('phrase', { coins: 7n, restored: true } as Partial<TokenKey>),
      key('foreign', { coins: 9n, mine: false } as Partial<TokenKey>),
      key('only tokens', { tokencount: 1 }),
    ])
    expect(found).toEqual({ coins: 5n, tokens: 3, addresses: new Set(['loose']) })
    expect(sweepable([])).toEqual({ coins: 0n, tokens: 0, addresses: new Set() })
  })

  it('takes the spendable coins of these keys, and not too many', () => {
    const rows = [coin('loose', 3n), coin('loose', 2n, 'immature'), coin('phrase', 9n), coin(null, 1n)]
    expect(coinsOf(rows, new Set(['loose']))).toEqual([{ txid: 'aa', vout: 0, amount: '3' }])
    const many = Array.from({ length: MOST_SWEPT + 5 }, () => coin('loose', 1n))
    expect(coinsOf(many, new Set(['loose']))).toHaveLength(MOST_SWEPT)
  })
})
