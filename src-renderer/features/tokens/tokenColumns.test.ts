import { describe, expect, it } from 'vitest'
import { longestNumber, tokenColumns } from './tokenColumns.tsx'
import type { ListedToken } from './useTokens.ts'

const row = (supply: bigint, mybalance: bigint) => ({ supply, mybalance }) as ListedToken
const widthOf = (longest: number) => tokenColumns(undefined, longest).find(({ id }) => id === 'supply')?.width

describe('the widths of the token table', () => {
  it('gives numbers what the longest needs, and no more', () => {
    expect(longestNumber(undefined)).toBe(1)
    expect(longestNumber([row(10n, 3n), row(250_000n, 0n)])).toBe('250,000'.length)
    expect(longestNumber([row(5n, 9_223_372_036_854_775_807n)])).toBe('9,223,372,036,854,775,807'.length)
    expect(widthOf(1)).toBe('minmax(88px, 1fr)')
    expect(widthOf(25)).toBe('minmax(200px, 1fr)')
  })
})
