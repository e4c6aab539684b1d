import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdLog, openLogFile } from './logFile.ts'

describe('openLogFile', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('appends to what earlier runs wrote, for its owner only', () => {
    const directory = join(folder, 'new')
    for (const line of ['one', 'two']) {
      const log = openLogFile(directory)
      log.write(line)
      log.close()
    }
    expect(readFileSync(join(directory, 'debug.log'), 'utf8')).toBe('one\ntwo\n')
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, 'debug.log')).mode & 0o777).toBe(0o600)
  })

  it('loses lines that come after its end, also when it is closed twice', () => {
    const log = openLogFile(folder)
    log.close()
    log.close()
    log.write('late')
    expect(readFileSync(join(folder, 'debug.log'), 'utf8')).toBe('')
  })

  it('touches nothing before it is released, and then loses no line', () => {
    const held = holdLog(() => openLogFile(join(folder, 'held')))
    held.write('early')
    expect(existsSync(join(folder, 'held'))).toBe(false)
    held.release()
    held.release()
    held.write('late')
    held.close()
    expect(readFileSync(join(folder, 'held', 'debug.log'), 'utf8')).toBe('early\nlate\n')
    const refused = holdLog(() => openLogFile(join(folder, 'refused')))
    refused.write('early')
    refused.close()
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })

  it('sets a large log aside and keeps one', () => {
    const path = join(folder, 'debug.log')
    writeFileSync(path, '')
    openLogFile(folder).close()
    expect(existsSync(`${path}.old`)).toBe(false)
    truncateSync(path, 10_000_001)
    openLogFile(folder).close()
    expect([statSync(`${path}.old`).size, statSync(path).size]).toEqual([10_000_001, 0])
  })
})
