import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase58Check, hash160 } from '../crypto/index.ts'
import { processorMillis } from '../testing/processorMillis.ts'
import { fromHex, toHex } from '../util/index.ts'
import { decodeAddress, decodeWif, encodeAddress, encodeWif } from './index.ts'

const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')

describe('encodeAddress', () => {
  it('encodes the known addresses', () => {
    expect(encodeAddress({ type: 1, hash: hash160(P1) })).toBe('RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4')
    expect(encodeAddress({ type: 1, hash: hash160(P2) })).toBe('RGrSBLRov3F6oXf2Bos9Md8xPm5nZ5PV7Q')
    expect(encodeAddress({ type: 2, hash: fromHex('f175886d4cd9b90b4d4fd93862a42e9c074ca3fa') })).toBe(
      'bajzLnu81ABStVm2NNYszpjJkXjPv9mcCm',
    )
  })

  it('encodes a crypto-condition address like that of a key', () => {
    const hash = hash160(P1)
    expect(encodeAddress({ type: 3, hash })).toBe(encodeAddress({ type: 1, hash }))
  })

  it('returns texts that decodeAddress decodes again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.constantFrom<1 | 2>(1, 2), (hash, type) => {
        const kind = type === 1 ? 'pubkeyhash' : 'scripthash'
        expect(decodeAddress(encodeAddress({ type, hash }))).toEqual({ kind, hash })
      }),
    )
  })
})

describe('decodeAddress', () => {
  it('ignores white space only around the text', () => {
    expect(decodeAddress('\t RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4\n')).toBeDefined()
    expect(decodeAddress('RYJ1Jbofs42vuRygt Xb1GqTFnoYzbEGsk4')).toBeUndefined()
  })

  it('takes linear time for long white space', () => {
    const blanks = ' '.repeat(2_000_000)
    const took = processorMillis(() => {
      expect(decodeAddress(`R${blanks}R`)).toBeUndefined()
      expect(decodeAddress(`${blanks}RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4${blanks}`)).toBeDefined()
    })
    expect(took).toBeLessThan(2000)
  })

  it.each([
    ['an empty text', ''],
    ['a wrong checksum', 'RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk5'],
    ['a Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['a hash of 19 bytes', encodeBase58Check(new Uint8Array(20).fill(0x3c))],
    ['a hash of 21 bytes', encodeBase58Check(new Uint8Array(22).fill(0x3c))],
    ['a private key', 'UpaifHW3f7S8CBkw1PERBsC8c3nQzuCKDV2BNJA91XUFtRZqr14J'],
  ])('rejects %s', (_, text) => {
    expect(decodeAddress(text)).toBeUndefined()
  })
})

describe('encodeWif', () => {
  it.each([
    ['11'.repeat(32), 'UpaifHW3f7S8CBkw1PERBsC8c3nQzuCKDV2BNJA91XUFtRZqr14J'],
    [
      'd44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9',
      'Uw8FWra4tCu3LYYosVDjLHkbkKuuRgXEo6yy6bdf8w4S7sjzsPwd',
    ],
    [
      '1d0d0dce2dd2e19df5b626d5ada0f00add7a727d1735b5e32c6ca9a203164bcf',
      'Upz1puHHurHh23MbHoPwesHR4DUP6mPz4dFWXNjuBhmSZyv7zBaV',
    ],
    [
      '9b1766e58266acb6ba438374f763113bf0f3506fd96b6785f97af0544db13077',
      'UuD2BTQntPcrsNqPVB9g5LhXEN5nsDZWmUovkdkrmN1DgGusNbj3',
    ],
  ])('encodes the known text of %s', (hex, text) => {
    const key = { privateKey: fromHex(hex), compressed: true }
    expect(encodeWif(key)).toBe(text)
    expect(decodeWif(text)).toEqual(key)
  })

  it('preserves the compression flag of the public key', () => {
    const key = { privateKey: fromHex('22'.repeat(32)), compressed: false }
    expect(encodeWif(key)).not.toBe(encodeWif({ ...key, compressed: true }))
    expect(decodeWif(encodeWif(key))).toEqual(key)
  })
})

describe('decodeWif', () => {
  const wrapped = (hex: string) => encodeBase58Check(fromHex(hex))
  it.each([
    ['an address', 'RYJ1Jbofs42vuRygtXb1GqTFnoYzbEGsk4'],
    ['a Bitcoin key', wrapped(`80${'11'.repeat(32)}01`)],
    ['a key with another suffix', wrapped(`bc${'11'.repeat(32)}02`)],
    ['a short key', wrapped(`bc${'11'.repeat(31)}`)],
    ['the key 0', wrapped(`bc${'00'.repeat(32)}01`)],
    ['the order of the group', wrapped(`bcfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036414101`)],
  ])('rejects %s', (_, text) => {
    expect(decodeWif(text)).toBeUndefined()
  })

  it('never throws for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => toHex(decodeWif(text)?.privateKey ?? new Uint8Array(0)) === ''))
  })
})
