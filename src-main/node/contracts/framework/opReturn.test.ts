import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OP } from '../../script/index.ts'
import { fromHex, toHex } from '../../util/index.ts'
import { announcedKeyLength, decodeWhole, opReturnData } from './opReturn.ts'

const readData = (script: string) => {
  const data = opReturnData(fromHex(script))
  return data === undefined ? undefined : toHex(data)
}

describe('opReturnData', () => {
  it('reads every form of data push', () => {
    expect(readData('6a03010203')).toBe('010203')
    expect(readData('6a4c03010203')).toBe('010203')
    expect(readData('6a4d0300010203')).toBe('010203')
    expect(readData('6a4e03000000010203')).toBe('010203')
  })

  it('returns the first push and ignores later bytes', () => {
    expect(readData('6a01aa02bbcc')).toBe('aa')
    expect(readData('6a01aaff')).toBe('aa')
  })

  it('returns undefined without OP_RETURN, a data push or all its bytes', () => {
    for (const script of [
      '',
      '51',
      '6a',
      '6a00',
      '6a51',
      '6a4f',
      '6aac',
      '6a02aa',
      '6a4c',
      '6a4d01',
      '6a4effffffff00',
    ]) {
      expect(readData(script)).toBeUndefined()
    }
  })

  it('never throws for random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void opReturnData(bytes)))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (b) => void opReturnData(Uint8Array.of(OP.OP_RETURN, ...b))),
    )
  })
})

describe('decodeWhole', () => {
  it('returns undefined for unread bytes and decoding errors, and rethrows other errors', () => {
    expect(decodeWhole(Uint8Array.of(1), (reader) => reader.u8())).toBe(1)
    expect(decodeWhole(Uint8Array.of(1, 2), (reader) => reader.u8())).toBeUndefined()
    expect(decodeWhole(Uint8Array.of(1), (reader) => reader.u16le())).toBeUndefined()
    const bug = () => {
      throw new TypeError('bug')
    }
    expect(() => decodeWhole(Uint8Array.of(1), bug)).toThrow(TypeError)
  })
})

describe('announcedKeyLength', () => {
  it('returns the length of compressed, full and hybrid keys', () => {
    expect([0, 2, 3, 4, 5, 6, 7, 8, undefined].map(announcedKeyLength)).toEqual([0, 33, 33, 65, 0, 65, 65, 0, 0])
  })
})
