import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confPort, writeConfPort } from './confPort.ts'

describe('the port in a conf file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conf-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const path = () => join(folder, 'TEST.conf')

  it('is changed where it stands, and nothing else is', () => {
    const text = (port: number) => `# mine: rpcport=1\r\nrpcuser=a\n rpcport = ${port}\nrpcport=9\nrpcpassword=$1&\n`
    writeFileSync(path(), text(7))
    expect(confPort(path())).toBe(7)
    writeConfPort(path(), 12_345)
    expect(readFileSync(path(), 'utf8')).toBe(text(12_345).replace(' = ', ' ='))
    expect(confPort(path())).toBe(12_345)
    expect(readdirSync(folder)).toEqual(['TEST.conf'])
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('is not invented where there is none', () => {
    writeConfPort(path(), 7)
    expect(confPort(path())).toBeUndefined()
    for (const text of ['', 'rpcuser=a\n', 'rpcport=0\n', 'rpcport=many\n', 'x'.repeat(70_000)]) {
      writeFileSync(path(), text)
      writeConfPort(path(), 7)
      expect(confPort(path())).toBeUndefined()
      expect(readFileSync(path(), 'utf8')).toBe(text)
    }
  })
})
