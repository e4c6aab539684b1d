import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import en from '#shared/sentences/en.json' with { type: 'json' }
import { recogniseText } from '#shared/sentences/sentence.ts'
import { describeFileError } from './fileError.ts'

const coded = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) })

describe('describeFileError', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'file-error-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  /** Returns the explanation of the error thrown by `work`, for a path that the error does not contain. */
  const explain = (work: () => unknown, path = '/other'): string | undefined => {
    try {
      work()
    } catch (error) {
      return describeFileError(error, path)
    }
    throw new Error('it worked')
  }

  it.each([
    ['ENOSPC', 'diskFull'],
    ['EDQUOT', 'diskFull'],
    ['SQLITE_FULL', 'diskFull'],
    ['EROFS', 'readOnly'],
    ['SQLITE_READONLY', 'readOnly'],
    ['SQLITE_READONLY_DIRECTORY', 'readOnly'],
    ['EACCES', 'permission'],
    ['EPERM', 'permission'],
    ['EIO', 'unusable'],
    ['EMFILE', 'unusable'],
    ['SQLITE_IOERR_WRITE', 'unusable'],
    ['SQLITE_CANTOPEN', 'unusable'],
  ])('names the file and the remedy for %s, in a translated text (%s)', (code, key) => {
    const text = describeFileError(coded(code), import.meta.filename)
    expect(text).toContain(import.meta.filename)
    expect(text).toMatch(/(Free up|Make|Give|Check) [a-z]/)
    expect(recogniseText('start', en.start, text ?? '')?.key).toBe(`start.${key}`)
  })

  it('prefers the path of the error, except for a temporary copy of the file', () => {
    expect(describeFileError(coded('EROFS', '/a/b'), '/c')).toMatch(/^\/a\/b cannot be written/)
    expect(describeFileError(coded('ENOSPC', '/a/b.new-42'), '/a/b')).toMatch(/^The disk that holds \/a\/b is full/)
    const draft = join(folder, 'x.new')
    mkdirSync(draft)
    expect(describeFileError(coded('EISDIR', draft), join(folder, 'x'))).toContain(`${draft} is a folder`)
  })

  it('reports a folder where a file belongs, also next to a database', () => {
    const path = join(folder, 'x.db')
    mkdirSync(path)
    expect(explain(() => readFileSync(path), path)).toMatch(/^.*x\.db is a folder, but a file belongs there\. Move/)
    expect(explain(() => new SqliteDatabase(path), path)).toMatch(/x\.db is a folder/)
    for (const ending of ['-wal', '-shm', '-journal']) {
      const other = join(folder, `${ending}.db`)
      const make = () => {
        const db = new SqliteDatabase(other)
        try {
          db.pragma(`journal_mode = ${ending === '-journal' ? 'DELETE' : 'WAL'}`)
          db.exec('CREATE TABLE t (x)')
        } finally {
          db.close()
        }
      }
      make()
      mkdirSync(`${other}${ending}`)
      expect(explain(make, other)).toContain(`${other}${ending} is a folder`)
    }
  })

  it('reports a file where a folder belongs, anywhere on the path', () => {
    const file = join(folder, 'blocks')
    writeFileSync(file, '')
    const expected = `${file} is a file, but a folder belongs there. Move the file away and start again.`
    expect(explain(() => mkdirSync(file, { recursive: true }))).toBe(expected)
    expect(explain(() => mkdirSync(join(file, 'a'), { recursive: true }))).toBe(expected)
    expect(explain(() => readFileSync(join(file, 'a', 'b')))).toBe(expected)
  })

  it('reports a link without a target, and a missing folder', () => {
    symlinkSync(join(folder, 'unplugged'), join(folder, 'link'))
    const link = `${join(folder, 'link')} is a link to something that does not exist.`
    expect(explain(() => readFileSync(join(folder, 'link')))).toContain(link)
    expect(explain(() => writeFileSync(join(folder, 'link', 'x'), ''))).toContain(link)
    expect(explain(() => mkdirSync(join(folder, 'link'), { recursive: true }))).toContain(link)
    expect(explain(() => writeFileSync(join(folder, 'no', 'where', 'x'), ''))).toBe(
      `${join(folder, 'no')} does not exist. Create or restore it, or correct the path, and start again.`,
    )
  })

  it('returns undefined for errors that are not about files', () => {
    for (const error of [new TypeError('a bug'), coded('ECONNRESET'), coded('ERR_INVALID_ARG_TYPE'), 'ENOSPC'])
      expect(describeFileError(error, '/a')).toBeUndefined()
  })
})
