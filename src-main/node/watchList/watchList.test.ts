import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoredWatchList, UnopenedWatchList, type WatchList, WatchListError } from './index.ts'

describe('watch list', () => {
  let folder: string
  let now = 100
  const clock = { now: () => now }
  const path = () => join(folder, 'watch.db')

  beforeEach(() => {
    now = 100
    folder = mkdtempSync(join(tmpdir(), 'watch-list-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('keeps entries in order of insertion, after a reopening too', () => {
    const first = StoredWatchList.open(path(), { clock })
    first.put('b', 'savings')
    now = 200
    first.put('a', '')
    first.close()
    const again = StoredWatchList.open(path(), { clock })
    expect(again.list()).toEqual([
      { address: 'b', label: 'savings', created: 100 },
      { address: 'a', label: '', created: 200 },
    ])
    again.close()
  })

  it('changes a label without moving the entry', () => {
    const list = StoredWatchList.open(path(), { clock })
    list.put('a', 'one')
    list.put('b', 'two')
    now = 300
    expect(list.put('a', 'three')).toEqual({ address: 'a', label: 'three', created: 100 })
    expect(list.list().map(({ label }) => label)).toEqual(['three', 'two'])
    list.close()
  })

  it('writes to disk before it returns, so that a second reader sees the change', () => {
    const list = StoredWatchList.open(path(), { clock })
    list.put('a', 'one')
    const reader = new Database(path(), { readonly: true })
    expect(reader.prepare('SELECT address, label FROM watched').all()).toEqual([{ address: 'a', label: 'one' }])
    expect(list.remove('a')).toBe(true)
    expect(list.remove('a')).toBe(false)
    expect(reader.prepare('SELECT * FROM watched').all()).toEqual([])
    reader.close()
    list.close()
  })

  it('makes the file readable by its owner only, whatever its earlier mode', () => {
    StoredWatchList.open(path(), { clock }).close()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    chmodSync(path(), 0o644)
    StoredWatchList.open(path(), { clock }).close()
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('throws for a damaged file and leaves it unchanged', () => {
    writeFileSync(path(), 'this is not a database, whatever its name says'.repeat(100))
    expect(() => StoredWatchList.open(path(), { clock })).toThrow(WatchListError)
    expect(() => StoredWatchList.open(path(), { clock })).toThrow(/is damaged and was left as it is/)
  })

  it('throws for a file that lacks its table', () => {
    const db = new Database(path())
    db.pragma('user_version = 1')
    db.close()
    expect(() => StoredWatchList.open(path(), { clock })).toThrow(/cannot be read or written/)
  })

  it('throws its error on every call if the file was not opened, and finds no label', () => {
    const list: WatchList = new UnopenedWatchList(new WatchListError('damaged'))
    for (const ask of [() => list.list(), () => list.size(), () => list.put('a', ''), () => list.remove('a')])
      expect(ask).toThrow('damaged')
    expect(list.find('a')).toBeUndefined()
    expect(() => list.close()).not.toThrow()
  })

  it('throws for a file of a newer version', () => {
    const db = new Database(path())
    db.pragma('user_version = 99')
    db.close()
    expect(() => StoredWatchList.open(path(), { clock })).toThrow(/newer version/)
  })

  it('behaves like a map under random changes and reopenings', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), address: fc.constantFrom('a', 'b', 'c'), label: fc.string() }),
      fc.record({
        do: fc.constant('remove' as const),
        address: fc.constantFrom('a', 'b', 'c'),
        label: fc.constant(''),
      }),
      fc.record({ do: fc.constant('reopen' as const), address: fc.constant(''), label: fc.constant('') }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        rmSync(path(), { force: true })
        const model = new Map<string, string>()
        let list = StoredWatchList.open(path(), { clock })
        for (const { do: what, address, label } of steps) {
          if (what === 'put') {
            list.put(address, label)
            model.set(address, label)
          } else if (what === 'remove') expect(list.remove(address)).toBe(model.delete(address))
          else {
            list.close()
            list = StoredWatchList.open(path(), { clock })
          }
          expect(list.list().map((entry) => [entry.address, entry.label])).toEqual([...model])
        }
        list.close()
      }),
      { numRuns: 15 },
    )
  })
})
