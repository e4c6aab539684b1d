import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireFileLock } from './fileLock.ts'
import { findUnfinished, removeLeftovers, removeLockedLeftovers } from './leftovers.ts'

const deps = { now: Date.now, delay }
/** Id of a process that has ended. */
const GONE = spawnSync(process.execPath, ['-e', '']).pid
/** Id of a running process. */
const RUNNING = process.ppid

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const put = (name: string, text = 'x') => writeFileSync(join(folder, name), text)
const names = () => readdirSync(folder).toSorted()

/** Names that no write of `a.json` uses, or that do not belong to an ended process. */
const STAYS = [
  'a.json',
  'a.json.damaged-7',
  'a.json.new',
  'a.json.new-',
  'a.json.new-0',
  `a.json.new-${GONE}-1234567`,
  `a.json.new-${GONE}-123456789`,
  `a.json.new-${GONE}-1234567g`,
  `a.json.new-${GONE}.txt`,
  `a.json.new-${RUNNING}`,
  `a.json.new-${RUNNING}-12345678`,
  `a.json.new-${process.pid}-12345678`,
  'a.json.12345678.unfinished',
  `b.json.new-${GONE}`,
  `my-a.json.new-${GONE}`,
]

describe('removeLeftovers', () => {
  it('removes temporary files of ended processes and nothing else', () => {
    for (const name of [...STAYS, `a.json.new-${GONE}`, `a.json.new-${GONE}-0123abcd`]) put(name)
    removeLeftovers(folder, ['a.json'])
    expect(names()).toEqual(STAYS.toSorted())
  })

  it('leaves folders and links with such names unchanged', () => {
    mkdirSync(join(folder, `a.json.new-${GONE}`))
    put('precious')
    symlinkSync('precious', join(folder, `a.json.new-${GONE}-0123abcd`))
    removeLeftovers(folder, ['a.json'])
    expect(names()).toHaveLength(3)
  })

  it('removes files of an earlier process that had the id of this one', () => {
    const old = `a.json.new-${process.pid}-0123abcd`
    put(old)
    utimesSync(join(folder, old), 1, 1)
    removeLeftovers(folder, ['a.json'])
    expect(names()).toEqual([])
  })

  it('ignores a missing folder', () => {
    removeLeftovers(join(folder, 'none'), ['a.json'])
  })
})

describe('a file whose writer is killed at a random moment', () => {
  const MIN_ROUNDS = 12

  it('remains complete, and has no leftovers after the next start', async () => {
    const writer = fileURLToPath(new URL('./testing/killedWriter.ts', import.meta.url))
    let leftovers = 0
    // Continue if every kill so far fell between two writes.
    for (let round = 0; round < MIN_ROUNDS || leftovers === 0; round++) {
      const child = spawn(process.execPath, [writer, join(folder, 'file')])
      for (let heard = 0; heard <= round; heard++) await new Promise((resolve) => child.stdout.once('data', resolve))
      // Kill the writer partway through the next write.
      for (let turn = 0; turn < round * 40; turn++) await new Promise(setImmediate)
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('close', resolve))
      const text = readFileSync(join(folder, 'file'), 'utf8')
      expect([text.length, new Set(text).size]).toEqual([500_000, 1])
      leftovers += names().length - 1
      removeLeftovers(folder, ['file'])
      expect(names()).toEqual(['file'])
    }
  })
})

describe('removeLockedLeftovers', () => {
  it('removes the files of a process that was killed while it held the lock', async () => {
    const script = `
      const { writeFileSync } = require('node:fs')
      writeFileSync('a.json.lock', process.pid + '\\n')
      writeFileSync('a.json.new-' + process.pid + '-0123abcd', '[')
      process.stdout.write('ready')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', script], { cwd: folder })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    put('a.json', '[]')
    const before = names()
    await removeLockedLeftovers(folder, ['a.json'], deps)
    expect(names()).toEqual(before)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    await removeLockedLeftovers(folder, ['a.json'], deps)
    expect(names()).toEqual(['a.json'])
  })

  it('removes a lock without a process id only if it is older than any write takes', async () => {
    put('a.json.lock', '')
    await removeLockedLeftovers(folder, ['a.json'], deps)
    expect(names()).toEqual(['a.json.lock'])
    utimesSync(join(folder, 'a.json.lock'), 1, 1)
    await removeLockedLeftovers(folder, ['a.json'], deps)
    expect(names()).toEqual([])
  })

  it('leaves all files unchanged while another process holds the lock', async () => {
    put('a.json.lock', `${RUNNING}\n`)
    put(`a.json.new-${GONE}`)
    utimesSync(join(folder, 'a.json.lock'), 1, 1)
    await removeLockedLeftovers(folder, ['a.json'], deps)
    expect(names()).toHaveLength(2)
  })
})

describe('takeFileLock', () => {
  it('creates a lock with its process id, and removes it on release', async () => {
    const release = await acquireFileLock(join(folder, 'a.json'), deps)
    expect(readFileSync(join(folder, 'a.json.lock'), 'utf8')).toBe(`${process.pid}\n`)
    release()
    expect(names()).toEqual([])
  })

  it('takes over the lock of an ended process without waiting', async () => {
    put('a.json.lock', `${GONE}\n`)
    const never = () => Promise.reject(new Error('waited'))
    const release = await acquireFileLock(join(folder, 'a.json'), { now: Date.now, delay: never })
    release()
  })

  it('waits for the lock of a running process', async () => {
    put('a.json.lock', `${RUNNING}\n`)
    let waits = 0
    const wait = async () => {
      if (++waits === 3) rmSync(join(folder, 'a.json.lock'))
    }
    const release = await acquireFileLock(join(folder, 'a.json'), { now: Date.now, delay: wait })
    expect(waits).toBe(3)
    release()
  })

  it('keeps a lock that another program has taken over', async () => {
    const release = await acquireFileLock(join(folder, 'a.json'), deps)
    put('a.json.lock', `${RUNNING}\n`)
    release()
    expect(existsSync(join(folder, 'a.json.lock'))).toBe(true)
  })
})

describe('findUnfinished', () => {
  it('lists unfinished files with their paths and deletes none', () => {
    for (const name of ['keys.txt.0123abcd.unfinished', 'dump.unfinished', 'keys.txt']) put(name)
    expect(findUnfinished(folder)).toEqual(
      ['dump.unfinished', 'keys.txt.0123abcd.unfinished'].map((name) => join(folder, name)),
    )
    expect(names()).toHaveLength(3)
    expect(findUnfinished(join(folder, 'none'))).toEqual([])
  })
})
