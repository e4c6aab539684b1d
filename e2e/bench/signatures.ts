import { createHash } from 'node:crypto'
import { secp256k1 } from '../../src-main/node/crypto/index.ts'

const SAMPLES = 4_000
const ROUNDS = 3

const digest = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

/**
 * Returns the signatures that one core verifies per second, best of several rounds. This is a lower bound for the cost
 * of a chain's inputs, and a reference for comparing times between days and machines.
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
