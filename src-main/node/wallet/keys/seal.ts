import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import type { Random } from '../../core/index.ts'
import { concat, DecodeError } from '../../util/index.ts'
import type { EncryptionRow } from '../file/index.ts'

/** Format version, the first byte of sealed data: AES-256-GCM with a random 12-byte nonce and a 16-byte tag. */
const FORMAT_VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
export const KEY_BYTES = 32
/** scrypt block size of new derivations. The caller chooses the cost. */
export const SCRYPT_BLOCK_SIZE = 8
/** Length of the scrypt salt of new derivations. */
export const SALT_BYTES = 32

/**
 * Encrypts and authenticates a secret. `purpose` is authenticated too, so that a secret that was sealed for another
 * purpose cannot take its place.
 * @param key 32 bytes
 */
export function seal(key: Uint8Array, secret: Uint8Array, purpose: Uint8Array, random: Random): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(purpose)
  const hidden = cipher.update(secret)
  cipher.final()
  return concat(Uint8Array.of(FORMAT_VERSION), nonce, hidden, cipher.getAuthTag())
}

/** Decrypts a secret. Returns undefined if it was sealed with another key or purpose, or was modified. */
export function unseal(key: Uint8Array, sealed: Uint8Array, purpose: Uint8Array): Uint8Array | undefined {
  if (sealed[0] !== FORMAT_VERSION || sealed.length <= 1 + NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(purpose).setAuthTag(sealed.subarray(-TAG_BYTES))
  const secret = decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES))
  try {
    decipher.final()
    return secret
  } catch {
    secret.fill(0)
    return undefined
  }
}

export type KeyDerivation = Pick<EncryptionRow, 'kdf' | 'cost' | 'blockSize' | 'parallel' | 'salt'>

const MAX_MEMORY = 1 << 30

/**
 * Checks the parameters of a key derivation from a file.
 * @throws DecodeError if the function is not scrypt, or the parameters are invalid or need too much memory or time
 */
export function checkDerivation({ kdf, cost, blockSize, parallel, salt }: KeyDerivation): void {
  const powerOfTwo = Number.isSafeInteger(cost) && cost >= 2 && Number.isInteger(Math.log2(cost))
  const small = blockSize >= 1 && blockSize <= 32 && parallel >= 1 && parallel <= 16
  const fits = powerOfTwo && small && 128 * cost * blockSize <= MAX_MEMORY
  if (kdf === 'scrypt' && fits && salt.length >= 16 && salt.length <= 64) return
  throw new DecodeError('the wallet file uses an unknown key derivation for the passphrase')
}

/** Derives a key from a passphrase, on another thread. */
export function keyOfPassphrase(passphrase: string, how: KeyDerivation): Promise<Uint8Array> {
  const { cost, blockSize, parallel, salt } = how
  // Normalise, because keyboards and systems encode the same letter differently.
  const bytes = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
  const options = { N: cost, r: blockSize, p: parallel, maxmem: 2 * 128 * cost * blockSize + (1 << 20) }
  return new Promise((resolve, reject) => {
    scrypt(bytes, salt, KEY_BYTES, options, (error, key) => {
      bytes.fill(0)
      if (error) reject(error)
      else resolve(key)
    })
  })
}
