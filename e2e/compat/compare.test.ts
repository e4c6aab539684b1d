import { describe, expect, it } from 'vitest'
import { compareExact, parseExact, printExact } from './exactJson.ts'
import type { Line } from './recordings.ts'
import { createTally } from './report.ts'

const places = (expected: string, got: string) =>
  compareExact(parseExact(expected), parseExact(got)).map(({ path }) => path)

const line: Line = {
  chain: 'regtest',
  seq: 1,
  note: '',
  node: 'R1',
  method: 'getblockcount',
  params: [],
  paramsText: '[]',
  status: 200,
  response: '{"result":1,"error":null,"id":0}',
  mocktime: undefined,
  http: undefined,
}

describe('compareExact', () => {
  it('finds nothing in equal values', () => {
    const text = '{"a":[1.00000000,{"b":null}],"c":"x","d":true}'
    expect(places(text, text)).toEqual([])
    expect(printExact(parseExact(text))).toBe(text)
  })
  it('distinguishes numbers by their text, and from strings', () => {
    expect(places('{"a":1,"b":[1,2]}', '{"a":1.0,"b":[1,"2"]}')).toEqual(['a', 'b[1]'])
  })
  it('finds missing, added and reordered members', () => {
    expect(places('{"a":1,"b":2,"c":3}', '{"c":3,"a":1,"d":4}')).toEqual(['b', 'd', '{order}'])
  })
  it('finds lists of different length', () => {
    expect(places('{"a":[1]}', '{"a":[1,2]}')).toEqual(['a'])
  })
})

describe('tally', () => {
  it('keeps differences that no entry of the table covers', () => {
    const tally = createTally()
    tally.add(line, { kind: 'compared', expected: parseExact('{"result":1}'), got: parseExact('{"result":2}') })
    tally.add(line, { kind: 'compared', expected: parseExact('{"result":1}'), got: parseExact('{"result":1}') })
    expect(tally.remaining).toHaveLength(1)
    expect(tally.unused().length).toBeGreaterThan(10)
  })
})
