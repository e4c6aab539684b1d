import { describe, expect, it } from 'vitest'
import { systemRandom } from './random.ts'

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
