import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { loadOptions } from './load.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'refused-'))
})
afterEach(() => rmSync(home, { recursive: true }))

it.each([
  '-ac_private=1',
  '-ac_import=PUBKEY',
  '-ac_beam=1',
  '-ac_coda=1',
  '-ac_algo=verushash',
  '-ac_nk=96,5',
  '-ac_cclib=sudoku',
  '-ac_snapshot=1440',
  '-ac_ccenable=228,200',
  '-ac_ccactivateht=200,10',
  '-ac_earlytxidcontract=1',
  '-earlytxid=810b',
  '-ac_veruspos=50',
  '-prune=550',
])('rejects %s at the start by its name, before anything is written', (word) => {
  expectRefusal(['-ac_name=DEMO', '-ac_cc=2', '-ac_public=1', word], word)
})

it.each(['-ac_ccenable=200', '-ac_snapshot=1440'])('rejects %s also on a chain without -ac_cc', (word) => {
  expectRefusal(['-ac_name=DEMO', word], word)
})

it('rejects a fork of other rules before its unknown options', () => {
  expectRefusal(['-ac_name=MCL', '-ac_marmara=1', '-ac_staked=75'], '-ac_name=MCL')
  expectRefusal(['-ac_name=VRSC', '-ac_veruspos=50'], '-ac_name=VRSC')
})

it('accepts -prune=0, which is what the node does', () => {
  const random = (length: number) => new Uint8Array(length)
  const argv = ['-ac_name=DEMO', '-ac_public=1', '-prune=0']
  const loaded = loadOptions({ argv, home, cwd: home, cpus: 1, random, ports: chainParamsFromArgs })
  expect(loaded).toMatchObject({ kind: 'options', warnings: [] })
})

function expectRefusal(argv: readonly string[], word: string): void {
  const random = (length: number) => new Uint8Array(length)
  const loaded = loadOptions({ argv, home, cwd: home, cpus: 1, random, ports: chainParamsFromArgs })
  const option = word.slice(0, word.indexOf('='))
  expect(loaded).toMatchObject({ kind: 'error', message: expect.stringMatching(new RegExp(`^${option}: [^ ].{10}`)) })
  expect(readdirSync(home)).toEqual([])
}
