import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeDurably } from './durableFile.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'))
  path = join(folder, 'file')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('writeDurably with an asynchronous iterable', () => {
  it('writes all texts, or nothing if the iterable fails', async () => {
    async function* texts(count: number, fails = false) {
      for (let n = 0; n < count; n++) yield `line ${n}\n`
      if (fails) throw new Error('aborted')
    }
    await writeDurably(path, texts(3))
    expect(readFileSync(path, 'utf8')).toBe('line 0\nline 1\nline 2\n')
    await expect(writeDurably(path, texts(9, true))).rejects.toThrow('aborted')
    expect(readFileSync(path, 'utf8')).toBe('line 0\nline 1\nline 2\n')
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('lets two writes of one file run at the same time, and keeps the last to finish', async () => {
    await Promise.all([writeDurably(path, 'one'), writeDurably(path, 'two')])
    expect(['one', 'two']).toContain(readFileSync(path, 'utf8'))
    expect(readdirSync(folder)).toEqual(['file'])
  })
})
