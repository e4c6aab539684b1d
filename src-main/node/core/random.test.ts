import { describe, expect, it } from 'vitest'
import { systemRandom } from './random.ts'

describe('systemRandom', () => {
  it('returns different plain arrays of the requested length', () => {
    const random = systemRandom()
    const [a, b] = [random.bytes(32), random.bytes(32)]
    expect(a.length).toBe(32)
    expect(Buffer.isBuffer(a)).toBe(false)
    expect(a).not.toEqual(b)
    expect(random.bytes(0).length).toBe(0)
  })
})
