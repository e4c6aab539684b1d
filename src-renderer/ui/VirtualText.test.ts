import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapLines } from './VirtualText.tsx'

describe('wrapLines', () => {
  it('wraps without losing or splitting a character', () => {
    expect(wrapLines('abcdef\n\ng', 4)).toEqual(['abcd', 'ef', '', 'g'])
    expect(wrapLines('abc🚀🚀', 4)).toEqual(['abc', '🚀🚀'])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, columns) => {
        const line = text.replaceAll('\n', '')
        const lines = wrapLines(line, columns)
        expect(lines.join('')).toBe(line)
        for (const part of lines) expect(part.length).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
