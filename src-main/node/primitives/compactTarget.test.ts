import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeWork, decodeCompact, encodeCompact } from './index.ts'

const POW_LIMIT = BigInt(`0x${'0f'.repeat(32)}`)

describe('decodeCompact', () => {
  it.each([
    [0, 0n, false, false],
    [0x00123456, 0n, false, false],
    [0x01003456, 0n, false, false],
    [0x01123456, 0x12n, false, false],
    [0x02123456, 0x1234n, false, false],
    [0x03123456, 0x123456n, false, false],
    [0x04123456, 0x12345600n, false, false],
    [0x05009234, 0x92340000n, false, false],
    [0x1d00ffff, 0xffffn << 208n, false, false],
    [0x200f0f0f, 0x0f0f0fn << 232n, false, false],
    [0x04923456, 0x12345600n, true, false],
    [0x01fedcba, 0x7en, true, false],
    [0x00fedcba, 0n, false, false],
    [0x01803456, 0n, false, false],
    [0x04800000, 0n, false, false],
    [0x207fffff, 0x7fffffn << 232n, false, false],
    [0x2100ffff, 0xffffn << 240n, false, false],
    [0x21010000, 0n, false, true],
    [0x220000ff, 0xffn << 248n, false, false],
    [0x22000100, 0n, false, true],
    [0x23000001, 0n, false, true],
    [0xff000000, 0n, false, false],
    [0xff123456, 0n, false, true],
  ])('decodes the bits %i', (bits, target, negative, overflow) => {
    expect(decodeCompact(bits)).toEqual({ target, negative, overflow })
  })
})

describe('encodeCompact', () => {
  it('keeps three digits and avoids the sign bit', () => {
    expect(encodeCompact(0n)).toBe(0)
    expect(encodeCompact(1n)).toBe(0x01010000)
    expect(encodeCompact(0x7fn)).toBe(0x017f0000)
    expect(encodeCompact(0x80n)).toBe(0x02008000)
    expect(encodeCompact(0x123456789an)).toBe(0x05123456)
    expect(encodeCompact(POW_LIMIT)).toBe(0x200f0f0f)
    expect(encodeCompact(2n ** 256n - 1n)).toBe(0x2100ffff)
  })

  it('rounds down, and encodes a rounded number exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat(255), (value, shift) => {
        const target = value >> BigInt(shift)
        const bits = encodeCompact(target)
        const decoded = decodeCompact(bits)
        expect([decoded.negative, decoded.overflow]).toEqual([false, false])
        expect(decoded.target <= target).toBe(true)
        expect(encodeCompact(decoded.target)).toBe(bits)
        // at least two digits survive, so the loss is below 2^-15
        expect((target - decoded.target) << 15n <= target).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('computeWork', () => {
  it('returns 17 at the minimum difficulty', () => {
    expect(computeWork(0x200f0f0f)).toBe(17n)
  })

  it('agrees with complement and division', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (value) => {
        const bits = encodeCompact(value)
        const { target } = decodeCompact(bits)
        expect(computeWork(bits)).toBe((2n ** 256n - 1n - target) / (target + 1n) + 1n)
      }),
    )
  })

  it('returns 0 for a target that no hash can meet', () => {
    for (const bits of [0, 0x04923456, 0xff123456, 0x01003456]) expect(computeWork(bits)).toBe(0n)
  })
})
