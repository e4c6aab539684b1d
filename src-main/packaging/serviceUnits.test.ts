import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'
import { instanceUnit } from './serviceUnits.ts'

const unit = readFileSync(join(project, 'resources/package/chainwrightd.service'), 'utf8')

describe('instanceUnit', () => {
  it('changes only the lines that name the chain and its options', () => {
    const [before, after] = [unit.split('\n'), instanceUnit(unit).split('\n')]
    expect(after).toHaveLength(before.length)
    expect(after.filter((line, index) => line !== before[index])).toEqual([
      'Description=Smart Chain node of %i (chainwrightd)',
      '# The options of the chain. Without this file nothing starts: a chain is defined by its options.',
      'EnvironmentFile=/etc/default/chainwrightd@%i',
      'ExecStart=/usr/bin/chainwrightd -ac_name=%i $CHAINWRIGHTD_OPTIONS',
    ])
  })

  it('throws if the unit lacks a line that it replaces', () => {
    expect(() => instanceUnit(unit.replace('EnvironmentFile', 'Environment'))).toThrow('has no line "EnvironmentFile')
  })
})
