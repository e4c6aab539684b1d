import { describe, expect, it } from 'vitest'
import { systemClock, systemRandom } from '../util/index.ts'

describe('systemClock', () => {
  it('counts whole seconds of the injected source', () => {
    const clock = systemClock(() => 1_700_000_000_999)
    expect(clock.now()).toBe(1_700_000_000)
    expect(clock.millis()).toBe(1_700_000_000_999)
  })

  it('stands still while mocked and runs on at 0', () => {
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

describe('systemRandom', () => {
  it('gives plain arrays of the wanted length that differ', () => {
    const random = systemRandom()
    const [a, b] = [random.bytes(32), random.bytes(32)]
    expect(a.length).toBe(32)
    expect(Buffer.isBuffer(a)).toBe(false)
    expect(a).not.toEqual(b)
    expect(random.bytes(0).length).toBe(0)
  })
})
