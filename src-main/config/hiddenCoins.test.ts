import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { loadOptions } from './load.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hidden-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function hintShown(...argv: string[]): boolean {
  const random = (length: number) => new Uint8Array(length)
  const loaded = loadOptions({ argv, home, cwd: home, cpus: 1, random, ports: chainParamsFromArgs })
  return loaded.kind === 'options' && loaded.warnings.some((text) => text.includes('shielded transactions'))
}

it.each([[], ['-ac_public=0'], ['-ac_public=1', '-ac_public=0']])('warns of a main-mode chain with %s', (...argv) => {
  expect(hintShown('-ac_name=DEMO', ...argv)).toBe(true)
})

it.each([['-ac_name=DEMO', '-ac_public=1'], ['-ac_name=DEMO', '-regtest'], ['-sandbox']])(
  'does not warn of %s: nothing is hidden there, or it is for trying things out',
  (...argv) => {
    expect(hintShown(...argv)).toBe(false)
  },
)
