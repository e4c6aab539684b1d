import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createJsonParse,
  doubleText,
  indentJson,
  type JsonObject,
  JsonParseError,
  type JsonValue,
  memberNames,
  NumberLiteral,
  parseJson,
  stringifyJson,
} from './json.ts'

const parsedBy = (text: string): JsonValue | 'refused' => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonParseError) return 'refused'
    throw error
  }
}

describe('parseJson', () => {
  it('keeps the source text of numbers', () => {
    expect(parseJson('[1.00000000, -0, 1e3, 123456789012345678901234567890]')).toEqual(
      ['1.00000000', '-0', '1e3', '123456789012345678901234567890'].map((text) => new NumberLiteral(text)),
    )
  })

  it('keeps the order of members, and the first of two with the same name', () => {
    expect([...(parseJson('{"b":1,"2":2,"a":3,"b":4,"__proto__":5}') as Map<string, JsonValue>)]).toEqual([
      ['b', new NumberLiteral('1')],
      ['2', new NumberLiteral('2')],
      ['a', new NumberLiteral('3')],
      ['__proto__', new NumberLiteral('5')],
    ])
  })

  it('reads escapes and surrogate pairs', () => {
    expect(parseJson(String.raw`"\u00e9\n\"\/\\ 😀 \ud83d\ude00 \b\f\r\t"`)).toBe('é\n"/\\ 😀 😀 \b\f\r\t')
  })

  it.each([
    '',
    '   ',
    'hello',
    '{method:1}',
    "{'a':1}",
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '{"a" 1}',
    '"abc',
    '"a\nb"',
    '"\\x"',
    '"\\u12g4"',
    '"\\ud800"',
    '"\\ud800\\u0041"',
    '"\\udc00"',
    '01',
    '+1',
    '1.',
    '.5',
    '1e',
    '-',
    'tru',
    'nullx',
    '[1] x',
    '\ufeff[]',
    '{"a":1}{"b":2}',
  ])('rejects the text %j', (text) => {
    expect(parsedBy(text)).toBe('refused')
  })

  it('limits depth and length of a text', () => {
    expect(parsedBy('['.repeat(512) + ']'.repeat(512))).not.toBe('refused')
    expect(parsedBy('['.repeat(513) + ']'.repeat(513))).toBe('refused')
    expect(parsedBy('['.repeat(1_000_000))).toBe('refused')
    expect(() => parseJson('[[]]', { maxDepth: 1 })).toThrow(JsonParseError)
    expect(() => parseJson('[1,2]', { maxLength: 4 })).toThrow(JsonParseError)
  })

  it('agrees with JSON.parse on every text that JSON.stringify writes', () => {
    const plain = (value: JsonValue): unknown => {
      if (value instanceof NumberLiteral) return Number(value.text)
      if (Array.isArray(value)) return value.map(plain)
      if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]))
      return value
    }
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, spread) => {
        const text = JSON.stringify(value, null, spread ? 1 : 0)
        expect(plain(parseJson(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('throws only JsonParseError, and rejects every text that JSON.parse rejects', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '1',
      '-',
      '.',
      'e',
      'true',
      'nul',
      'l',
      ' ',
      'u00',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const text = parts.join('')
        let fine = true
        try {
          JSON.parse(text)
        } catch {
          fine = false
        }
        expect(parsedBy(text) !== 'refused').toBe(fine)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('stringifyJson', () => {
  it('writes a parsed text back byte for byte', () => {
    const text = '{"a":[1.00000000,1e3,null,true],"b":{"c":"é\\n\\u0001\\u007f"},"10":-0.5}'
    expect(stringifyJson(parseJson(text))).toBe(text)
  })

  it('omits undefined members and writes bigint as an integer', () => {
    expect(stringifyJson({ a: 2n ** 64n, b: undefined, c: new Map([['d', 1]]) })).toBe(
      '{"a":18446744073709551616,"c":{"d":1}}',
    )
  })
})

describe('indentJson', () => {
  it('formats like the reference’s client', () => {
    expect(indentJson(parseJson('{"a":[1.00000000,[]],"b":{},"c":"x"}'))).toBe(
      '{\n  "a": [\n    1.00000000,\n    [\n    ]\n  ],\n  "b": {\n  },\n  "c": "x"\n}',
    )
  })
})

describe('doubleText', () => {
  it.each([
    [1, '1'],
    [0, '0'],
    [-5, '-5'],
    [0.1, '0.1'],
    [1e-8, '1e-08'],
    [0.0001, '0.0001'],
    [0.00001234, '1.234e-05'],
    [8877572425467.289, '8877572425467.289'],
    [340909090909.0909, '340909090909.0909'],
    [1e15, '1000000000000000'],
    [1e16, '1e+16'],
    [1.5e300, '1.5e+300'],
    [1 / 3, '0.3333333333333333'],
    [0.1 + 0.2, '0.3'],
    [1.000000000000001, '1.000000000000001'],
    [-2.5, '-2.5'],
  ])('prints %d as %s', (value, text) => {
    expect(doubleText(value)).toBe(text)
  })

  it('returns a JSON number close to the value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        const text = doubleText(value)
        expect(parseJson(text)).toEqual(new NumberLiteral(text))
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-15)
      }),
    )
  })

  it('throws for a value that JSON cannot represent', () => {
    expect(() => doubleText(Number.NaN)).toThrow(RangeError)
  })
})

