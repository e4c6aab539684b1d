import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter, compactSizeLength, DecodeError, fromHex, MAX_COMPACT_SIZE, toHex } from './index.ts'

const writeHex = (write: (writer: ByteWriter) => void, sizeHint?: number) => {
  const writer = new ByteWriter(sizeHint)
  write(writer)
  return toHex(writer.finish())
}

describe('ByteWriter and ByteReader', () => {
  it('agree on every integer, including negative ones', () => {
    const values = fc.record({
      u8: fc.nat(0xff),
      u16: fc.nat(0xffff),
      u32: fc.nat(0xffffffff),
      i32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      raw: fc.uint8Array({ maxLength: 300 }),
      compact: fc.nat(MAX_COMPACT_SIZE),
    })
    fc.assert(
      fc.property(values, fc.nat(600), (v, sizeHint) => {
        const writer = new ByteWriter(sizeHint)
        writer.u8(v.u8).u16le(v.u16).u32le(v.u32).i32le(v.i32).u64le(v.u64).i64le(v.i64).varBytes(v.raw)
        writer.compactSize(v.compact)
        const length = writer.length
        const bytes = writer.finish()
        expect(bytes.length).toBe(length)
        const reader = new ByteReader(bytes)
        expect([reader.u8(), reader.u16le(), reader.u32le(), reader.i32le()]).toEqual([v.u8, v.u16, v.u32, v.i32])
        expect([reader.u64le(), reader.i64le()]).toEqual([v.u64, v.i64])
        expect(reader.varBytes()).toEqual(v.raw)
        const start = reader.position
        expect(reader.compactSize()).toBe(v.compact)
        expect(reader.since(start).length).toBe(compactSizeLength(v.compact))
        reader.end()
      }),
    )
  })

  it('use the shortest compact size', () => {
    expect(writeHex((w) => w.compactSize(0xfc))).toBe('fc')
    expect(writeHex((w) => w.compactSize(0xfd))).toBe('fdfd00')
    expect(writeHex((w) => w.compactSize(0xffff))).toBe('fdffff')
    expect(writeHex((w) => w.compactSize(0x10000))).toBe('fe00000100')
    expect(writeHex((w) => w.compactSize(2 ** 32))).toBe('ff0000000001000000')
    expect([0xfc, 0xfd, 0x10000, 2 ** 32].map(compactSizeLength)).toEqual([1, 3, 5, 9])
  })

  it('return the buffer itself if the size was known, otherwise a truncated copy', () => {
    expect(new ByteWriter(4).u32le(1).finish().buffer.byteLength).toBe(4)
    expect(new ByteWriter(100).u32le(1).finish().buffer.byteLength).toBe(4)
    expect(writeHex((w) => w.bytes(new Uint8Array(3)), 0)).toBe('000000')
  })
})

describe('ByteReader', () => {
  const read = (hex: string) => new ByteReader(fromHex(hex)).compactSize()

  it.each(['fdfc00', 'fd0000', 'feffff0000', 'ff00000002000000', 'ffffffffff00000000'])(
    'rejects the needlessly long compact size %s',
    (hex) => expect(() => read(hex)).toThrow(DecodeError),
  )

  it('rejects compact sizes above the limit', () => {
    expect(read('fe00000002')).toBe(MAX_COMPACT_SIZE)
    expect(() => read('fe01000002')).toThrow(DecodeError)
    expect(() => read('ffffffffffffffffff')).toThrow(DecodeError)
    expect(() => read('ff0000000001000000')).toThrow(DecodeError)
  })

  it('rejects a count that the remaining bytes cannot hold', () => {
    expect(new ByteReader(fromHex('02aabbccdd')).count(2)).toBe(2)
    expect(() => new ByteReader(fromHex('03aabbccdd')).count(2)).toThrow(DecodeError)
    expect(() => new ByteReader(fromHex('fe00000002')).count(1)).toThrow(DecodeError)
  })

  it('throws DecodeError at the end of the data, for every kind of value', () => {
    const attempts: ((reader: ByteReader) => unknown)[] = [
      (r) => r.u8(),
      (r) => r.u16le(),
      (r) => r.u32le(),
      (r) => r.i32le(),
      (r) => r.u64le(),
      (r) => r.i64le(),
      (r) => r.bytes(1),
      (r) => r.compactSize(),
      (r) => r.varBytes(),
    ]
    for (const attempt of attempts) {
      expect(() => attempt(new ByteReader(new Uint8Array(0)))).toThrow(DecodeError)
      expect(() => attempt(new ByteReader(new Uint8Array(8), 9))).toThrow(DecodeError)
    }
    expect(() => new ByteReader(new Uint8Array(8)).bytes(-1)).toThrow(DecodeError)
    expect(() => new ByteReader(new Uint8Array(8)).bytes(Number.NaN)).toThrow(DecodeError)
    expect(() => new ByteReader(fromHex('00')).end()).toThrow(DecodeError)
  })

  it('starts at an offset and counts the remaining bytes', () => {
    const reader = new ByteReader(fromHex('00010203'), 1)
    expect([reader.position, reader.remaining]).toEqual([1, 3])
    expect(reader.u16le()).toBe(0x0201)
    expect([reader.position, reader.remaining]).toEqual([3, 1])
  })

  it('returns views of the input, as plain arrays even for a Buffer', () => {
    const input = Buffer.from('0102030405', 'hex').subarray(1)
    const view = new ByteReader(input).bytes(2)
    expect(Buffer.isBuffer(view)).toBe(false)
    expect(view.buffer).toBe(input.buffer)
    expect(toHex(view)).toBe('0203')
  })
})
