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

describe('the folder of the compile cache', () => {
  it.runIf(posix)('is created for its owner alone, in a root that may be missing', () => {
    expect(findCompileCache(root)).toBe(folder)
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    const missing = join(root, 'new', 'root')
    expect(findCompileCache(missing)).toBe(join(missing, '.compile-cache'))
  })

  it('is used again', () => {
    expect(findCompileCache(root)).toBe(findCompileCache(root))
  })

  it('is rejected if it is a link', () => {
    mkdirSync(join(root, 'other'), { mode: 0o700 })
    symlinkSync(join(root, 'other'), folder, 'dir')
    expect(findCompileCache(root)).toBeUndefined()
  })

  it.runIf(posix)('is rejected if it belongs to another user', () => {
    expect(findCompileCache(root, (process.getuid?.() ?? 0) + 1)).toBeUndefined()
  })

  it.runIf(posix).each([0o755, 0o770])('is rejected if other users have access to it, with mode %o', (mode) => {
    mkdirSync(folder)
    chmodSync(folder, mode)
    expect(findCompileCache(root)).toBeUndefined()
  })

  it.runIf(posix)('is rejected if other users may write to its root', () => {
    chmodSync(root, 0o777)
    expect(findCompileCache(root)).toBeUndefined()
  })

  it('is not used if it cannot be created', () => {
    expect(findCompileCache(join(import.meta.filename, 'below-a-file'))).toBeUndefined()
  })
})