describe('memberNames', () => {
  it.each([
    ['{}', []],
    ['{"a":1,"b":2}', ['a', 'b']],
    ['{"a":1,"a":2}', ['a', 'a']],
    ['{"a":1,"b":2,"a":3,"c":4,"b":5,"b":6}', ['a', 'b', 'a', 'c', 'b', 'b']],
  ])('returns each name of %s as often as it occurs', (text, names) => {
    const object = parseJson(text) as JsonObject
    expect(memberNames(object)).toEqual(names)
    expect([...object.keys()]).toEqual([...new Set(names)])
  })

  it('takes linear time for a text with one repeated name', () => {
    const object = parseJson(`{${'"a":1,'.repeat(200_000)}"b":1}`) as JsonObject
    expect(memberNames(object)).toHaveLength(200_001)
  })
})

describe('createJsonParse', () => {
  /** Parses in steps of `units`. Returns the value and the number of steps. */
  function inSteps(text: string, units: number) {
    const parse = createJsonParse(text)
    for (let steps = 1; ; steps++) if (parse.advance(units)) return { value: parse.value(), steps }
  }
  const outcome = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return error
    }
  }

  it('returns the same value or error in steps of any length', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((text) => text.replaceAll('"', '\\u0041"')),
    )
    const cut = fc.tuple(texts, fc.nat(200)).map(([text, at]) => text.slice(0, text.length - (at % 3 === 0 ? at : 0)))
    fc.assert(
      fc.property(cut, fc.integer({ min: 1, max: 9 }), (text, units) => {
        expect(outcome(() => inSteps(text, units).value)).toEqual(outcome(() => parseJson(text)))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a string', `"${'x'.repeat(10_000)}"`],
    ['escapes', `"${'\\u0041'.repeat(2000)}"`],
    ['blanks', `${' '.repeat(10_000)}1`],
    ['blanks at the end', `1${' '.repeat(10_000)}`],
    ['blanks before a colon', `{"a"${' '.repeat(10_000)}:1}`],
    ['items', `[${'1,'.repeat(5000)}1]`],
  ])('pauses inside of %s', (_, text) => {
    expect(inSteps(text, 100).steps).toBeGreaterThan(90)
  })

  it('reports the memory that the values take', () => {
    const weigh = (text: string) => {
      const parse = createJsonParse(text)
      parse.advance(Number.POSITIVE_INFINITY)
      return parse.weight()
    }
    expect(weigh('[{},{},{}]')).toBeGreaterThan(3 * 200)
    expect(weigh(`[${'{},'.repeat(999)}{}]`)).toBeGreaterThan(1000 * 200)
  })
})
