import { describe, expect, it } from 'vitest'
import { blockCount } from './blockCount.ts'

describe('blockCount', () => {
  it.each([
    ['1', 1],
    [' 10000 ', 10_000],
    ['007', 7],
    ['0', undefined],
    ['10001', undefined],
    ['-3', undefined],
    ['1e3', undefined],
    ['2.5', undefined],
    ['', undefined],
  ])('parses %j or returns undefined', (text, count) => expect(blockCount(text)).toBe(count))
})
