import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  type PathLike,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainDataFolders, keptChainData, moveChainData, planChainDataMove } from './chainDataMove.ts'

const NOW = Date.UTC(2026, 10, 24) / 1000
const ASIDE = 'CHAIN.before-2026-11-24'

let root = ''
let dataDir = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chain-data-move-'))
  dataDir = join(root, 'CHAIN')
  mkdirSync(dataDir)
  fill('old')
  for (const file of ['wallet.db', 'CHAIN.conf', 'peers.db']) writeFileSync(join(dataDir, file), 'stays')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function fill(text: string): void {
  mkdirSync(join(dataDir, 'blocks'), { recursive: true })
  writeFileSync(join(dataDir, 'blocks', 'blk00000.dat'), text)
  for (const file of ['chain.db', 'mining.json']) writeFileSync(join(dataDir, file), text)
}

/** Returns the text that all chain data in a folder consists of, 'none' without data, or 'mixed'. */
function dataIn(folder: string): string {
  const files = ['chain.db', 'mining.json', 'blocks/blk00000.dat'].map((file) => join(folder, file))
  const texts = new Set(files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : 'none')))
  return texts.size === 1 ? [...texts][0]! : 'mixed'
}
const staying = () => ['wallet.db', 'CHAIN.conf', 'peers.db'].map((file) => readFileSync(join(dataDir, file), 'utf8'))

/** Starts a move that fails after a number of renames, like a killed process. */
function moveKilledAfter(renames: number): void {
  let count = 0
  const rename = (from: PathLike, to: PathLike) => {
    if (count++ >= renames) throw new Error('killed')
    renameSync(from, to)
  }
  expect(() => moveChainData(dataDir, rename)).toThrow('killed')
}

describe('moveChainData', () => {
  it('moves blocks, database and the record of the miner, but no other files', () => {
    const planned = planChainDataMove(dataDir, false, NOW)
    expect(planned).toEqual({ folder: join(root, ASIDE), time: NOW })
    expect(keptChainData(dataDir)).toBeUndefined()
    moveChainData(dataDir)
    expect([dataIn(dataDir), dataIn(join(root, ASIDE))]).toEqual(['none', 'old'])
    expect(staying()).toEqual(['stays', 'stays', 'stays'])
    expect(keptChainData(dataDir)).toEqual(planned)
  })

  it('brings the data back and sets newer data aside', () => {
    planChainDataMove(dataDir, false, NOW)
    moveChainData(dataDir)
    fill('new')
    const planned = planChainDataMove(dataDir, true, NOW)
    expect(planned.folder).toBe(join(root, `${ASIDE}-2`))
    moveChainData(dataDir)
    expect([dataIn(dataDir), dataIn(planned.folder)]).toEqual(['old', 'new'])
    expect(keptChainData(dataDir)).toEqual(planned)
  })

  it('moves no data at later starts', () => {
    planChainDataMove(dataDir, false, NOW)
    moveChainData(dataDir)
    fill('new')
    moveChainData(dataDir)
    expect([dataIn(dataDir), dataIn(join(root, ASIDE))]).toEqual(['new', 'old'])
  })

  it.each([1, 2])('finishes a move at the next start if the process ended after %i renames', (renames) => {
    planChainDataMove(dataDir, false, NOW)
    moveKilledAfter(renames)
    expect(dataIn(dataDir)).toBe('mixed')
    moveChainData(dataDir)
    expect([dataIn(dataDir), dataIn(join(root, ASIDE))]).toEqual(['none', 'old'])
  })

  it('names every folder that an unfinished move may have filled', () => {
    expect(chainDataFolders(dataDir)).toEqual([])
    planChainDataMove(dataDir, false, NOW)
    moveKilledAfter(1)
    expect(chainDataFolders(dataDir)).toEqual([join(root, ASIDE)])
    moveChainData(dataDir)
    fill('new')
    planChainDataMove(dataDir, true, NOW)
    moveKilledAfter(4)
    expect(chainDataFolders(dataDir)).toEqual([join(root, `${ASIDE}-2`), join(root, ASIDE)])
  })

  it.each([1, 2, 3, 4, 5])('finishes bringing data back if the process ended after %i renames', (renames) => {
    planChainDataMove(dataDir, false, NOW)
    moveChainData(dataDir)
    fill('new')
    planChainDataMove(dataDir, true, NOW)
    moveKilledAfter(renames)
    expect(dataIn(dataDir)).toBe(renames === 3 ? 'none' : 'mixed')
    moveChainData(dataDir)
    expect([dataIn(dataDir), dataIn(join(root, `${ASIDE}-2`))]).toEqual(['old', 'new'])
  })

  it('restores everything if a rename fails, and drops the plan', () => {
    planChainDataMove(dataDir, false, NOW)
    let count = 0
    const refuseThird = (from: PathLike, to: PathLike) => {
      if (++count === 3) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      renameSync(from, to)
    }
    expect(() => moveChainData(dataDir, refuseThird)).toThrow(/is full\. Free up space/)
    expect(dataIn(dataDir)).toBe('old')
    moveChainData(dataDir)
    expect(dataIn(dataDir)).toBe('old')
    expect(keptChainData(dataDir)).toBeUndefined()
  })

  it('uses another name if the folder exists, and never overwrites files', () => {
    mkdirSync(join(root, ASIDE))
    expect(planChainDataMove(dataDir, false, NOW).folder).toBe(join(root, `${ASIDE}-2`))
    mkdirSync(join(root, `${ASIDE}-2`))
    writeFileSync(join(root, `${ASIDE}-2`, 'mining.json'), 'foreign')
    expect(() => moveChainData(dataDir)).toThrow(/already exists/)
    expect(dataIn(dataDir)).toBe('old')
    expect(readFileSync(join(root, `${ASIDE}-2`, 'mining.json'), 'utf8')).toBe('foreign')
  })

  it('rejects bringing back missing data, and a damaged plan', () => {
    expect(() => planChainDataMove(dataDir, true, NOW)).toThrow('There is no data')
    for (const text of ['', '{', '{"phase":"aside","aside":"../x","back":null,"time":1}']) {
      writeFileSync(join(dataDir, 'chaindata.json'), text)
      expect(() => moveChainData(dataDir)).toThrow(/is damaged/)
    }
    expect(readdirSync(root)).toEqual(['CHAIN'])
    expect(dataIn(dataDir)).toBe('old')
  })
})
