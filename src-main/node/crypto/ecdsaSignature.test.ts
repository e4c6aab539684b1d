import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, fromHex, toHex } from '../util/index.ts'
import { derEncode, isLowS, isScalarPairInRange, normalizeS, parseDerLax } from './index.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const scalar = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'))
const toCompact = (r: bigint, s: bigint) => concat(scalar(r), scalar(s))
const toBigInt = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`)
const scalars = fc.oneof(
  fc.bigInt({ min: 0n, max: ORDER - 1n }),
  fc.integer({ min: 0, max: 255 }).chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })),
)
const lax = (hex: string) => {
  const compact = parseDerLax(fromHex(hex))
  return compact && [toBigInt(compact.subarray(0, 32)), toBigInt(compact.subarray(32))]
}

describe('S normalisation', () => {
  it('keeps a low s and mirrors a high s', () => {
    fc.assert(
      fc.property(scalars, scalars, (r, s) => {
        const compact = toCompact(r, s)
        expect(isLowS(compact)).toBe(s <= ORDER / 2n)
        const low = normalizeS(compact)
        expect(toBigInt(low.subarray(32))).toBe(s <= ORDER / 2n ? s : ORDER - s)
        expect(toBigInt(low.subarray(0, 32))).toBe(r)
        expect(compact).toEqual(toCompact(r, s))
      }),
    )
  })

  it('applies the exact limits of s and of scalars', () => {
    expect(isLowS(toCompact(1n, ORDER / 2n))).toBe(true)
    expect(isLowS(toCompact(1n, ORDER / 2n + 1n))).toBe(false)
    expect(isScalarPairInRange(toCompact(ORDER - 1n, ORDER - 1n))).toBe(true)
    expect(isScalarPairInRange(toCompact(ORDER, 1n))).toBe(false)
    expect(isScalarPairInRange(toCompact(1n, ORDER))).toBe(false)
  })
})

describe('DER signature', () => {
  it('round-trips through its strict form', () => {
    fc.assert(
      fc.property(scalars, scalars, (r, s) => {
        const der = derEncode(toCompact(r, s))
        expect(der.length).toBeLessThanOrEqual(72)
        expect(parseDerLax(der)).toEqual(toCompact(r, s))
      }),
    )
  })

  it('encodes to the shortest possible form', () => {
    expect(toHex(derEncode(toCompact(0n, 0x7fn)))).toBe('300602010002017f')
    expect(toHex(derEncode(toCompact(0x80n, 0x100n)))).toBe('3008020200800202' + '0100')
  })

  it.each([
    ['a plain one', '3006020105020107'],
    ['bytes after the end', '3006020105020107ffff'],
    ['a wrong outer length', '3000020105020107'],
    ['an outer length in long form', '308106020105020107'],
    ['an outer length in an absurd form', '3084ffffffff020105020107'],
    ['leading zeros', `302a0225${'00'.repeat(36)}050203000007`],
    ['an integer length in long form', '300802810105028300000107'],
    ['an integer length with many zero digits', `30060288${'00'.repeat(7)}0105020107`],
  ])('parses %s', (_, hex) => {
    expect(lax(hex)).toEqual([5n, 7n])
  })

  it('parses integers as unsigned, and an empty one as zero', () => {
    expect(lax('3006020185020187')).toEqual([0x85n, 0x87n])
    expect(lax('300502000201ff')).toEqual([0n, 0xffn])
  })

  it('parses scalars out of range as a signature that verifies nothing', () => {
    const order = ORDER.toString(16)
    expect(lax(`30260221${`00${order}`}020101`)).toEqual([0n, 0n])
    expect(lax(`30260201010221${`00${order}`}`)).toEqual([0n, 0n])
    expect(lax(`30260221${`01${'00'.repeat(32)}`}020101`)).toEqual([0n, 0n])
  })

  it.each([
    ['an empty signature', ''],
    ['another tag', '3106020105020107'],
    ['no length', '30'],
    ['an outer length that runs out', '3082'],
    ['a first integer of another type', '3006030105020107'],
    ['no second integer', '3003020105'],
    ['a second integer of another type', '3006020105030107'],
    ['an integer longer than the rest', '3006020105020207'],
    ['a length of length that runs out', '30060284000005'],
    ['a length of four digits', '300602840100000005020107'],
    ['a missing integer length', '300402010502'],
  ])('returns undefined for %s', (_, hex) => {
    expect(parseDerLax(fromHex(hex))).toBeUndefined()
  })

  it('never throws for any input', () => {
    const start = fc.constantFrom('', '30', '3006', '300602', '30060201050202', '3006028400')
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 90 }), (prefix, rest) => {
        const compact = parseDerLax(concat(fromHex(prefix), rest))
        expect(compact === undefined || (compact.length === 64 && isScalarPairInRange(compact))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
