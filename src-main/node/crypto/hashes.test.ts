import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, toHex } from '../util/index.ts'
import { createWasmRipemd160 } from './hashes.ts'
import { blake2bPersonal, hash160, hmacSha256, ripemd160, sha1, sha256, sha256d } from './index.ts'

const text = (value: string) => new TextEncoder().encode(value)
const abc = text('abc')

describe('hashes', () => {
  it('return the published test vectors', () => {
    expect(toHex(sha256(abc))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(toHex(sha256d(abc))).toBe('4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358')
    expect(toHex(sha1(abc))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
    expect(toHex(ripemd160(abc))).toBe('8eb208f7e05d987a9b044a8e98c6b087f15a0bfc')
    expect(toHex(hash160(new Uint8Array(0)))).toBe('b472a266d0bd89c13706a4132ccfb16f7c3b9fcb')
    // RFC 4231, case 2
    expect(toHex(hmacSha256(text('Jefe'), text('what do ya want '), text('for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('hash parts like their concatenation, and return plain arrays', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }), (parts) => {
        for (const hash of [sha256, sha256d, sha1, ripemd160]) {
          const digest = hash(...parts)
          expect(digest).toEqual(hash(concat(...parts)))
          expect(Buffer.isBuffer(digest)).toBe(false)
        }
        expect(sha256d(...parts)).toEqual(sha256(sha256(...parts)))
      }),
    )
  })
})

describe('createWasmRipemd160', () => {
  it('agrees with the native implementation', async () => {
    const wasm = await createWasmRipemd160()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 9 }), (a, b) => {
        expect(wasm(a, b)).toEqual(ripemd160(a, b))
      }),
    )
  })
})

describe('blake2bPersonal', () => {
  // computed with Python's hashlib
  it.each([
    [
      '5a63617368506f57c800000009000000',
      50,
      Uint8Array.from({ length: 144 }, (_, i) => i),
      'e366ce5e4a6af6b0e4063fc30ebd741a3092d74c4e51748caf8a94feebaede0f6fbb48ace0e59ffd239e950e9842d291033c',
    ],
    [
      '5a63617368506f573000000005000000',
      60,
      new Uint8Array(0),
      '34a87c3240b12785943377783101b490d5bb03b0c32674e85fa5fe1537f2fbd24eb39c5b48191e7fca6fb2b1aa16cd5f18db556641afa31affdd19be',
    ],
    [
      'ff'.repeat(16),
      64,
      new Uint8Array(200),
      'a203747d0922848655a8c1dac76a626f33736a83ad95974fd563f881a2b6648a0e6e71ea9293a428404e67d9f38c4ee25f136c2054cb91f487c22c66c70bc00a',
    ],
    ['5a6361736853696748617368bb09b876', 1, text('x'.repeat(128)), 'b1'],
    [
      '5a6361736853696748617368bb09b876',
      32,
      text('x'.repeat(129)),
      'dbfead8ff889f44083f89bdac668ca88ec694a734854bd3c127b14b78bad54aa',
    ],
  ])('returns the hash of another implementation (%s, %i bytes)', (personal, length, input, expected) => {
    const hasher = blake2bPersonal(Uint8Array.from(Buffer.from(personal, 'hex')), length)
    expect(toHex(hasher.hash(input))).toBe(expected)
  })

  it('agrees with Node.js for messages of any length, in parts that straddle its memory', () => {
    const plain = blake2bPersonal(new Uint8Array(16), 64)
    const bytes = new Uint8Array(200_000).map((_, index) => (index * 2_654_435_761) >>> 24)
    const lengths = [0, 1, 127, 128, 129, 256, 65_407, 65_408, 65_409, 65_536, 130_816, 130_817, 200_000]
    for (const length of lengths)
      for (const split of [0, 1, 100, 65_407, 65_408, length]) {
        const message = bytes.subarray(0, length)
        const parts = [message.subarray(0, split), message.subarray(split)] as const
        const expected = createHash('blake2b512').update(message).digest('hex')
        expect(toHex(plain.hash(...parts))).toBe(expected)
        expect(toHex(plain.prefix(parts[0]).hash(parts[1]))).toBe(expected)
      }
  })

  it('continues a prefix repeatedly, interleaved with other hashes', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(bytes, bytes, bytes, fc.integer({ min: 1, max: 64 }), (start, a, b, length) => {
        const one = blake2bPersonal(new Uint8Array(16).fill(1), length)
        const two = blake2bPersonal(new Uint8Array(16).fill(2), 50)
        const [first, second] = [one.prefix(start), two.prefix(a, b)]
        expect(first.hash(a)).toEqual(one.hash(start, a))
        expect(second.hash(start)).toEqual(two.hash(concat(a, b, start)))
        expect(first.hash(b)).toEqual(one.hash(concat(start, b)))
        expect(one.hash(a).length).toBe(length)
      }),
    )
  })

  it('returns results that the next call does not overwrite', () => {
    const hasher = blake2bPersonal(new Uint8Array(16), 32)
    const first = hasher.hash(abc)
    const copy = first.slice()
    hasher.hash(text('other'))
    expect(first).toEqual(copy)
  })

  it('rejects invalid lengths of personalisation or output', () => {
    expect(() => blake2bPersonal(new Uint8Array(15), 32)).toThrow(RangeError)
    expect(() => blake2bPersonal(new Uint8Array(16), 0)).toThrow(RangeError)
    expect(() => blake2bPersonal(new Uint8Array(16), 65)).toThrow(RangeError)
  })
})
