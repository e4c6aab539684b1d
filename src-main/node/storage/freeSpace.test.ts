import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import en from '#shared/sentences/en.json' with { type: 'json' }
import { recogniseText } from '#shared/sentences/sentence.ts'
import { createTestNode, silentLogger, type TestNodeOptions } from '../testing/index.ts'
import { readFreeBytes, watchFreeSpace } from './freeSpace.ts'
import { Storage } from './storage.ts'
import { StorageError } from './storageError.ts'

const MEGABYTE = 1_048_576
const MIN = 50 * MEGABYTE

describe('checks of free disk space', () => {
  let dataDir: string
  let free: number | undefined
  const asked: string[] = []
  let open: Storage | undefined
  const freeBytes = (folder: string) => {
    asked.push(folder)
    return free
  }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'space-'))
    free = MIN
    asked.length = 0
  })
  afterEach(() => {
    open?.close()
    open = undefined
    rmSync(dataDir, { recursive: true, force: true })
  })
  const start = (
    options: { readonly freeBytes?: typeof freeBytes; readonly cacheMegabytes?: number } = {},
  ): Storage => {
    open?.close()
    open = undefined
    const identity = { magic: Uint8Array.of(1, 2, 3, 4), genesisHash: new Uint8Array(32).fill(9) }
    const { cacheMegabytes = 1 } = options
    const deps = { logger: silentLogger, freeBytes: options.freeBytes ?? freeBytes }
    open = Storage.open({ dataDir, durable: false, cacheMegabytes, ...identity }, deps)
    return open
  }
  const node = (options: TestNodeOptions = {}) => createTestNode({ dataDir, freeBytes, ...options })
  const failure = (work: () => unknown): Error => {
    try {
      work()
    } catch (error) {
      return error as Error
    }
    throw new Error('no error was thrown')
  }

  it('prevent opening the storage and name folder, free and needed bytes', () => {
    free = MIN - 1
    const error = failure(start)
    expect(error).toBeInstanceOf(StorageError)
    expect(error.message).toBe(
      `Disk space is low: 52.4 MB left on the disk that holds ${dataDir}, 52.4 MB needed. Free up space and start again; nothing is lost.`,
    )
    expect(recogniseText('start', en.start, error.message)?.key).toBe('start.diskLow')
    free = MIN
    start()
  })

  it('include the disk of the block files', () => {
    start()
    const other = (folder: string) => (folder.endsWith('blocks') ? MIN - 1 : MIN * 9)
    expect(failure(() => start({ freeBytes: other })).message).toContain(`holds ${join(dataDir, 'blocks')},`)
  })

  it('pass if the system does not report free space', () => {
    free = undefined
    start().checkSpace()
    expect(asked.length).toBeGreaterThan(0)
    expect(readFreeBytes(join(dataDir, 'nowhere'))).toBeUndefined()
    expect(readFreeBytes(dataDir)).toBeGreaterThan(0)
  })

  it('include room for the log and, in bulk mode, for the pages of a commit', () => {
    free = MIN + 100 * MEGABYTE
    const storage = start({ cacheMegabytes: 64 })
    free = MIN + MEGABYTE
    storage.checkSpace()
    storage.setBulk(true)
    expect(failure(() => storage.checkSpace()).message).toMatch(/, 94\.\d MB needed/)
    free = MIN + 42 * MEGABYTE
    storage.checkSpace()
    storage.db.exec('CREATE TABLE filler (x)')
    storage.db.prepare('INSERT INTO filler VALUES (zeroblob(?))').run(4 * MEGABYTE)
    expect(failure(() => storage.checkSpace()).message).toMatch(/, 98\.\d MB needed/)
  })

  it('stop the chain before the next block is written, with its data intact', () => {
    const fatal = vi.fn()
    free = MIN * 2
    const first = node({ fatal })
    first.mine(3)
    const end = first.storage.files.end()
    free = MIN
    expect(failure(() => first.mine(1)).message).toContain('Disk space is low')
    expect(fatal).toHaveBeenCalledOnce()
    expect(fatal.mock.calls[0]?.[0]).toBeInstanceOf(StorageError)
    expect(first.storage.files.end()).toEqual(end)
    expect(first.chain.tip().height).toBe(3)
    first.close()
    free = MIN - 1
    expect(failure(() => node()).message).toContain('Disk space is low')
    free = MIN * 2
    const again = node()
    expect(again.chain.tip().height).toBe(3)
    again.mine(1)
    again.close()
  })
})

describe('watchFreeSpace', () => {
  const manual = () => {
    let due: { readonly callback: () => void; readonly millis: number } | undefined
    return {
      timers: {
        set: (callback: () => void, millis: number) => {
          due = { callback, millis }
          return due
        },
        clear: (timer: unknown) => {
          if (timer === due) due = undefined
        },
      },
      next: () => due,
    }
  }

  it('checks every minute, reports the first failure once, and then stops', () => {
    const { timers, next } = manual()
    const check = vi.fn()
    const low = vi.fn()
    watchFreeSpace(check, low, timers)
    expect(check).not.toHaveBeenCalled()
    for (let minute = 0; minute < 3; minute++) {
      expect(next()?.millis).toBe(60_000)
      next()?.callback()
    }
    expect(check).toHaveBeenCalledTimes(3)
    const before = next()
    check.mockImplementation(() => {
      throw new StorageError('io', 'low')
    })
    before?.callback()
    expect(low).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'low' }))
    expect(next()).toBe(before)
  })

  it('stops checking when the watch is ended', () => {
    const { timers, next } = manual()
    watchFreeSpace(vi.fn(), vi.fn(), timers)()
    expect(next()).toBeUndefined()
  })
})
