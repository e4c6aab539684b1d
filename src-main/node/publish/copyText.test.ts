import { describe, expect, it } from 'vitest'
import { copyLine } from './copyText.ts'

describe('copyLine', () => {
  it('writes a row in the text format of COPY', () => {
    expect(copyLine([1, -5n, null, 'plain', Uint8Array.of(0, 255), 0.1])).toBe('1\t-5\t\\N\tplain\t\\\\x00ff\t0.1\n')
  })

  it('escapes what would end a column or a line, and a text that looks like NULL', () => {
    expect(copyLine(['a\tb\nc\rd\\e', '\\N'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\n')
  })

  it('writes only the part of a buffer that a view shows', () => {
    expect(copyLine([Uint8Array.of(1, 2, 3, 4).subarray(1, 3)])).toBe('\\\\x0203\n')
  })
})
