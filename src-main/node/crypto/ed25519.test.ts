import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../util/index.ts'
import { verifyEd25519 } from './index.ts'

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const SEED_HEAD = fromHex('302e020100300506032b657004220420')
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

function pair(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([SEED_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
  return { publicKey, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, key)) }
}

const toBigInt = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

/** Returns the signature with S replaced by S + times · order. */
function withMore(signature: Uint8Array, times: bigint): Uint8Array {
  const s = toBigInt(signature.subarray(32)) + times * ORDER
  const text = s.toString(16).padStart(64, '0')
  return Uint8Array.from([...signature.subarray(0, 32), ...fromHex(text).reverse()])
}

const repeated = (first: string, fill: string, last: string) => fromHex(first + fill.repeat(30) + last)
/** Keys of small order by their bytes, canonical or not, and whether R = 1, S = 0 is a valid signature for them. */
const SMALL: readonly (readonly [string, Uint8Array, boolean])[] = [
  ['the identity', repeated('01', '00', '00'), true],
  ['the identity with a sign', repeated('01', '00', '80'), true],
  ['the identity as p + 1', repeated('ee', 'ff', '7f'), true],
]
const R_ONE = Uint8Array.of(1, ...new Uint8Array(63))

describe('verifyEd25519', () => {
  it('accepts a valid signature, and rejects any changed bit', () => {
    fc.assert(
      fc.property(bytes32, fc.uint8Array({ maxLength: 80 }), fc.nat(511), (seed, message, bit) => {
        const { publicKey, sign } = pair(seed)
        const signature = sign(message)
        expect(verifyEd25519(signature, message, publicKey)).toBe(true)
        const changed = signature.slice()
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
        expect(verifyEd25519(changed, message, publicKey)).toBe(false)
        expect(verifyEd25519(signature, Uint8Array.from([...message, 0]), publicKey)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('accepts an S with multiples of the order added while it stays below 2^253', () => {
    fc.assert(
      fc.property(bytes32, bytes32, (seed, message) => {
        const { publicKey, sign } = pair(seed)
        const signature = sign(message)
        const s = toBigInt(signature.subarray(32))
        for (const times of [1n, 2n]) {
          const expected = s + times * ORDER < 2n ** 253n
          expect(verifyEd25519(withMore(signature, times), message, publicKey)).toBe(expected)
        }
      }),
      { numRuns: 20 },
    )
  })

  it.each(SMALL)('accepts R = 1 and S = 0 for %s, even if Node rejects it', (_, publicKey) => {
    expect(verifyEd25519(R_ONE, fromHex('aa'), publicKey)).toBe(true)
    // R in a non-canonical encoding differs byte by byte.
    const odd = R_ONE.slice()
    odd.set(repeated('ee', 'ff', '7f'))
    expect(verifyEd25519(odd, fromHex('aa'), publicKey)).toBe(false)
  })

  it('applies no cofactor: a key of order two is valid for about every other message', () => {
    const orderTwo = repeated('ec', 'ff', '7f')
    const answers = Array.from({ length: 64 }, (_, index) => verifyEd25519(R_ONE, Uint8Array.of(index), orderTwo))
    expect(new Set(answers)).toEqual(new Set([true, false]))
  })

  it('returns false for bytes that encode no point, and never throws', () => {
    expect(verifyEd25519(R_ONE, fromHex('aa'), repeated('02', '00', '00'))).toBe(false)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), bytes32, (signature, publicKey) => {
        expect(verifyEd25519(signature, fromHex('aa'), publicKey)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})
