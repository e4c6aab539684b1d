import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCompileCache } from './compileCache.mjs'

const posix = process.platform !== 'win32'

let root = ''
let folder = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  folder = join(root, '.compile-cache')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('findCompileCache', () => {
  it.runIf(posix)('creates a folder for its owner alone, in a root that may be missing', () => {
    expect(findCompileCache(root)).toBe(folder)
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    const missing = join(root, 'new', 'root')
    expect(findCompileCache(missing)).toBe(join(missing, '.compile-cache'))
  })

  it('returns the same folder again', () => {
    expect(findCompileCache(root)).toBe(findCompileCache(root))
  })

  it('rejects a folder that is a link', () => {
    mkdirSync(join(root, 'other'), { mode: 0o700 })
    symlinkSync(join(root, 'other'), folder, 'dir')
    expect(findCompileCache(root)).toBeUndefined()
  })

  it.runIf(posix)('rejects a folder of another user', () => {
    expect(findCompileCache(root, (process.getuid?.() ?? 0) + 1)).toBeUndefined()
  })

  it.runIf(posix).each([0o755, 0o770])('rejects a folder that other users can access, with mode %o', (mode) => {
    mkdirSync(folder)
    chmodSync(folder, mode)
    expect(findCompileCache(root)).toBeUndefined()
  })

  it.runIf(posix)('rejects a root that other users can write to', () => {
    chmodSync(root, 0o777)
    expect(findCompileCache(root)).toBeUndefined()
  })

  it('returns undefined if the folder cannot be created', () => {
    expect(findCompileCache(join(import.meta.filename, 'below-a-file'))).toBeUndefined()
  })
})
