import { describe, expect, it } from 'vitest'
import { type LoadedRows, loadedText } from './loadedText.ts'

const list = { what: 'transactions', total: undefined, all: undefined, loadingMore: false } as const
const whole: LoadedRows = { ...list, filtered: false, complete: true }
const found: LoadedRows = { ...whole, filtered: true }
const part: LoadedRows = { ...whole, complete: false }

describe('loadedText', () => {
  it('returns the number of rows of a complete list', () => {
    expect(loadedText(whole, 23)).toBe('23 transactions')
    expect(loadedText(whole, 1)).toBe('1 transaction')
  })

  it('compares filtered rows only with a known total: 1 of 23 is not "1 of 1"', () => {
    expect(loadedText(found, 1)).toBe('1 matches the filter')
    expect(loadedText(found, 1_234)).toBe('1,234 match the filter')
    expect(loadedText({ ...found, all: 23 }, 1)).toBe('1 of 23 transactions matches the filter')
  })

  it('announces more rows, with the total if it is known', () => {
    expect(loadedText(part, 1_000)).toBe('1,000 transactions loaded so far; scroll to load more')
    expect(loadedText({ ...part, filtered: true }, 12)).toBe('12 matches so far; scroll to load more')
    expect(loadedText({ ...part, total: 2_500 }, 1_000)).toBe('1,000 of 2,500 transactions loaded; scroll to load more')
    expect(loadedText({ ...part, loadingMore: true }, 1_000)).toBe('1,000 transactions loaded so far; loading more …')
  })
})
