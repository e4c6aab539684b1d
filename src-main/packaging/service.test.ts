import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../node/testing/leaveOut.ts'
import { project } from './programFiles.ts'
import { instanceUnit } from './serviceUnits.ts'

/** In tenths of systemd-analyze's scale from 0 (locked down) to 10. */
const MAX_EXPOSURE = 20
const folder = join(project, 'resources/package')
const shipped = readdirSync(folder).filter((name) => name.endsWith('.service'))
const made = mkdtempSync(join(tmpdir(), 'units-'))
const instance = join(made, 'chainwrightd@.service')
writeFileSync(instance, instanceUnit(readFileSync(join(folder, 'chainwrightd.service'), 'utf8')))
const units: readonly (readonly [name: string, path: string])[] = [
  ...shipped.map((name) => [name, join(folder, name)] as const),
  ['chainwrightd@.service', instance],
]
const analyzer = 'systemd-analyze'
const analyze = (...args: readonly string[]) => spawnSync(analyzer, args, { encoding: 'utf8' })
const missing = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed'

describe.skipIf(leaveOut('the analysis of the service units', missing))('a service unit', () => {
  afterAll(() => rmSync(made, { recursive: true }))

  it.each(units)('limits its exposure to at most 2.0: %s', (_name, unit) => {
    const { status, stdout, stderr } = analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit)
    const [, exposure] = /exposure level for \S+\.service: (\d+\.\d)/.exec(stdout) ?? []
    expect({ status, stderr, exposure }).toEqual({ status: 0, stderr: '', exposure: expect.stringMatching(/^[012]\./) })
  })

  it.each(units)('contains no line that systemd rejects: %s', (_name, unit) => {
    const { stderr } = analyze('verify', '--man=no', unit)
    // Ignore the missing program, which is not installed on machines that run the tests.
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/chainwright'))
    expect(complaints).toEqual([])
  })
})
