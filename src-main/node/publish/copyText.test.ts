import { describe, expect, it } from 'vitest'
import { copyLine } from './copyText.ts'

describe('copyLine', () => {
  it('writes a row in the text format of COPY', () => {
    expect(copyLine([1, -5n, null, 'plain', Uint8Array.of(0, 255), 0.1])).toBe('1\t-5\t\\N\tplain\t\\\\x00ff\t0.1\n')
  })

  it('escapes delimiters of columns and lines, and a text that looks like NULL', () => {
    expect(copyLine(['a\tb\nc\rd\\e', '\\N'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\n')
  })

  it('writes only the bytes that a view covers, not its whole buffer', () => {
    expect(copyLine([Uint8Array.of(1, 2, 3, 4).subarray(1, 3)])).toBe('\\\\x0203\n')
  })
})
