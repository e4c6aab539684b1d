import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WordError } from './args.ts'
import { consoleCall, splitWords } from './words.ts'

const texts = (line: string) => splitWords(line).map((word) => word.text)

describe('splitWords', () => {
  it('splits at spaces and removes quotes', () => {
    expect(texts(`  a "b c"  'd "e'  f\\g  "h\\"i"j `)).toEqual(['a', 'b c', 'd "e', 'f\\g', 'h"ij'])
    expect(texts('a ""')).toEqual(['a', ''])
  })

  it('keeps JSON as a single word', () => {
    expect(texts(`x [{"a": "] }", "b": [1, 2]}] {"c\\"}": 1}`)).toEqual([
      'x',
      '[{"a": "] }", "b": [1, 2]}]',
      '{"c\\"}": 1}',
    ])
  })

  it('returns the position of each word and whether it is closed', () => {
    expect(splitWords('ab "c')).toEqual([
      { text: 'ab', from: 0, to: 2, open: false },
      { text: 'c', from: 3, to: 5, open: true },
    ])
    expect(splitWords('[1')).toEqual([{ text: '[1', from: 0, to: 2, open: true }])
  })

  it('terminates for every line, with all words inside the line', () => {
    const pieces = fc.constantFrom('"', "'", '\\', '{', '}', '[', ']', ' ', 'a', '\t', '\n')
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const line = parts.join('')
        for (const word of splitWords(line)) {
          expect(word.from).toBeLessThan(word.to)
          expect(word.to).toBeLessThanOrEqual(line.length)
        }
      }),
    )
  })
})

describe('consoleCall', () => {
  it('converts a line to a method call', () => {
    expect(consoleCall('getblock 5 2')).toEqual({ method: 'getblock', paramsText: '["5",2]' })
    expect(consoleCall('listunspent 1 10 ["R", "b"]')).toEqual({
      method: 'listunspent',
      paramsText: '[1,10,["R","b"]]',
    })
    expect(consoleCall('tokencreate "my token" 5')).toEqual({
      method: 'tokencreate',
      paramsText: '["my token","5"]',
    })
    expect(consoleCall('   ')).toBeUndefined()
  })

  it('rejects a line with an open quote or bracket', () => {
    expect(() => consoleCall('tokencreate "my')).toThrow(WordError)
    expect(() => consoleCall('listunspent 1 2 [')).toThrow(WordError)
  })
})
