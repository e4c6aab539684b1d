import { secp256k1 } from '../../../crypto/index.ts'

const SEQUENCE = 0x30
const OCTET_STRING = 4
const LENGTH_OF_LENGTH = 0x80
const SECRET_BYTES = 32

/**
 * Parses a private key as komodod does (wallet-dat.md §2.5): only the start of the DER text, and loosely.
 * @returns 32 bytes that the caller must wipe, or undefined if the text is invalid or the number out of range
 */
export function parseSecretDer(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== SEQUENCE) return undefined
  const lengthBytes = der[1]! - LENGTH_OF_LENGTH
  if (lengthBytes !== 1 && lengthBytes !== 2) return undefined
  let at = 2 + lengthBytes
  const length = lengthBytes === 1 ? der[2]! : (der[2]! << 8) | der[3]!
  if (!(length <= der.length - at)) return undefined
  if (der[at] !== 2 || der[at + 1] !== 1 || der[at + 2] !== 1 || der[at + 3] !== OCTET_STRING) return undefined
  const size = der[at + 4]!
  at += 5
  if (!(size <= SECRET_BYTES && at + size <= der.length)) return undefined
  const secret = new Uint8Array(SECRET_BYTES)
  secret.set(der.subarray(at, at + size), SECRET_BYTES - size)
  if (secp256k1.isPrivateKey(secret)) return secret
  secret.fill(0)
  return undefined
}

/** Returns true if the secret belongs to the public key. The hybrid form 06/07 counts as uncompressed. */
export function fitsPublicKey(secret: Uint8Array, pubkey: Uint8Array): boolean {
  const derived = secp256k1.publicKey(secret, pubkey.length === 33)
  if (derived.length !== pubkey.length) return false
  // The hybrid form differs from the uncompressed one in the first byte only.
  for (let i = pubkey.length === 33 ? 0 : 1; i < derived.length; i++) if (derived[i] !== pubkey[i]) return false
  return true
}
