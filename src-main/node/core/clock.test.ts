import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'

describe('systemClock', () => {
  it('returns whole seconds of the injected source', () => {
    const clock = systemClock(() => 1_700_000_000_999)
    expect(clock.now()).toBe(1_700_000_000)
    expect(clock.millis()).toBe(1_700_000_000_999)
  })

  it('freezes now() while mocked, and resumes when set to 0', () => {
    let millis = 5_000
    const clock = systemClock(() => millis)
    clock.setMock(1234)
    millis = 9_000
    expect(clock.now()).toBe(1234)
    expect(clock.millis()).toBe(9_000)
    clock.setMock(0)
    expect(clock.now()).toBe(9)
  })
})
