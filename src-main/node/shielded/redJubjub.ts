import { blake2bPersonal } from '../crypto/index.ts'
import { littleEndianInteger } from './fieldBytes.ts'
import { generatorBase } from './generators.ts'
import { JUBJUB_ORDER, type Jubjub, type JubjubPoint } from './jubjub.ts'

/** Key that must have signed. `bytes` are its encoding, which is signed too. */
export interface RedJubjubKey {
  readonly point: JubjubPoint
  readonly bytes: Uint8Array
}

/** Returns true if a 64-byte signature is valid for the hash of a transaction. */
type Verify = (key: RedJubjubKey, signature: Uint8Array, sighash: Uint8Array) => boolean

export interface RedJubjub {
  readonly verifySpendAuthorisation: Verify
  readonly verifyBinding: Verify
}

/**
 * Creates the verifier of Sapling signatures (shielded.md §5). S must be canonical. Parts of small order in R or the
 * key are ignored, because the equation is multiplied by the cofactor.
 */
export function createRedJubjub(jubjub: Jubjub): RedJubjub {
  const challengeHash = blake2bPersonal(new TextEncoder().encode('Zcash_RedJubjubH'), 64)
  const [r, product, sum] = [jubjub.newPoint(), jubjub.newPoint(), jubjub.newPoint()]
  const verifier = (name: 'spendAuthorisation' | 'commitmentRandomness'): Verify => {
    const base = generatorBase(jubjub, name)
    return (key, signature, sighash) => {
      const encodedR = signature.subarray(0, 32)
      const s = littleEndianInteger(signature.subarray(32, 64))
      if (s >= JUBJUB_ORDER || !jubjub.decode(r, encodedR)) return false
      const challenge = littleEndianInteger(challengeHash.hash(encodedR, key.bytes, sighash)) % JUBJUB_ORDER
      jubjub.multiply(product, key.point, challenge)
      jubjub.add(sum, product, r)
      jubjub.multiplyFixed(product, base, s)
      jubjub.subtract(sum, sum, product)
      return jubjub.isSmallOrder(sum)
    }
  }
  return {
    verifySpendAuthorisation: verifier('spendAuthorisation'),
    verifyBinding: verifier('commitmentRandomness'),
  }
}
