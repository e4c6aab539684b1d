import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareBytes,
  concat,
  DecodeError,
  equal,
  fromDisplayHex,
  fromHex,
  hashKey,
  isHex,
  outpointKey,
  toDisplayHex,
  toHex,
} from './index.ts'

const bytes = fc.uint8Array({ maxLength: 80 })

describe('hex', () => {
  it('round-trips any bytes, including views of larger buffers', () => {
    fc.assert(
      fc.property(bytes, fc.nat(10), (value, offset) => {
        const view = concat(new Uint8Array(offset), value, new Uint8Array(3)).subarray(offset, offset + value.length)
        expect(fromHex(toHex(view))).toEqual(value)
        expect(fromHex(toHex(view).toUpperCase())).toEqual(value)
      }),
    )
  })

  it('returns plain arrays with their own buffer', () => {
    const value = fromHex('0102')
    expect(Buffer.isBuffer(value)).toBe(false)
    expect(value.buffer.byteLength).toBe(2)
  })

  it.each(['0', 'abc', '0g', ' 00', '0x00', '00\n', '\u0130\u0130', '００'])('rejects %j', (text) => {
    expect(() => fromHex(text)).toThrow(DecodeError)
    expect(isHex(text)).toBe(false)
  })

  it('decodes the empty text to no bytes, although isHex rejects it', () => {
    expect(fromHex('')).toEqual(new Uint8Array(0))
    expect(isHex('')).toBe(false)
    expect(isHex('0aF9')).toBe(true)
  })

  it('formats a hash reversed, and parses it back', () => {
    const hash = Uint8Array.from({ length: 32 }, (_, i) => i)
    expect(toDisplayHex(hash)).toBe(toHex(hash.slice().reverse()))
    expect(fromDisplayHex(toDisplayHex(hash))).toEqual(hash)
    expect(() => fromDisplayHex('00')).toThrow(DecodeError)
  })

  it('reverses no Buffer in place', () => {
    const hash = Buffer.alloc(32)
    hash[0] = 1
    expect(toDisplayHex(hash)).toMatch(/01$/)
    expect(hash[0]).toBe(1)
  })
})

describe('compareBytes and equal', () => {
  it('order bytes like their hex texts', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const [left, right] = [toHex(a), toHex(b)]
        expect(compareBytes(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0)
        expect(equal(a, b)).toBe(left === right)
      }),
    )
  })

  it('order a prefix before the longer array', () => {
    expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(-1)
    expect(equal(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false)
  })
})

describe('hashKey and outpointKey', () => {
  it('distinguish outpoints by hash and by index', () => {
    const hash = new Uint8Array(32).fill(0xab)
    expect(hashKey(hash)).toBe('ab'.repeat(32))
    expect(outpointKey({ hash, index: 11 })).toBe(`${'ab'.repeat(32)}:11`)
    expect(outpointKey({ hash, index: 0xffffffff })).not.toBe(outpointKey({ hash, index: 1 }))
  })
})
