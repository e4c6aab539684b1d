import { describe, expect, it } from 'vitest'
import { KeyGuard } from './keyGuard.ts'

function setUp() {
  let time = 0
  const guard = new KeyGuard(() => time)
  return {
    guard,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('KeyGuard', () => {
  it('ignores keys in the first second and accepts them afterwards', () => {
    const { guard, pass } = setUp()
    pass(400)
    expect(guard.pressed('KeyA', false)).toBe(false)
    expect(guard.released('KeyA')).toBe(false)
    pass(700)
    expect(guard.pressed('KeyA', false)).toBe(true)
    expect(guard.pressed('KeyA', true)).toBe(true)
    expect(guard.released('KeyA')).toBe(true)
  })

  it('ignores continued typing until the user pauses', () => {
    const { guard, pass } = setUp()
    for (let stroke = 0; stroke < 50; stroke += 1) {
      pass(200)
      expect(guard.pressed('Space', false)).toBe(false)
      expect(guard.released('Space')).toBe(false)
    }
    pass(500)
    expect(guard.pressed('Space', false)).toBe(true)
  })

  it('ignores a key held since before the window appeared', () => {
    const { guard, pass } = setUp()
    for (let repeat = 0; repeat < 100; repeat += 1) {
      pass(33)
      expect(guard.pressed('Space', true)).toBe(false)
    }
    expect(guard.released('Space')).toBe(false)
    expect(guard.pressed('Space', false)).toBe(true)
  })

  it('starts again when the window returns to the front', () => {
    const { guard, pass } = setUp()
    pass(2000)
    expect(guard.pressed('Space', false)).toBe(true)
    guard.restart()
    expect(guard.released('Space')).toBe(false)
    pass(999)
    expect(guard.pressed('Space', false)).toBe(false)
  })
})
