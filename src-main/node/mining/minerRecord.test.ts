import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { type MinedBlock, MinerRecord, openMinerRecord } from './minerRecord.ts'

let folder: string
const path = () => join(folder, 'mining.json')
const open = () => openMinerRecord(path(), silentLogger)
const block = (height: number): MinedBlock => ({
  ...{ hash: height.toString(16).padStart(64, '0'), height, time: 1_700_000_000 + height },
  reward: 9_007_199_254_740_993n,
  staked: height % 2 === 0,
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'miner-record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('MinerRecord', () => {
  it('pauses on battery by default, and keeps a changed choice over a restart', () => {
    expect(open().pauseOnBattery()).toBe(true)
    open().setPauseOnBattery(false)
    expect(open().pauseOnBattery()).toBe(false)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('keeps the last setgenerate choice over a restart, and resumes only if setResumes allowed it', () => {
    expect([open().resumes(), open().choice()]).toEqual([false, { generate: false, limit: -1 }])
    open().setChoice({ generate: true, limit: 3 })
    open().setResumes(true)
    open().add(block(1))
    expect([open().resumes(), open().choice()]).toEqual([true, { generate: true, limit: 3 }])
  })

  it('reads an older file without the setgenerate choice', () => {
    writeFileSync(path(), JSON.stringify({ pauseOnBattery: false, total: 1, blocks: [{ ...block(1), reward: '7' }] }))
    const record = open()
    expect([record.pauseOnBattery(), record.resumes(), record.total()]).toEqual([false, false, 1])
    expect(record.choice()).toEqual({ generate: false, limit: -1 })
  })

  it('lists blocks newest first with exact rewards, after a restart too', () => {
    const record = open()
    for (const height of [1, 2, 3]) record.add(block(height))
    expect(record.newest(2)).toEqual([block(3), block(2)])
    expect(open().newest(10)).toEqual([block(3), block(2), block(1)])
    expect(open().total()).toBe(3)
  })

  it('keeps the last thousand blocks and counts all', () => {
    const blocks = Array.from({ length: 995 }, (_, index) => ({ ...block(index + 1), reward: '7' }))
    writeFileSync(path(), JSON.stringify({ pauseOnBattery: true, total: 995, blocks }))
    const record = open()
    for (let height = 996; height <= 1_010; height++) record.add(block(height))
    const again = open()
    expect(again.total()).toBe(1_010)
    expect(again.newest(5_000)).toHaveLength(1_000)
    expect(again.newest(5_000).at(-1)).toMatchObject({ height: 11, reward: 7n })
  })

  it.each([
    ['invalid JSON', '{"pauseOnBattery":fal'],
    ['another JSON value', '[]'],
    ['no blocks', '{"pauseOnBattery":true}'],
    ['a bad hash', '{"pauseOnBattery":true,"total":1,"blocks":[{"hash":"x","height":1,"time":1,"reward":"1"}]}'],
    ['a resume flag that is not a boolean', '{"pauseOnBattery":true,"resume":1,"total":0,"blocks":[]}'],
    ['a null choice', '{"pauseOnBattery":true,"choice":null,"total":0,"blocks":[]}'],
    ['a choice of 0 threads', '{"pauseOnBattery":true,"choice":{"generate":true,"limit":0},"total":0,"blocks":[]}'],
    ['more than 1,000,000 bytes', ' '.repeat(1_000_001)],
  ])('starts with an empty record if the file contains %s', (_, text) => {
    writeFileSync(path(), text)
    const record = open()
    expect([record.pauseOnBattery(), record.total(), record.newest(1)]).toEqual([true, 0, []])
    record.add(block(4))
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ total: 1 })
  })

  it('throws and keeps the old setting if the file cannot be written, but counts a block anyway', () => {
    const write = () => {
      throw new Error('the disk is full')
    }
    const record = new MinerRecord({ read: () => undefined, write }, silentLogger)
    expect(() => record.setPauseOnBattery(false)).toThrow('the disk is full')
    expect(record.pauseOnBattery()).toBe(true)
    expect(() => record.setResumes(true)).toThrow('the disk is full')
    expect(record.resumes()).toBe(false)
    record.setChoice({ generate: true, limit: 2 })
    expect(record.choice()).toEqual({ generate: true, limit: 2 })
    record.add(block(1))
    expect(record.total()).toBe(1)
  })
})
