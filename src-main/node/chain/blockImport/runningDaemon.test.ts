import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findRunningDaemon, type SystemFiles } from './runningDaemon.ts'

describe('findRunningDaemon', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daemon-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** A system with these files and one process. */
  function system(files: Readonly<Record<string, string>>, alive = 4711): SystemFiles {
    return { read: (path) => files[path], isAlive: (pid) => pid === alive }
  }
  const pidPath = () => join(folder, 'komodod.pid')
  /** Line of /proc/locks for the lock file, on its own device or another. */
  function lockLine(access = 'WRITE', device?: string): string {
    const path = join(folder, '.lock')
    writeFileSync(path, '')
    const { dev, ino } = statSync(path)
    const hex = (number: number) => number.toString(16).padStart(2, '0')
    const own = `${hex((dev >> 8) & 0xfff)}:${hex((dev & 0xff) | ((dev >> 12) & 0xfff00))}`
    return `1: FLOCK  ADVISORY  WRITE 99 00:19:5 0 EOF\n2: POSIX  ADVISORY  ${access} 4711 ${device ?? own}:${ino} 0 EOF\n`
  }

  it('finds the process that holds the lock', () => {
    expect(findRunningDaemon(folder, system({ '/proc/locks': lockLine() }))).toEqual({ pid: 4711 })
  })

  it('finds a lock that the system reports with another device, by the name of the process', () => {
    const locks = { '/proc/locks': lockLine('WRITE', 'ff:ff') }
    expect(findRunningDaemon(folder, system({ ...locks, '/proc/4711/comm': 'komodod\n' }))).toEqual({ pid: 4711 })
    expect(findRunningDaemon(folder, system({ ...locks, '/proc/4711/comm': 'other\n' }))).toBeUndefined()
  })

  it('ignores a lock for reading, and a lock file that no process holds', () => {
    expect(findRunningDaemon(folder, system({ '/proc/locks': lockLine('READ') }))).toBeUndefined()
    expect(findRunningDaemon(folder, system({ '/proc/locks': '' }))).toBeUndefined()
    expect(findRunningDaemon(folder, system({}))).toBeUndefined()
  })

  it('finds the living process of a pid file', () => {
    expect(findRunningDaemon(folder, system({ [pidPath()]: '4711\n' }))).toEqual({ pid: 4711 })
    expect(findRunningDaemon(folder, system({ [pidPath()]: '4711\n', '/proc/4711/comm': 'komodod\n' }))).toEqual({
      pid: 4711,
    })
  })

  it('ignores the pid file of a dead process, of another program, and one that is none', () => {
    expect(findRunningDaemon(folder, system({ [pidPath()]: '4712\n' }))).toBeUndefined()
    expect(findRunningDaemon(folder, system({ [pidPath()]: '4711\n', '/proc/4711/comm': 'bash\n' }))).toBeUndefined()
    expect(findRunningDaemon(folder, system({ [pidPath()]: `4711${'0'.repeat(30)}` }))).toBeUndefined()
    expect(findRunningDaemon(folder, system({ [pidPath()]: '-4711' }))).toBeUndefined()
  })

  it('finds none in an empty folder of this system', () => {
    expect(findRunningDaemon(folder)).toBeUndefined()
  })
})
