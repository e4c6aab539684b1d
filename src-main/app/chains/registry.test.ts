import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../node/testing/waitFor.ts'
import { isPeer } from '../peerAddress.ts'
import { type ChainEntry, type ChainList, EMPTY_LIST, listText, parseList } from './chainList.ts'
import { createRegistry } from './registry.ts'

const entry = (id: string): ChainEntry => ({
  id,
  kind: 'created',
  label: 'My chain \u202e',
  name: 'TEST',
  network: 'main',
  options: ['-ac_name=TEST', '-ac_supply=7'],
  peers: ['192.0.2.1:8000', '[2001:db8::1]:8000', 'seed.example.org'],
  settings: [],
  folder: id,
  testnode: true,
  p2pPort: null,
  rpcPort: 12_345,
  created: 1_700_000_000,
  lastUsed: null,
  height: 7,
  tipTime: 1_700_000_060,
})
const LIST: ChainList = { current: 'B', running: ['B', 'A'], chains: [entry('A'), entry('B')] }

describe('chain list', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'registry-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const path = () => join(root, 'chains.json')
  const open = () => createRegistry(root, { now: Date.now, delay })
  const add = (id: string) => (list: ChainList) => ({ ...list, chains: [...list.chains, entry(id)] })

  it('starts empty and creates no file', () => {
    const registry = open()
    expect(registry.list()).toEqual(EMPTY_LIST)
    expect(registry.notice()).toBeNull()
    expect(readdirSync(root)).toEqual([])
  })

  it('persists between starts in a file that only its owner can read', async () => {
    await open().update(() => LIST)
    expect(open().list()).toEqual(LIST)
    expect(readdirSync(root)).toEqual(['chains.json'])
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('creates the root with the first chain', async () => {
    root = join(root, 'a', 'b')
    await open().update(() => LIST)
    expect(open().list()).toEqual(LIST)
  })

  it('keeps all changes if two apps write at the same time', async () => {
    const [a, b] = [open(), open()]
    const ids = Array.from({ length: 20 }, (_, index) => `C${index}`)
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? a : b).update(add(id))))
    const kept = open()
      .list()
      .chains.map(({ id }) => id)
    expect(kept.toSorted()).toEqual(ids.toSorted())
    expect(existsSync(`${path()}.lock`)).toBe(false)
  })

  it('waits for the lock of another app and takes over a stale lock', async () => {
    let waits = 0
    const countWait = (millis: number) => {
      waits++
      return delay(millis)
    }
    const registry = createRegistry(root, { now: Date.now, delay: countWait })
    writeFileSync(`${path()}.lock`, '')
    const changed = registry.update(add('A'))
    await waitFor(() => expect(waits).toBeGreaterThan(3))
    expect(existsSync(path())).toBe(false)
    rmSync(`${path()}.lock`)
    await changed
    writeFileSync(`${path()}.lock`, '')
    utimesSync(`${path()}.lock`, new Date(0), new Date(0))
    await registry.update(add('B'))
    expect(open().list().chains).toHaveLength(2)
  })

  it('stays complete if a write or a change is interrupted', async () => {
    const registry = open()
    await registry.update(() => LIST)
    // Leftover of a killed writer.
    writeFileSync(`${path()}.new-99`, listText(EMPTY_LIST).slice(0, 20))
    expect(open().list()).toEqual(LIST)
    const failing = () => {
      throw new Error('changed my mind')
    }
    await expect(registry.update(failing)).rejects.toThrow('changed my mind')
    expect(open().list()).toEqual(LIST)
  })

  it('sets a truncated or damaged file aside and returns a notice', async () => {
    const text = listText(LIST)
    const torn = [0, 1, 10, text.length >> 1, text.length - 3].map((length) => text.slice(0, length))
    const wrong = [
      '[]',
      '{"version":0}',
      text.replace('"main"', '"moon"'),
      text.replace('"folder": "A"', '"folder": "../A"'),
      text.replace('"folder": "A"', '"folder": "/etc"'),
      text.replace('"name": "TEST"', '"name": "../A"'),
      text.replace('"id": "A"', '"id": "B"'),
      text.replace('-ac_supply=7', '-datadir=/'),
      text.replace('192.0.2.1:8000', '-exportdir=/'),
      text.replace('12345', '0'),
      ' '.repeat(5_000_000),
    ]
    for (const damaged of [...torn, ...wrong]) {
      writeFileSync(path(), damaged)
      const registry = open()
      expect(registry.list()).toEqual(EMPTY_LIST)
      expect(registry.notice()).toMatch(
        /^The list of chains (is not readable|is damaged|is too large) and was set aside/,
      )
      const [aside = ''] = readdirSync(root).filter((name) => name.startsWith('chains.json.damaged-'))
      expect(readFileSync(join(root, aside), 'utf8')).toBe(damaged)
      await registry.update(add('A'))
      expect(open().list().chains).toHaveLength(1)
      rmSync(join(root, aside))
    }
  })

  it('leaves a damaged file unchanged if it cannot be set aside', async () => {
    writeFileSync(path(), '{')
    // Simulates a folder that cannot be written.
    mkdirSync(join(root, 'chains.json.damaged-7'))
    const registry = createRegistry(root, { now: () => 7, delay })
    expect(registry.notice()).toMatch(/is not readable, and cannot be set aside: .*The app does not write to it/)
    await expect(registry.update(add('A'))).rejects.toThrow(/cannot be set aside/)
    expect(readFileSync(path(), 'utf8')).toBe('{')
  })

  it('leaves a file of a newer version unchanged', async () => {
    const newer = JSON.stringify({ version: 2, chains: {} })
    writeFileSync(path(), newer)
    const registry = open()
    expect(registry.list()).toEqual(EMPTY_LIST)
    expect(registry.notice()).toMatch(/newer version/)
    await expect(registry.update(add('A'))).rejects.toThrow(/newer version/)
    expect(readFileSync(path(), 'utf8')).toBe(newer)
  })

  it('parses the list it wrote and drops unknown chain ids', () => {
    fc.assert(
      fc.property(fc.subarray(['A', 'B', 'C', 'D']), fc.option(fc.constantFrom('A', 'D')), (running, current) => {
        const read = parseList(listText({ ...LIST, running, current }))
        expect(read.running).toEqual(running.filter((id) => id < 'C'))
        expect(read.current).toBe(current === 'A' ? 'A' : null)
      }),
    )
  })
})

describe('isPeer', () => {
  it('accepts only host names and IP addresses with an optional valid port', () => {
    for (const peer of [
      '192.0.2.1',
      '192.0.2.1:1',
      'a.example.org:65535',
      '[::1]',
      '[2001:db8::1]:8000',
      'localhost',
    ]) {
      expect(isPeer(peer), peer).toBe(true)
    }
    for (const peer of [
      '',
      '-x',
      'a b',
      'a:0',
      'a:65536',
      'a:b',
      '::1',
      '[::1',
      'http://a',
      'a/b',
      'a=b',
      'x'.repeat(301),
    ]) {
      expect(isPeer(peer), peer).toBe(false)
    }
  })
})
