import type { IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { UploadTurns } from './uploadTurns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Upload that always has a further piece. */
class Endless {
  readonly #turns: UploadTurns
  readonly headers: IncomingHttpHeaders
  paused = false
  pieces = 0

  constructor(turns: UploadTurns, headers: IncomingHttpHeaders = {}) {
    this.#turns = turns
    this.headers = headers
  }

  read(): void {
    if (this.paused) return
    this.pieces++
    expect(this.#turns.take(this)).toBe(true)
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
  }
}

it('reads few pieces of many uploads in a turn, and about the same number of each', async () => {
  const turns = new UploadTurns()
  const uploads = Array.from({ length: 60 }, () => new Endless(turns))
  const sum = () => uploads.reduce((total, { pieces }) => total + pieces, 0)
  // In the first turn each upload reads a piece, because none is paused yet.
  for (const upload of uploads) upload.read()
  expect(sum()).toBe(60)
  for (let turn = 0; turn < 600; turn++) {
    const before = sum()
    await nextTurn()
    for (const upload of uploads) upload.read()
    expect(sum() - before).toBeLessThanOrEqual(16)
  }
  const counts = uploads.map(({ pieces }) => pieces)
  expect(Math.min(...counts)).toBeGreaterThan(50)
  expect(Math.max(...counts)).toBeLessThan(1.5 * Math.min(...counts))
})

it('resumes all uploads when no more pieces arrive', async () => {
  const turns = new UploadTurns()
  const uploads = Array.from({ length: 60 }, () => new Endless(turns))
  for (const upload of uploads) upload.read()
  expect(uploads.filter(({ paused }) => paused).length).toBeGreaterThan(50)
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(uploads.filter(({ paused }) => paused)).toEqual([])
})

it('refuses an upload in chunks while many are paused', async () => {
  const turns = new UploadTurns()
  const create = () => new Endless(turns, { 'transfer-encoding': 'chunked' })
  expect(Array.from({ length: 60 }, create).filter((upload) => turns.take(upload)).length).toBe(39)
  expect(turns.take(new Endless(turns))).toBe(true)
  await nextTurn()
  expect(turns.take(create())).toBe(true)
})

it('never pauses the only upload for a few pieces', () => {
  const upload = new Endless(new UploadTurns())
  for (let piece = 0; piece < 3; piece++) upload.read()
  expect(upload.paused).toBe(false)
})
