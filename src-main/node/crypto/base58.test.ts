import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVector } from '../testing/vectors.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import { decodeBase58, decodeBase58Check, encodeBase58, encodeBase58Check, hash160 } from './index.ts'

describe('base58', () => {
  it('agrees with the recorded pairs', () => {
    const pairs = JSON.parse(readVector('script/base58_encode_decode.json')) as [string, string][]
    expect(pairs.length).toBeGreaterThan(5)
    for (const [hex, text] of pairs) {
      expect(encodeBase58(fromHex(hex))).toBe(text)
      expect(toHex(decodeBase58(text) as Uint8Array)).toBe(hex)
    }
  })

  it('round-trips bytes, including leading zeros', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.uint8Array({ maxLength: 80 }), (zeros, tail) => {
        const bytes = concat(new Uint8Array(zeros), tail)
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each(['0', 'O', 'I', 'l', ' 2g', '2g ', '2é', '2\u0167', '1'.repeat(257)])('rejects %j', (text) => {
    expect(decodeBase58(text)).toBeUndefined()
  })
})

describe('base58 with checksum', () => {
  it('encodes the address and the secret key of the sheets', () => {
    const publicKey = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
    expect(encodeBase58Check(concat(Uint8Array.of(0x3c), hash160(publicKey)))).toBe(
      'RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4',
    )
    expect(encodeBase58Check(fromHex(`bc${'11'.repeat(32)}01`))).toBe(
      'UpaifHW3f7S8CBkw1PERBsC8c3nQzuCKDV2BNJA91XUFtRZqr14J',
    )
  })

  it('round-trips payloads, and detects any single changed character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(57), (payload, place, digit) => {
        const text = encodeBase58Check(payload)
        expect(decodeBase58Check(text)).toEqual(payload)
        const at = place % text.length
        const other = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[digit] as string
        if (other !== text[at])
          expect(decodeBase58Check(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined()
      }),
    )
  })

  it('rejects texts too short for a checksum', () => {
    expect(decodeBase58Check('')).toBeUndefined()
    expect(decodeBase58Check('111')).toBeUndefined()
  })
})
