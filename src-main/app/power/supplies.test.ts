import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPowerSource, type Supply } from './supplies.ts'
import { parsePowerSource, systemPower } from './systemPower.ts'

const supply = (given: Partial<Supply>): Supply => ({ type: 'Battery', scope: '', online: '', status: '', ...given })
const mains = (online: string) => supply({ type: 'Mains', online })

describe('findPowerSource', () => {
  it.each([
    ['a machine without a battery', [], 'mains'],
    ['a charger that charges', [mains('1'), supply({ status: 'Charging' })], 'mains'],
    ['a charger that is too weak', [supply({ type: 'USB', online: '1' }), supply({ status: 'Discharging' })], 'mains'],
    ['a charger that is not plugged in', [mains('0'), supply({ status: 'Discharging' })], 'battery'],
    ['a battery alone', [supply({ status: 'Discharging' })], 'battery'],
    ['a full battery', [mains('0'), supply({ status: 'Full' })], 'mains'],
    ['one of two batteries in use', [supply({ status: 'Not charging' }), supply({ status: 'Discharging' })], 'battery'],
    ['a battery of unknown status', [mains('0'), supply({ status: 'Unknown' })], 'battery'],
    ['nothing that tells', [supply({ status: 'Unknown' })], 'unknown'],
    ['the battery of a mouse', [mains('1'), supply({ scope: 'Device', status: 'Discharging' })], 'mains'],
    ['a mouse on a desktop computer', [supply({ scope: 'Device', status: 'Discharging' })], 'mains'],
    ['an emergency supply in use', [supply({ type: 'UPS', status: 'Discharging' })], 'battery'],
  ] as const)('recognizes %s', (_, supplies, source) => expect(findPowerSource(supplies)).toBe(source))
})

describe('systemPower', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supplies-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const put = (name: string, properties: Record<string, string>) => {
    mkdirSync(join(folder, name), { recursive: true })
    for (const [file, text] of Object.entries(properties)) writeFileSync(join(folder, name, file), `${text}\n`)
  }
  const read = () => systemPower('linux', folder).read()

  it('reads the current files of each supply', async () => {
    put('AC', { type: 'Mains', online: '0' })
    put('BAT0', { type: 'Battery', status: 'Discharging' })
    expect(await read()).toBe('battery')
    put('AC', { online: '1' })
    expect(await read()).toBe('mains')
  })

  it('limits the bytes read from a file and ignores folders', async () => {
    put('BAT0', { type: 'Battery', status: `Discharging${' '.repeat(1_000_000)}Full` })
    mkdirSync(join(folder, 'BAT0/scope'))
    expect(await read()).toBe('battery')
  })

  it('fails if the folder is missing, and returns unknown on other systems', async () => {
    await expect(systemPower('linux', join(folder, 'none')).read()).rejects.toThrow('ENOENT')
    expect(await systemPower('win32', undefined).read()).toBe('unknown')
  })
})

describe('parsePowerSource', () => {
  it.each([
    ["Now drawing from 'Battery Power'\n -InternalBattery-0\t80%; discharging", 'battery'],
    ["Now drawing from 'AC Power'\n -InternalBattery-0\t100%; charged", 'mains'],
    ["Now drawing from 'UPS Power'\n", 'battery'],
    ['', 'unknown'],
    ["nothing. Now drawing from 'Battery Power'", 'unknown'],
  ])('parses %j', (output, source) => expect(parsePowerSource(output)).toBe(source))
})
