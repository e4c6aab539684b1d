import { describe, expect, it } from 'vitest'
import { parseJson } from '../json.ts'
import { type Infer, ResultError, r } from './result.ts'
import { StreamedRows } from './resultShape.ts'

const sample = r.object({
  id: r.txid(),
  value: r.coins(),
  sat: r.satoshis(),
  size: r.int(),
  rate: r.double(),
  fine: r.bool(),
  note: r.optional(r.text()),
  tags: r.array(r.text()),
  more: r.dictionary(r.int()),
  end: r.oneOf('', r.nothing, r.choice('', 'yes', 'no')),
})

const value: Infer<typeof sample> = {
  end: 'yes',
  fine: true,
  id: 'aa'.repeat(32),
  more: new Map([
    ['b', 1],
    ['a', 2],
  ]),
  rate: 1e-8,
  sat: 5n,
  size: 3,
  tags: ['x', 'é'],
  value: 150_000_000n,
}
const text =
  `{"id":"${'aa'.repeat(32)}","value":1.50000000,"sat":5,"size":3,"rate":1e-08,"fine":true,` +
  '"tags":["x","é"],"more":{"b":1,"a":2},"end":"yes"}'

describe('result shapes', () => {
  it('encode the same text in slices, with a pause after a fixed number of rows', async () => {
    let pauses = 0
    const pause = async () => {
      pauses++
    }
    expect(await sample.encodeInTurns?.(value, pause)).toBe(text)
    expect(pauses).toBe(0)
    const rows = r.array(r.object({ n: r.int() }))
    const long = r.oneOf('', rows, r.object({ rows, end: r.optional(r.text()) }))
    const many = Array.from({ length: 5_000 }, (_, n) => ({ n }))
    for (const answer of [many, { rows: many }, { rows: [], end: 'x' }]) {
      expect(await long.encodeInTurns?.(answer, pause)).toBe(long.encode(answer))
    }
    expect(pauses).toBe(4)
    await expect(long.encodeInTurns?.(5 as never, pause)).rejects.toThrow('a result fits no variant')
    await expect(long.encodeInTurns?.({} as never, pause)).rejects.toThrow('a result lacks "rows"')
    const stop = () => Promise.reject(new Error('gone'))
    await expect(long.encodeInTurns?.(many, stop)).rejects.toThrow('gone')
  })

  it('encode streamed rows in pieces that form the same text', async () => {
    const rows = r.array(r.object({ n: r.int() }))
    const long = r.oneOf('', rows, r.object({ start: r.int(), rows, end: r.optional(r.text()) }))
    const buildPages = (sizes: readonly number[]) =>
      sizes.map((size) => Array.from({ length: size }, (_, n) => ({ n })))
    const streamed = (sizes: readonly number[]) => {
      async function* pages() {
        yield* buildPages(sizes)
      }
      return new StreamedRows(pages(), () => {}).asRows()
    }
    for (const sizes of [[], [0], [3], [0, 2, 0, 1], [2, 2]]) {
      const all = buildPages(sizes).flat()
      const whole = { start: 1, rows: all, end: 'x' }
      const pieces = await Array.fromAsync(long.encodeStream!(streamed(sizes)))
      expect(pieces.join('')).toBe(long.encode(all))
      expect(pieces).toHaveLength(1 + sizes.filter((size) => size > 0).length)
      const members = await Array.fromAsync(long.encodeStream!({ ...whole, rows: streamed(sizes) }))
      expect(members.join('')).toBe(long.encode(whole))
      expect((await Array.fromAsync(long.encodeStream!(whole))).join('')).toBe(long.encode(whole))
    }
    await expect(long.encodeStream!({} as never).next()).rejects.toThrow('a result lacks "start"')
    async function* broken() {
      yield [{ n: 1 }]
      throw new Error('the disk failed')
    }
    const stream = rows.encodeStream!(new StreamedRows(broken(), () => {}).asRows())
    expect((await stream.next()).value).toBe('[{"n":1}')
    await expect(stream.next()).rejects.toThrow('the disk failed')
  })

  it('encode an object of writtenOnce only once', () => {
    let written = 0
    const counted = { ...r.text(), encode: (value: string) => `${++written}${value}` }
    const shape = r.writtenOnce(r.array(counted))
    const rows = ['a', 'b']
    expect([shape.encode(rows), shape.encode(rows), shape.encode(['a'])]).toEqual(['[1a,2b]', '[1a,2b]', '[3a]'])
    expect(() => shape.encode(5 as never)).toThrow('a result should be an array')
  })

  it('encode members in the order of the contract, and amounts with 8 decimals', () => {
    expect(sample.encode(value)).toBe(text)
  })

  it('decode the text that they encoded', () => {
    expect(sample.decode(parseJson(text))).toEqual(value)
  })

  it('read amounts from the source text without a float', () => {
    expect(r.coins().decode(parseJson('92233720.36854775'))).toBe(9_223_372_036_854_775n)
  })

  it('name the position of an error in a reply', () => {
    const wrong = parseJson(text.replace('["x","é"]', '["x",5]'))
    expect(() => sample.decode(wrong)).toThrow(new ResultError('tags: 1: expected a string'))
    expect(() => sample.decode(parseJson('{}'))).toThrow('"id" is missing')
  })

  it('ignore unknown members of a reply', () => {
    expect(r.object({ a: r.int() }).decode(parseJson('{"a":1,"b":2}'))).toEqual({ a: 1 })
  })

  it.each([
    ['a missing member', { ...value, size: undefined }],
    ['a float for an integer', { ...value, size: 1.5 }],
    ['a number for satoshis', { ...value, sat: 5 }],
    ['a number for coins', { ...value, value: 1 }],
    ['an unknown word', { ...value, end: 'maybe' }],
    ['a number for text', { ...value, note: 5 }],
  ])('throw TypeError instead of encoding %s', (_what, wrong) => {
    expect(() => sample.encode(wrong as never)).toThrow(TypeError)
  })
})
