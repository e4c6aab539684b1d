import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confPort, recordConfPort, writeConfPort } from './confPort.ts'

describe('RPC port in a conf file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conf-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const path = () => join(folder, 'TEST.conf')

  it('writeConfPort replaces only the value of the first rpcport line', () => {
    const text = (port: number) => `# mine: rpcport=1\r\nrpcuser=a\n rpcport = ${port}\nrpcport=9\nrpcpassword=$1&\n`
    writeFileSync(path(), text(7), { mode: 0o640 })
    expect(confPort(path())).toBe(7)
    writeConfPort(path(), 12_345)
    expect(readFileSync(path(), 'utf8')).toBe(text(12_345).replace(' = ', ' ='))
    expect(confPort(path())).toBe(12_345)
    expect(readdirSync(folder)).toEqual(['TEST.conf'])
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o640)
  })

  it('writeConfPort writes through a symbolic link', () => {
    writeFileSync(join(folder, 'mine.conf'), 'rpcport=7\n')
    symlinkSync('mine.conf', path())
    writeConfPort(path(), 8)
    expect(readFileSync(join(folder, 'mine.conf'), 'utf8')).toBe('rpcport=8\n')
    expect(lstatSync(path()).isSymbolicLink()).toBe(true)
  })

  it('recordConfPort prints why the port could not be written', () => {
    writeFileSync(path(), 'rpcport=7\n')
    // The file name is so long that the name of the temporary file exceeds the limit.
    const long = join(folder, `${'x'.repeat(245)}.conf`)
    writeFileSync(long, 'rpcport=7\n')
    const lines: string[] = []
    recordConfPort(path(), 8, (line) => lines.push(line))
    recordConfPort(long, 8, (line) => lines.push(line))
    expect(lines).toEqual([expect.stringMatching(/^The RPC port 8 cannot be written to .*ENAMETOOLONG/)])
    expect([readFileSync(path(), 'utf8'), readFileSync(long, 'utf8')]).toEqual(['rpcport=8\n', 'rpcport=7\n'])
  })

  it('writeConfPort leaves a file without a valid port unchanged', () => {
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
