import { createDecipheriv, hash } from 'node:crypto'
import { concat } from '../../../util/index.ts'
import type { Steps } from '../../../util/runInSlices.ts'
import type { MasterKey } from './walletContent.ts'

/** Maximum iterations of the key derivation (wallet-dat.md §6). */
const MAX_ITERATIONS = 10_000_000
const ITERATIONS_PER_SLICE = 4000
const KEY_BYTES = 32
const IV_BYTES = 16
const ENCRYPTED_BYTES = 48
const SALT_BYTES = 8
const METHOD_SHA512_AES = 0

/** Returns true if this program can derive the key: the parameters are those of komodod, and not too costly. */
export function isDerivable({ encrypted, salt, method, iterations }: MasterKey): boolean {
  return (
    method === METHOD_SHA512_AES &&
    salt.length === SALT_BYTES &&
    encrypted.length === ENCRYPTED_BYTES &&
    iterations >= 1 &&
    iterations <= MAX_ITERATIONS
  )
}

/**
 * Decrypts a master key with a passphrase (wallet-dat.md §2.4).
 * @param passphrase bytes of the text
 * @returns 32 bytes that the caller must wipe, or undefined if the padding shows that the passphrase is wrong; 1 of 256
 *   wrong passphrases passes
 */
export function* decryptMasterKey(passphrase: Uint8Array, master: MasterKey): Steps<Uint8Array | undefined> {
  const salted = concat(passphrase, master.salt)
  let digest = hash('sha512', salted, 'buffer')
  salted.fill(0)
  try {
    for (let done = 1; done < master.iterations; done++) {
      if (done % ITERATIONS_PER_SLICE === 0) yield
      const next = hash('sha512', digest, 'buffer')
      digest.fill(0)
      digest = next
    }
    const iv = digest.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES)
    const key = decryptSecret(digest.subarray(0, KEY_BYTES), iv, master.encrypted)
    if (key?.length === KEY_BYTES) return key
    key?.fill(0)
    return undefined
  } finally {
    digest.fill(0)
  }
}

/**
 * Decrypts with AES-256-CBC and PKCS#7 padding.
 * @returns bytes that the caller must wipe, or undefined if the padding is wrong
 */
export function decryptSecret(key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Uint8Array | undefined {
  const decipher = createDecipheriv('aes-256-cbc', key, iv.subarray(0, IV_BYTES))
  const start = decipher.update(encrypted)
  try {
    const end = decipher.final()
    const secret = concat(start, end)
    end.fill(0)
    return secret
  } catch {
    return undefined
  } finally {
    start.fill(0)
  }
}
