import { describe, expect, it, vi } from 'vitest'
import { LEFT_OUT, leaveOut } from './leaveOut.ts'

describe('leaveOut', () => {
  it('skips tests that have a reason, with a line for the end of the run, and no others', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    expect(leaveOut('the Debian package', undefined, {})).toBe(false)
    expect(leaveOut('the Debian package', 'no debootstrap', {})).toBe(true)
    expect(log.mock.calls).toEqual([[`${LEFT_OUT}the Debian package: no debootstrap`]])
    log.mockRestore()
  })

  it('throws with CHAINWRIGHT_REQUIRE_ALL=1 if tests cannot run', () => {
    const env = { CHAINWRIGHT_REQUIRE_ALL: '1' }
    expect(() => leaveOut('the Debian package', 'no debootstrap', env)).toThrow(
      'the Debian package cannot be left out: no debootstrap',
    )
    expect(leaveOut('the Debian package', undefined, env)).toBe(false)
  })
})
