import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, fromHex, toHex } from '../util/index.ts'
import { derEncode, isLowS, parseDerLax, type Secp256k1, secp256k1, secp256k1Backend, sha256 } from './index.ts'
import { loadSecp256k1 } from './secp256k1.ts'
import { createNativeSecp256k1, createWasmSecp256k1 } from './secp256k1Backends.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const scalar = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'))
const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const privateKeys = fc.bigInt({ min: 1n, max: ORDER - 1n }).map(scalar)
const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const runs = { numRuns: 25 }

const native = (() => {
  try {
    return createNativeSecp256k1()
  } catch (error) {
    console.log(`secp256k1: no native binding on this platform, its cases are left out (${String(error)})`)
    return undefined
  }
})()
const wasm = createWasmSecp256k1()

function highS(signature: Uint8Array): Uint8Array {
  return concat(signature.subarray(0, 32), scalar(ORDER - BigInt(`0x${toHex(signature.subarray(32))}`)))
}

function suite(curve: Secp256k1) {
  it('creates the signatures recorded in the protocol sheets', () => {
    const hash = fromHex('d348ea792aae1bd689f7b04465de391262ff3c38a1b39b3b0411860fdc5eb4dd')
    const signature = curve.sign(hash, K1)
    expect(toHex(derEncode(signature))).toBe(
      '304402201618d7b77fa3e8eafb096cc100a19e19f9fe7e4c78cb702978fcddd7ab12a2d90220704ddb927c6fb317cb6f6d2245a47ca4a584847f609f0f4209415285de38ff0c',
    )
    const legacyHash = fromHex('e745ed6fd596ca633066dc7c62b06f03baa447c6a9ecc674233740e7fab0cbae')
    expect(toHex(derEncode(curve.sign(legacyHash, K1)))).toBe(
      '3045022100ae3d0e5e27bb62db346ff19df3d0996bf0054396c816f828839a110ece948ab0022063c44da63f01df8ac50417761f5182fef2d51a3d541bc22f3794405d3d62a667',
    )
    expect(curve.publicKey(K1)).toEqual(P1)
    expect(curve.verify(signature, hash, P1)).toBe(true)
  })

  it('verifies and recovers its signatures, with both key forms and both values of s', () => {
    fc.assert(
      fc.property(privateKeys, hashes, (key, hash) => {
        const { signature, recoveryId } = curve.signRecoverable(hash, key)
        expect(signature).toEqual(curve.sign(hash, key))
        expect(isLowS(signature)).toBe(true)
        for (const compressed of [true, false]) {
          const publicKey = curve.publicKey(key, compressed)
          expect(publicKey.length).toBe(compressed ? 33 : 65)
          expect(curve.isPublicKey(publicKey)).toBe(true)
          expect(curve.verify(signature, hash, publicKey)).toBe(true)
          expect(curve.verify(highS(signature), hash, publicKey)).toBe(true)
          expect(curve.verify(signature, sha256(hash), publicKey)).toBe(false)
          expect(curve.recover(signature, recoveryId, hash, compressed)).toEqual(publicKey)
        }
        expect(parseDerLax(derEncode(signature))).toEqual(signature)
      }),
      runs,
    )
  })

  it('accepts hybrid keys only with the correct parity', () => {
    const plain = curve.publicKey(K1, false)
    const odd = (plain[64] as number) & 1
    const right = Uint8Array.of(6 + odd, ...plain.subarray(1))
    const wrong = Uint8Array.of(7 - odd, ...plain.subarray(1))
    const signature = curve.sign(sha256(K1), K1)
    expect(curve.isPublicKey(right)).toBe(true)
    expect(curve.verify(signature, sha256(K1), right)).toBe(true)
    expect(curve.isPublicKey(wrong)).toBe(false)
    expect(curve.verify(signature, sha256(K1), wrong)).toBe(false)
  })

  it('rejects invalid signatures, hashes and keys', () => {
    const hash = sha256(K1)
    const signature = curve.sign(hash, K1)
    const r = signature.subarray(0, 32)
    const s = signature.subarray(32)
    const zero = new Uint8Array(32)
    const bad = [zero, scalar(ORDER), new Uint8Array(32).fill(0xff)]
    for (const value of bad) {
      expect(curve.verify(concat(value, s), hash, P1)).toBe(false)
      expect(curve.verify(concat(r, value), hash, P1)).toBe(false)
      expect(curve.recover(concat(value, s), 0, hash)).toBeUndefined()
      expect(curve.recover(concat(r, value), 0, hash)).toBeUndefined()
    }
    for (const length of [0, 63, 65]) expect(curve.verify(new Uint8Array(length).fill(1), hash, P1)).toBe(false)
    for (const length of [0, 31, 33]) expect(curve.verify(signature, new Uint8Array(length), P1)).toBe(false)
    // no point has x = 5, and the last key is x = p, which is not reduced
    const notKeys = [
      '',
      '02',
      `02${'00'.repeat(31)}05`,
      `05${toHex(P1).slice(2)}`,
      `00${'11'.repeat(64)}`,
      toHex(P1.subarray(1)),
      `02${'ff'.repeat(27)}fefffffc2f`,
    ]
    for (const key of notKeys.map(fromHex)) {
      expect(curve.isPublicKey(key)).toBe(false)
      expect(curve.verify(signature, hash, key)).toBe(false)
    }
  })

  it('creates another signature with other entropy, identical in both implementations', () => {
    const hash = sha256(K1)
    const signatures = [0, 1, 2].map((fill) => curve.signWith(hash, K1, new Uint8Array(32).fill(fill)))
    expect(new Set(signatures.map(toHex)).size).toBe(3)
    for (const signature of signatures) expect(curve.verify(signature, hash, P1)).toBe(true)
    expect(signatures).toEqual([0, 1, 2].map((fill) => wasm.signWith(hash, K1, new Uint8Array(32).fill(fill))))
  })

  it('never throws on hostile input', () => {
    const near = (length: number) => fc.uint8Array({ minLength: length, maxLength: length + 1 })
    const start = fc.constantFrom(2, 3, 4, 6, 7)
    fc.assert(
      fc.property(
        near(64),
        near(32),
        start,
        near(32),
        near(64),
        fc.integer({ min: -1, max: 4 }),
        (sig, hash, tag, x, xy, id) => {
          for (const key of [Uint8Array.of(tag, ...x), Uint8Array.of(tag, ...xy)]) {
            expect(curve.verify(sig, hash, key)).toBe(false)
          }
          const recovered = curve.recover(sig, id, hash)
          if (recovered) expect(curve.verify(sig, hash, recovered)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('accepts private keys only within their range', () => {
    expect(curve.isPrivateKey(scalar(1n))).toBe(true)
    expect(curve.isPrivateKey(scalar(ORDER - 1n))).toBe(true)
    for (const key of [
      scalar(0n),
      scalar(ORDER),
      new Uint8Array(32).fill(255),
      new Uint8Array(31).fill(1),
      new Uint8Array(33),
    ]) {
      expect(curve.isPrivateKey(key)).toBe(false)
      expect(() => curve.sign(new Uint8Array(32), key)).toThrow()
      expect(() => curve.publicKey(key)).toThrow()
    }
  })

  it('adds a number to a private key and to its public key consistently', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: ORDER - 1n }), fc.bigInt({ min: 1n, max: ORDER - 1n }), (key, number) => {
        fc.pre((key + number) % ORDER !== 0n)
        const secret = scalar(key)
        const sum = scalar((key + number) % ORDER)
        expect(toHex(curve.addToPrivateKey(secret, scalar(number)) ?? K1)).toBe(toHex(sum))
        expect(curve.addToPublicKey(curve.publicKey(secret), scalar(number))).toEqual(curve.publicKey(sum))
        expect(toHex(secret)).toBe(toHex(scalar(key)))
      }),
      runs,
    )
  })

  it('returns undefined for a sum of 0 or a number beyond the order', () => {
    for (const number of [ORDER - 5n, ORDER, 2n ** 256n - 1n]) {
      expect(curve.addToPrivateKey(scalar(5n), scalar(number))).toBeUndefined()
      expect(curve.addToPublicKey(curve.publicKey(scalar(5n)), scalar(number))).toBeUndefined()
    }
  })

  it('leaves its arguments unchanged', () => {
    const [hash, key] = [sha256(K1), K1.slice()]
    const signature = highS(curve.sign(hash, key))
    const before = [signature, hash, key].map(toHex)
    curve.verify(signature, hash, P1)
    expect([signature, hash, key].map(toHex)).toEqual(before)
  })
}

describe.skipIf(!native)('secp256k1, native', () => suite(native as Secp256k1))
describe('secp256k1, WebAssembly', () => suite(wasm))

describe('secp256k1', () => {
  it('uses the native binding if it is available', () => {
    expect(secp256k1Backend).toBe(native ? 'native' : 'wasm')
    expect(secp256k1.publicKey(K1)).toEqual(P1)
  })

  it.skipIf(!native)('gives the same results in both implementations', () => {
    const curve = native as Secp256k1
    fc.assert(
      fc.property(privateKeys, hashes, fc.integer({ min: 0, max: 3 }), (key, hash, id) => {
        const signature = curve.sign(hash, key)
        expect(wasm.signRecoverable(hash, key)).toEqual(curve.signRecoverable(hash, key))
        expect(wasm.publicKey(key)).toEqual(curve.publicKey(key))
        for (const sig of [signature, highS(signature)]) {
          expect(wasm.recover(sig, id, hash)).toEqual(curve.recover(sig, id, hash))
        }
      }),
      runs,
    )
  })
})

describe('loadSecp256k1 without a native library', () => {
  it('falls back to WebAssembly and reports it', () => {
    const { backend, curve } = loadSecp256k1(() => {
      throw new Error('no binary')
    })
    expect(backend).toBe('wasm')
    expect(toHex(curve.publicKey(K1, true))).toBe(toHex(P1))
  })
})
