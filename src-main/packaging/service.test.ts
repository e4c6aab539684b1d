import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leaveOut } from '../node/testing/leaveOut.ts'
import { project } from './programFiles.ts'

/** In tenths of systemd-analyze's scale from 0 (locked down) to 10. */
const MAX_EXPOSURE = 20
/** Units with the programs that they start. */
const UNITS = ['chainwrightd', 'chainwright-query']
const unitFile = (name: string) => join(project, `resources/package/${name}.service`)
const analyzer = 'systemd-analyze'
const analyze = (...args: readonly string[]) => spawnSync(analyzer, args, { encoding: 'utf8' })
const missing = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed'

describe.skipIf(leaveOut('the analysis of the service unit', missing))('the service units', () => {
  it.each(UNITS)('limit the exposure of %s to at most 2.0', (name) => {
    const limit = `--threshold=${MAX_EXPOSURE}`
    const { status, stdout, stderr } = analyze('security', '--offline=true', limit, unitFile(name))
    const [, exposure] = /exposure level for [a-z-]+\.service: (\d+\.\d)/.exec(stdout) ?? []
    expect({ status, stderr, exposure }).toEqual({ status: 0, stderr: '', exposure: expect.stringMatching(/^[012]\./) })
  })

  it.each(UNITS)('contain no line that systemd rejects: %s', (name) => {
    const { stderr } = analyze('verify', '--man=no', unitFile(name))
    // Ignore the missing program, which is not installed on machines that run the tests.
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes(`/usr/bin/${name}`))
    expect(complaints).toEqual([])
  })
})
