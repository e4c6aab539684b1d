import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileMark, markFile } from './fileMark.ts'
import { MovedFiles } from './movedFiles.ts'

const FOUND = { keys: 5, shielded: 1, leakedKeys: 2, leakedSeed: true }

let folder: string
let path: string
let meta: Map<string, Uint8Array>
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moved-'))
  path = join(folder, 'wallet.dat')
  writeFileSync(path, 'a wallet')
  meta = new Map()
  now = 1_700_000_000
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () =>
  new MovedFiles({
    file: { meta: (name) => meta.get(name), setMeta: (name, value) => void meta.set(name, value) },
    clock: { now: () => now },
  })
const note = (changed = true, at = path) =>
  open().note({ path: at, ...FOUND, ...(markFile(path) as FileMark) }, changed)

describe('MovedFiles', () => {
  it('lists a moved file with what lies open in it, also after a restart', () => {
    note()
    expect(open().list()).toEqual([{ path, ...FOUND, moved: now, used: false, missing: false, backedUp: null }])
  })

  it('notices that the file was used later, by its size or its time', () => {
    note()
    utimesSync(path, 5, 5)
    expect(open().list()).toMatchObject([{ used: true }])
    expect(open().findUsed(path, markFile(path) as FileMark)).toMatchObject({ moved: now })
    note(false)
    expect(open().list()).toMatchObject([{ used: false }])
    writeFileSync(path, 'a longer wallet')
    expect(open().list()).toMatchObject([{ used: true, missing: false }])
    rmSync(path)
    expect(open().list()).toMatchObject([{ used: false, missing: true }])
    expect(markFile(folder)).toBeUndefined()
  })

  it('counts a backup only if it was made after the move', () => {
    note()
    open().noteBackup(now - 1)
    expect(open().list()).toMatchObject([{ backedUp: null }])
    now += 10
    open().noteBackup(now - 5)
    expect(open().list()).toMatchObject([{ backedUp: now }])
    now += 10
    open().noteBackup(now)
    expect(open().list()).toMatchObject([{ backedUp: now - 10 }])
  })

  it('keeps time and backup if the file is moved in again without anything new', () => {
    note()
    now += 10
    open().noteBackup(now)
    now += 10
    note(false)
    expect(open().list()).toMatchObject([{ moved: now - 20, backedUp: now - 10 }])
    note(true)
    expect(open().list()).toMatchObject([{ moved: now, backedUp: null }])
  })

  it('remembers the newest twenty files', () => {
    for (let i = 0; i < 25; i++) note(true, join(folder, String(i)))
    expect(
      open()
        .list()
        .map(({ path }) => path),
    ).toEqual(Array.from({ length: 20 }, (_, i) => join(folder, String(i + 5))))
  })
})
