import { createHash } from 'node:crypto'
import { secp256k1 } from '../../src-main/node/crypto/index.ts'

const SAMPLES = 4_000
const ROUNDS = 3

const digest = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

/**
 * Signatures that one core verifies in a second, the best of some rounds: what a chain's inputs cost at least, and by which
 * seconds of different days and machines can be compared.
 */
export function measureSignatures(): number {
  const jobs = Array.from({ length: SAMPLES }, (_, index) => {
    const [key, message] = [digest(`key ${index}`), digest(`message ${index}`)]
    return { message, signature: secp256k1.sign(message, key), pubkey: secp256k1.publicKey(key, true) }
  })
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (const { signature, message, pubkey } of jobs)
      if (!secp256k1.verify(signature, message, pubkey)) throw new Error('a good signature is refused')
    best = Math.max(best, (SAMPLES * 1000) / (performance.now() - start))
  }
  return best
}
