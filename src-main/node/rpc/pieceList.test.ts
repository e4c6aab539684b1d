import { expect, it } from 'vitest'
import { PieceList } from './pieceList.ts'

const joinShort = (pieces: readonly Buffer[]) => {
  const list = new PieceList()
  for (const piece of pieces) list.add(piece)
  return list.all()
}

it('keeps the order of short and long pieces', () => {
  const lengths = [1, 5000, 3, 4095, 4096, 0, 4000, 4000, 4000, 4000, 1, 70_000, 2]
  const pieces = lengths.map((length, at) => Buffer.alloc(length, at + 1))
  expect(Buffer.concat(joinShort(pieces)).equals(Buffer.concat(pieces))).toBe(true)
})

it('copies short pieces together', () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
  const list = joinShort(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
  expect(list.length).toBeLessThan(10)
  expect(Buffer.concat(list).equals(bytes)).toBe(true)
})

it('returns no piece if no bytes were added', () => {
  expect(joinShort([])).toEqual([])
  expect(joinShort([Buffer.alloc(0)])).toEqual([])
})
