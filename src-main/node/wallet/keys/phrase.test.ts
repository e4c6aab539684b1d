import { createHmac } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secp256k1 } from '../../crypto/index.ts'
import { concat, fromHex, toHex } from '../../util/index.ts'
import { BIP32_EXAMPLES, BIP32_REFUSED, BIP39_EXAMPLES, createTestKeyring } from '../testing/index.ts'
import { deriveExtendedKey } from './keyTree.ts'
import { newPhrase, parseWords, seedOfPhrase } from './phrase.ts'

const drawing = (entropy: string) => ({ bytes: () => fromHex(entropy) })

describe('a phrase', () => {
  it.each(BIP39_EXAMPLES)(
    'encodes entropy %s as "%s" and derives the published seed',
    async (entropy, phrase, seed) => {
      const words = phrase.split(' ').length
      if (words === 12 || words === 24) expect(newPhrase(words, drawing(entropy))).toBe(phrase)
      expect(parseWords(phrase)).toHaveLength(words)
      expect(toHex(await seedOfPhrase(phrase, 'TREZOR'))).toBe(seed)
    },
  )

  it('accepts capitals, and any white space between its words', async () => {
    const [, phrase] = BIP39_EXAMPLES[12] ?? ['', '']
    const typed = `  ${phrase.toUpperCase().replaceAll(' ', ' \t\n ')} `
    expect(toHex(await seedOfPhrase(typed))).toBe(toHex(await seedOfPhrase(phrase)))
  })

  it.each([
    ['', 'got 0'],
    ['zoo zoo zoo', 'expected 12, 15, 18, 21 or 24 words, got 3'],
    [`${'zoo '.repeat(12)}wrong`, 'got 13'],
    ['zoo zoo zoo zoo zoo zooo zoo zoo zoo zoo zoo wrong', 'word 6 is not one'],
    ['zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong zoo', 'wrong checksum'],
    ['x'.repeat(1001), 'too long'],
  ])('fails to parse as "%s": %s', (phrase, reason) => {
    expect(() => parseWords(phrase)).toThrow(expect.objectContaining({ kind: 'invalid-input' }))
    expect(() => parseWords(phrase)).toThrow(reason)
  })

  it('never appears in an error message', () => {
    const word = fc.constantFrom('secretword', 'zoo', 'abandon', 'hunter2')
    fc.assert(
      fc.property(fc.array(word, { minLength: 12, maxLength: 12 }), (words) => {
        try {
          parseWords(words.join(' '))
        } catch (error) {
          for (const one of words) expect(String(error)).not.toContain(one)
        }
      }),
    )
  })

  it('differs for entropy that differs in one bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (entropy) => {
        const phrase = newPhrase(24, { bytes: () => entropy.slice() })
        expect(parseWords(phrase)).toHaveLength(24)
        const other = entropy.slice()
        other[0] = (other[0] ?? 0) ^ 1
        expect(newPhrase(24, { bytes: () => other })).not.toBe(phrase)
      }),
      { numRuns: 30 },
    )
  })
})

describe('key derivation', () => {
  it.each(BIP32_EXAMPLES)('matches BIP32 for the seed %s and the path %s', (seed, path, xpub, xprv) => {
    const node = HDKey.fromMasterSeed(fromHex(seed)).derive(path)
    expect([node.publicExtendedKey, node.privateExtendedKey]).toEqual([xpub, xprv])
    expect(HDKey.fromExtendedKey(xpub).publicExtendedKey).toBe(xpub)
  })

  it.each(BIP32_REFUSED)('rejects the extended key %s: %s', (extended) => {
    expect(() => HDKey.fromExtendedKey(extended)).toThrow()
  })

  it('matches a manual BIP32 derivation', async () => {
    const [, phrase] = BIP39_EXAMPLES[0] ?? ['', '']
    const seed = await seedOfPhrase(phrase)
    const test = createTestKeyring()
    try {
      test.keyring().accounts.setSeed(seed.slice(), { words: 12, birth: 0 }, () => undefined)
      for (const account of [1, 2, 3]) test.keyring().accounts.add(`account ${account}`)
      const rows = test
        .file()
        .keys()
        .filter(({ path }) => path && path.child < 3)
      expect(rows.length).toBeGreaterThan(20)
      for (const { path, pubkey } of rows) {
        if (!path) continue
        const hardened = [44, 141, path.account].map((step) => step + 0x8000_0000)
        const secret = byHand(seed, [...hardened, path.chain, path.child])
        expect(toHex(secp256k1.publicKey(secret))).toBe(toHex(pubkey))
        expect(toHex(test.keyring().keys.secretOf(pubkey) ?? new Uint8Array())).toBe(toHex(secret))
      }
      const [row] = test.file().accounts()
      expect(row?.extended).toBe(deriveExtendedKey(seed, 0))
    } finally {
      test.close()
    }
  })
})

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const number = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`)

/** Private derivation of BIP32, without a library. */
function byHand(seed: Uint8Array, path: readonly number[]): Uint8Array {
  const hmac = (key: Uint8Array | string, data: Uint8Array) => {
    const digest = createHmac('sha512', key).update(data).digest()
    return [digest.subarray(0, 32), digest.subarray(32)] as const
  }
  let [key, chainCode]: readonly [Uint8Array, Uint8Array] = hmac('Bitcoin seed', seed)
  for (const step of path) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, step)
    const parent = step >= 0x8000_0000 ? concat(Uint8Array.of(0), key) : secp256k1.publicKey(key)
    const [left, right] = hmac(chainCode, concat(parent, index))
    key = fromHex(((number(left) + number(key)) % ORDER).toString(16).padStart(64, '0'))
    chainCode = right
  }
  return key
}
