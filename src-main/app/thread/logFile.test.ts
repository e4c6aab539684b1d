import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BufferedLog, LogFile } from './logFile.ts'

describe('LogFile', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('appends to the log of earlier runs and is readable only by its owner', () => {
    const directory = join(folder, 'new')
    for (const line of ['one', 'two']) {
      const log = new LogFile(directory, 0)
      log.write(line)
      log.close()
    }
    expect(readFileSync(join(directory, 'debug.log'), 'utf8')).toBe('one\ntwo\n')
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, 'debug.log')).mode & 0o777).toBe(0o600)
  })

  it('drops lines written after closing, even if closed twice', () => {
    const log = new LogFile(folder, 0)
    log.close()
    log.close()
    log.write('late')
    expect(readFileSync(join(folder, 'debug.log'), 'utf8')).toBe('')
  })

  it('opens only when its BufferedLog is released, and then gets all buffered lines', () => {
    const held = new BufferedLog(() => new LogFile(join(folder, 'held'), 0))
    held.write('early')
    expect(existsSync(join(folder, 'held'))).toBe(false)
    held.release()
    held.release()
    held.write('late')
    held.close()
    expect(readFileSync(join(folder, 'held', 'debug.log'), 'utf8')).toBe('early\nlate\n')
    const refused = new BufferedLog(() => new LogFile(join(folder, 'refused'), 0))
    refused.write('early')
    refused.close()
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  it('sets a large log of earlier runs aside and keeps one old log', () => {
    const path = join(folder, 'debug.log')
    writeFileSync(path, '')
    new LogFile(folder, 1000).close()
    expect(existsSync(`${path}.old`)).toBe(false)
    truncateSync(path, 1000)
    new LogFile(folder, 1000).close()
    expect([statSync(`${path}.old`).size, statSync(path).size]).toEqual([1000, 0])
  })

  it('sets the log aside when it grows too large, without losing lines', () => {
    const path = join(folder, 'debug.log')
    const log = new LogFile(folder, 20)
    for (const line of ['one', 'two', 'a long line', 'four', 'five']) log.write(line)
    expect([`${path}.old`, path].map((name) => readFileSync(name, 'utf8'))).toEqual([
      'one\ntwo\na long line\n',
      'four\nfive\n',
    ])
    for (const line of ['six', 'seven', 'eight']) log.write(line)
    expect(readFileSync(`${path}.old`, 'utf8')).toBe('four\nfive\nsix\nseven\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    log.close()
  })

  it('continues in the same file if it cannot be set aside', () => {
    const path = join(folder, 'debug.log')
    mkdirSync(join(`${path}.old`, 'in the way'), { recursive: true })
    const log = new LogFile(folder, 5)
    for (const line of ['one', 'two', 'three']) log.write(line)
    log.close()
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n')
  })

  it('counts from zero after reopening a log that another program moved', () => {
    const path = join(folder, 'debug.log')
    const log = new LogFile(folder, 10)
    log.write('12345678')
    renameSync(path, join(folder, 'moved'))
    log.reopen()
    log.write('ab')
    expect(existsSync(`${path}.old`)).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('ab\n')
    log.close()
  })
})
