import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leaveOut } from '../node/testing/leaveOut.ts'
import { project } from './programFiles.ts'

/** In tenths of systemd-analyze's scale from 0 (locked down) to 10. */
const MAX_EXPOSURE = 20
const unit = join(project, 'resources/package/chainwrightd.service')
const analyzer = 'systemd-analyze'
const analyze = (...args: readonly string[]) => spawnSync(analyzer, args, { encoding: 'utf8' })
const missing = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed'

describe.skipIf(leaveOut('the analysis of the service unit', missing))('the service unit', () => {
  it('limits its exposure to at most 2.0', () => {
    const { status, stdout, stderr } = analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit)
    const [, exposure] = /exposure level for chainwrightd\.service: (\d+\.\d)/.exec(stdout) ?? []
    expect({ status, stderr, exposure }).toEqual({ status: 0, stderr: '', exposure: expect.stringMatching(/^[012]\./) })
  })

  it('contains no line that systemd rejects', () => {
    const { stderr } = analyze('verify', '--man=no', unit)
    // Ignore the missing program, which is not installed on machines that run the tests.
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/chainwrightd'))
    expect(complaints).toEqual([])
  })
})
