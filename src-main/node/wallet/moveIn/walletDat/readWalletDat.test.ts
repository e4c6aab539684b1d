import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWalletDat } from './index.ts'
import { recordedBytes } from './testing/recordedWallets.ts'

const isLinux = process.platform === 'linux'
/** Bits of the flags of an open file that permit writing. */
const ACCESS_MODE = 0o3

describe('readWalletDat', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wallet-dat-'))
    path = join(folder, 'wallet.dat')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('reads a wallet and leaves the file and its folder as they were', async () => {
    const bytes = recordedBytes('plain/wallet.dat')
    writeFileSync(path, bytes)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    const wallet = await readWalletDat(path)
    expect(wallet.keys).toHaveLength(12)
    expect(wallet.warnings).toEqual([])
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes)
    expect(statSync(path).mtimeMs).toBe(1_700_000_000_000)
    expect(readdirSync(folder)).toEqual(['wallet.dat'])
  })

  it('reports progress up to the end', async () => {
    writeFileSync(path, recordedBytes('damage_base/wallet.dat'))
    const done: number[] = []
    await readWalletDat(path, { onProgress: (bytes, total) => done.push(bytes / total) })
    expect(done.length).toBeGreaterThan(1)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.every((part) => part > 0 && part <= 1)).toBe(true)
  })

  it.runIf(isLinux)('opens the file for reading only', async () => {
    writeFileSync(path, recordedBytes('damage_base/wallet.dat'))
    const modes = new Set<number>()
    await readWalletDat(path, { onProgress: () => modes.add(findAccessMode(path)) })
    expect([...modes]).toEqual([0])
  })

  it('rejects a file that changes during reading', async () => {
    writeFileSync(path, recordedBytes('damage_base/wallet.dat'))
    const reading = readWalletDat(path, { onProgress: () => appendFileSync(path, 'more') })
    await expect(reading).rejects.toMatchObject({ code: 'changed', message: expect.stringContaining(path) })
  })

  it('stops when it is aborted', async () => {
    writeFileSync(path, recordedBytes('damage_base/wallet.dat'))
    const reason = new Error('stopped')
    await expect(readWalletDat(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('names the log files beside a wallet that was not closed', async () => {
    writeFileSync(path, recordedBytes('killed_now/wallet.dat'))
    mkdirSync(join(folder, 'database'))
    for (const name of ['log.0000000001', 'log.0000000002', 'notes.txt'])
      writeFileSync(join(folder, 'database', name), '')
    const wallet = await readWalletDat(path)
    expect(wallet.cleanlyClosed).toBe(false)
    expect(wallet.keys).toHaveLength(16)
    expect(wallet.warnings).toHaveLength(1)
    expect(wallet.warnings[0]).toContain('database/log.0000000001, database/log.0000000002,')
    expect(wallet.warnings[0]).toContain('Start the old daemon once, stop it, then inspect again.')
  })

  it.runIf(isLinux)('names the process that has the file open', async () => {
    writeFileSync(path, recordedBytes('plain/wallet.dat'))
    const handle = openSync(path, 'r')
    const holder = spawn('sleep', ['60'], { stdio: [handle, 'ignore', 'ignore'] })
    try {
      await once(holder, 'spawn')
      closeSync(handle)
      const wallet = await readWalletDat(path)
      expect(wallet.warnings).toEqual([expect.stringContaining(`(process ${holder.pid})`)])
    } finally {
      holder.kill()
    }
  })

  it('names files that were chosen by mistake', async () => {
    const mistakes: readonly (readonly [content: string, named: RegExp])[] = [
      ['', /is empty/],
      ['SQLite format 3\0', /SQLite/],
      ['# Wallet dump created by Komodo v0.9.0', /importwallet/],
      ['\x1f\x8b\x08', /gzip/],
      ['PK\x03\x04', /zip/],
      [`${'\0'.repeat(12)}\x88\x09\x04\0`, /log file of Berkeley DB/],
      ['a note about something else', /does not begin like a wallet\.dat/],
    ]
    for (const [content, named] of mistakes) {
      writeFileSync(path, content, 'latin1')
      await expect(readWalletDat(path)).rejects.toMatchObject({
        code: 'not-a-wallet',
        message: expect.stringMatching(named),
      })
    }
  })

  it('rejects what is no file', async () => {
    await expect(readWalletDat(folder)).rejects.toMatchObject({ code: 'not-a-wallet' })
    await expect(readWalletDat(path)).rejects.toMatchObject({ code: 'unreadable', message: `${path} does not exist.` })
  })

  it('rejects a file of more than 2 GiB without reading it', async () => {
    writeFileSync(path, recordedBytes('plain/wallet.dat'))
    truncateSync(path, 2 ** 31 + 1)
    await expect(readWalletDat(path)).rejects.toMatchObject({ code: 'too-large' })
  })
})

/** Returns the access mode of this process's handle of a file. */
function findAccessMode(path: string): number {
  for (const handle of readdirSync('/proc/self/fd')) {
    try {
      if (readlinkSync(`/proc/self/fd/${handle}`) !== path) continue
    } catch {
      // The handle of this very listing is already closed.
      continue
    }
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, 'utf8'))
    return Number.parseInt(flags?.[1] ?? '-1', 8) & ACCESS_MODE
  }
  throw new Error('the file is not open')
}
