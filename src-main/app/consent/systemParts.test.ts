import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemParts } from './systemParts.ts'

const { files, random } = systemParts

describe('picked files', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'picked-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('become readable only by this user, even if they had wider permissions', async () => {
    const path = join(folder, 'keys.txt')
    writeFileSync(path, 'old and longer')
    chmodSync(path, 0o666)
    await files.write(path, 'keys')
    expect(readFileSync(path, 'utf8')).toBe('keys')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await files.read(path, 4)).toBe('keys')
    expect(readdirSync(folder)).toEqual(['keys.txt'])
  })

  it('leave unfinished files of killed programs unchanged and report them', async () => {
    const left = join(folder, 'keys.txt.0123abcd.unfinished')
    writeFileSync(left, 'the only copy')
    expect(await files.write(join(folder, 'keys.txt'), 'keys')).toEqual([left])
    expect(readFileSync(left, 'utf8')).toBe('the only copy')
    rmSync(left)
    expect(await files.write(join(folder, 'keys.txt'), 'keys')).toEqual([])
  })

  it('cause errors that do not contain the path if they cannot be used', async () => {
    const path = join(folder, 'keys.txt')
    writeFileSync(path, 'keys')
    const refused = [
      files.read(path, 3),
      files.read(folder, 9),
      files.read(join(folder, 'no'), 9),
      files.write(folder, ''),
    ]
    const texts = await Promise.all(refused.map((work) => work.then(String, (error: Error) => error.message)))
    expect(texts).toEqual([
      'The file cannot be read: the file is too large',
      expect.stringMatching(/^The file cannot be read: not a regular file/),
      'The file cannot be read: no such file',
      'The file cannot be written: the path is a folder',
    ])
    expect(texts.join('')).not.toContain(folder)
  })
})

describe('random handles', () => {
  it('look like a transaction id and differ', () => {
    expect(random()).toMatch(/^[0-9a-f]{64}$/)
    expect(random()).not.toBe(random())
  })
})
